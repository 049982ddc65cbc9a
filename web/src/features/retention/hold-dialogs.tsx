import type { Person } from "@atoll/contract/people/schemas";
import { retentionRoutes } from "@atoll/contract/retention/routes";
import {
  type LegalHold,
  maxHeld,
  maxHoldName,
  maxHoldReason,
  type NamedChannel,
  newHoldSchema,
} from "@atoll/contract/retention/schemas";
import { useState } from "react";
import { z } from "zod";
import { PeoplePicker } from "../../capabilities/people/people-picker.tsx";
import { anybody } from "../../capabilities/people/use-people-search.ts";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { type Form, useForm } from "../../lib/form/use-form.ts";
import { call } from "../../lib/server/api-client.ts";
import { dayOf } from "../../lib/time/wall-clock.ts";
import { addDays, instantOf } from "../../lib/time/wall-time.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { DateField } from "../../ui/field/dates/date-field.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { channelName, useRefetchHolds } from "./api.ts";
import { ChannelPicker } from "./channel-picker.tsx";

interface Values {
  name: string;
  reason: string;
  people: Person[];
  channels: NamedChannel[];
  /** Days, as "2026-11-20"; empty without a bound. Both belong to the span. */
  from: string;
  until: string;
}

const schema = newHoldSchema
  .pick({ name: true, reason: true })
  .extend({
    people: z.array(z.custom<Person>()),
    channels: z.array(z.custom<NamedChannel>()),
    from: z.string(),
    until: z.string(),
  })
  .refine(({ people, channels }) => people.length + channels.length > 0, {
    path: ["people"],
    error: "Choose at least one person or channel",
  })
  .refine(({ from, until }) => from === "" || until === "" || from <= until, {
    path: ["until"],
    error: "Choose a last day after the first one",
  });

type Given = z.output<typeof schema>;

const fromDay = (day: string) => (day === "" ? null : instantOf(day).toISOString());
/** The span ends with the day. */
const untilDay = (day: string) => (day === "" ? null : instantOf(addDays(day, 1)).toISOString());

/** The fields of the body, for each field of the form. */
const sent = {
  name: ({ name }: Given) => ({ name }),
  reason: ({ reason }: Given) => ({ reason }),
  people: ({ people }: Given) => ({ personIds: people.map(({ id }) => id) }),
  channels: ({ channels }: Given) => ({ channelIds: channels.map(({ id }) => id) }),
  from: ({ from }: Given) => ({ from: fromDay(from) }),
  until: ({ until }: Given) => ({ until: untilDay(until) }),
};

/** Makes a hold. */
export function NewHoldDialog({ onClose }: { onClose: () => void }) {
  const refetch = useRefetchHolds();
  // The same for every attempt, so that a lost answer makes no second hold.
  const [id] = useState(() => uuidv7());
  const form = useForm<Values, Given>({
    values: { name: "", reason: "", people: [], channels: [], from: "", until: "" },
    schema,
    async send(given) {
      const body = {
        ...{ id, ...sent.name(given), ...sent.reason(given), ...sent.people(given) },
        ...{ ...sent.channels(given), ...sent.from(given), ...sent.until(given) },
      };
      await call(retentionRoutes.createHold, { body });
      onClose();
      await refetch();
    },
    fallback: "Failed to make the hold",
  });
  return (
    <FormDialog form={form} onClose={onClose} title="New hold" verb="Make hold" width={480}>
      <HoldFields form={form} />
    </FormDialog>
  );
}

function storedOf(hold: LegalHold) {
  const { name, reason, people, channels, from, until, version } = hold;
  const values: Values = {
    ...{ name, reason, people, channels, from: from ? dayOf(from) : "" },
    until: until ? addDays(dayOf(until), -1) : "",
  };
  return { version, values };
}

/** Changes a hold. */
export function ChangeHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const refetch = useRefetchHolds();
  const params = { holdId: hold.id };
  const form = useEditForm<Values, Given>({
    stored: storedOf(hold),
    schema,
    async fetchNewest() {
      const { items } = await call(retentionRoutes.listHolds, { query: { limit: 50 } });
      const newest = items.find(({ id }) => id === hold.id);
      return newest && storedOf(newest);
    },
    async save(given, { version, changed }) {
      const fields = Object.keys(sent).filter((name): name is keyof typeof sent => changed.has(name));
      const change = Object.assign({}, ...fields.map((name) => sent[name](given)));
      await call(retentionRoutes.changeHold, { params, body: { version, ...change } });
      return undefined;
    },
    onDone() {
      onClose();
      void refetch();
    },
    fallback: "Failed to change the hold",
  });
  return (
    <FormDialog
      description="What the hold does not cover any more is deleted with the next run, if it was deleted by people or rules."
      form={form}
      keptAs={`hold/${hold.id}`}
      onClose={onClose}
      title="Change the hold"
      verb="Save"
      width={480}
    >
      <FormClashes
        form={form}
        labels={{
          ...{ name: "Name", reason: "Reason", people: "People", channels: "Channels" },
          ...{ from: "First day", until: "Last day" },
        }}
        say={(_name, value) => sayList(value)}
      />
      <HoldFields form={form} />
    </FormDialog>
  );
}

function sayList(value: unknown): string | undefined {
  return Array.isArray(value)
    ? (value as (Person | NamedChannel)[]).map((one) => channelName(one)).join(", ") || "None"
    : undefined;
}

function HoldFields({ form }: { form: Form<Values> }) {
  const { onValueChange: setPeople, value: people, ...peopleField } = useChoice(form, "people");
  const { onValueChange: setChannels, value: channels, ...channelField } = useChoice(form, "channels");
  return (
    <>
      <TextField {...form.field("name")} label="Name" maxLength={maxHoldName} placeholder="Case 12" />
      <TextArea {...form.field("reason")} grows label="Reason" maxLength={maxHoldReason} />
      <PeoplePicker
        {...peopleField}
        among={anybody}
        label="People: what they write, and all of their direct chats"
        max={maxHeld}
        onChange={setPeople}
        people={people}
        withSelf
      />
      <ChannelPicker
        {...channelField}
        channels={channels}
        help="With people and channels, the hold covers what these people write in these channels. To find a private channel that you are not in, paste its address or ID."
        label="Channels"
        max={maxHeld}
        onChange={setChannels}
      />
      <DateField {...useChoice(form, "from")} help="Leave blank for everything before." label="First day" />
      <DateField
        {...useChoice(form, "until")}
        help="Leave blank to cover what is still to come."
        label="Last day"
      />
    </>
  );
}
