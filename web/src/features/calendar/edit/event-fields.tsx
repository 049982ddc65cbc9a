import { eventKindNames, eventKinds } from "@atoll/contract/calendar/limits";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { MultiSelect } from "../../../ui/field/multi-select.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { useOwnCalendars } from "../data/use-calendar.ts";
import { useOwnChannels } from "../data/use-own-channels.ts";
import type { EventFields as Fields } from "./event-form.ts";
import { FormAvailability } from "./form-availability.tsx";
import { RemindersField } from "./reminders-field.tsx";
import { RuleField } from "./rule-field.tsx";
import { WhenFields } from "./when-fields.tsx";

type EventForm = Form<Fields>;

interface EventFieldsProps {
  form: EventForm;
  isWhole: boolean;
  organiserId: string;
  exceptEventId: string | null;
  /** The viewer comes, and is reminded. */
  hasReminders?: boolean;
}

/**
 * The fields of an event, with the attendees and their free times next to them. The less common fields appear after
 * "More options", and keep what was typed.
 */
export function EventFields({ form, isWhole, hasReminders = true, ...whose }: EventFieldsProps) {
  const [isMore, setMore] = useState(isWhole);
  const { value: people, onValueChange: setPeople, ...ofPeople } = useChoice(form, "people");
  return (
    <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <TextField {...form.field("title")} autoComplete="off" label="Title" />
        <WhenFields form={form} hasZone={isMore} />
        <Place form={form} />
        {isMore ? (
          <More form={form} hasReminders={hasReminders} />
        ) : (
          <Button className="self-start" onClick={() => setMore(true)} size="sm" variant="ghost">
            More options
          </Button>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4 md:border-l md:pl-5">
        <PeoplePicker {...ofPeople} label="People" max={100} onChange={setPeople} people={people} />
        {isMore && <Groups form={form} />}
        <FormAvailability form={form} {...whose} />
        {isMore && <Switches form={form} />}
      </div>
    </div>
  );
}

/** In whose calendar it stands. */
function Place({ form }: { form: EventForm }) {
  const { departments } = useViewer();
  const { data: own } = useOwnCalendars();
  return (
    <Select
      {...useChoice(form, "place")}
      label="Calendar"
      options={[
        { value: "", label: "My calendar" },
        ...(own?.calendars ?? []).map(({ id, name }) => ({ value: `calendar/${id}`, label: name })),
        ...departments.map(({ id, name }) => ({
          value: `department/${id}`,
          label: `${name} (all its members see it)`,
        })),
      ]}
    />
  );
}

function More({ form, hasReminders }: { form: EventForm; hasReminders: boolean }) {
  const rule = useChoice(form, "rule");
  return (
    <>
      <RuleField
        day={form.watch("startDay")}
        error={rule.error}
        onChange={rule.onValueChange}
        rule={rule.value}
      />
      {hasReminders && <RemindersField form={form} />}
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <TextField {...form.field("location")} label="Room or location" />
        <TextField {...form.field("link")} inputMode="url" label="Link" placeholder="https://" />
      </div>
      <TextArea
        {...form.field("description")}
        grows
        help="Markdown works here"
        label="Description"
        rows={3}
      />
      <Select
        {...useChoice(form, "kind")}
        label="Kind"
        options={eventKinds.map((value) => ({ value, label: eventKindNames[value] }))}
      />
    </>
  );
}

function Switches({ form }: { form: EventForm }) {
  return (
    <div className="flex flex-col gap-2">
      <Switch form={form} label="Show me as busy" name="isBusy" />
      <Switch form={form} label="Guests can see each other" name="guestsSeeGuests" />
      <Switch
        form={form}
        help="Others see only that you are busy."
        label="Only attendees see the details"
        name="isPrivate"
      />
    </div>
  );
}

/** Departments and channels, which stand for who is in them now. */
function Groups({ form }: { form: EventForm }) {
  const { departments } = useViewer();
  const channels = useOwnChannels();
  const { error: departmentError, ...ofDepartments } = useChoice(form, "departmentIds");
  const { error: channelError, ...ofChannels } = useChoice(form, "channelIds");
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      {departments.length > 0 && (
        <MultiSelect
          {...ofDepartments}
          error={departmentError}
          label="Everybody in departments"
          options={departments.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {channels.length > 0 && (
        <MultiSelect
          {...ofChannels}
          error={channelError}
          label="Everybody in channels"
          options={channels.map(({ id, name }) => ({ value: id, label: `#${name}` }))}
        />
      )}
    </div>
  );
}

interface SwitchProps {
  form: EventForm;
  name: "isBusy" | "guestsSeeGuests" | "isPrivate";
  label: string;
  help?: string;
}

function Switch({ form, name, ...texts }: SwitchProps) {
  const { value, onValueChange } = useChoice(form, name);
  return (
    <Toggle {...texts} checked={value} labelFirst onChange={({ target }) => onValueChange(target.checked)} />
  );
}
