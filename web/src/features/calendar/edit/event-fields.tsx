import { eventKindNames, eventKinds } from "@atoll/contract/calendar/limits";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { Conflicts } from "../availability/conflicts.tsx";
import { useOwnCalendars } from "../data/use-calendar.ts";
import { chosenIn } from "./chosen-time.ts";
import type { EventFields as Fields } from "./event-form.ts";
import { FormAvailability } from "./form-availability.tsx";
import { PeopleField } from "./people-field.tsx";
import { RemindersField } from "./reminders-field.tsx";
import { RuleField } from "./rule-field.tsx";
import type { Invited } from "./use-invited.ts";
import { WhenFields } from "./when-fields.tsx";

type EventForm = Form<Fields>;

interface EventFieldsProps {
  form: EventForm;
  organiserId: string;
  exceptEventId: string | null;
  invited: Invited;
  /** The viewer comes, and is reminded. */
  hasReminders?: boolean;
}

/** All fields of an event, with its people and their free times next to them. */
export function EventFields({
  form,
  organiserId,
  exceptEventId,
  invited,
  hasReminders = true,
}: EventFieldsProps) {
  const rule = useChoice(form, "rule");
  return (
    <div className="grid gap-x-5 gap-y-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <TextField {...form.field("title")} autoComplete="off" label="Title" />
        <WhenFields form={form} hasZone />
        <div className={pair}>
          <RuleField
            day={form.watch("startDay")}
            error={rule.error}
            onChange={rule.onValueChange}
            rule={rule.value}
          />
          {hasReminders && <RemindersField form={form} />}
        </div>
        <div className={pair}>
          <TextField {...form.field("location")} label="Room or location" />
          <Place form={form} />
        </div>
        <div className={pair}>
          <TextField {...form.field("link")} inputMode="url" label="Link" placeholder="https://" />
          <Select
            {...useChoice(form, "kind")}
            label="Kind"
            options={eventKinds.map((value) => ({ value, label: eventKindNames[value] }))}
          />
        </div>
        <TextArea
          {...form.field("description")}
          grows
          help="Markdown works here"
          label="Description"
          rows={3}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4 md:border-l md:pl-5">
        <PeopleField form={form} invited={invited} />
        <FormAvailability
          exceptEventId={exceptEventId}
          form={form}
          invitedIds={invited.ids}
          organiserId={organiserId}
        />
        <Switches form={form} />
      </div>
    </div>
  );
}

const pair = "grid items-start gap-3 sm:grid-cols-2";

interface QuickFieldsProps extends Pick<EventFieldsProps, "form" | "organiserId" | "invited"> {
  onMore: () => void;
}

/** The fields that most events need, in one column. The others keep what was typed in them. */
export function QuickFields({ form, organiserId, invited, onMore }: QuickFieldsProps) {
  const chosen = chosenIn(form.watch());
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TextField {...form.field("title")} autoComplete="off" data-first-focus="" label="Title" />
      <WhenFields form={form} hasZone={false} />
      <PeopleField form={form} invited={invited} />
      {chosen && invited.ids.length > 0 && (
        <>
          <Conflicts chosen={chosen} exceptEventId={null} ids={[organiserId, ...invited.ids]} />
          <Button className="self-start" onClick={onMore} size="sm">
            Find a time
          </Button>
        </>
      )}
      <Place form={form} />
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
