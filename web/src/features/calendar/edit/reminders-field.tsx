import {
  defaultAllDayReminders,
  defaultTimedReminders,
  type Reminder,
} from "@atoll/contract/calendar/limits";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { Button } from "../../../ui/button/button.tsx";
import { useOwnCalendars } from "../data/use-calendar.ts";
import { lateInWords, lateOf } from "../remind/reminder-words.ts";
import { RemindersPicker } from "../remind/reminders-picker.tsx";
import { chosenIn } from "./chosen-time.ts";
import type { EventFields } from "./event-form.ts";

/** When the viewer is reminded of this event: as they chose for all, until they say it for this one. */
export function RemindersField({ form }: { form: Form<EventFields> }) {
  const { value, onValueChange } = useChoice(form, "reminders");
  const now = useNow();
  const fields = form.watch();
  const { isAllDay, startDay, rule } = fields;
  const usual = useUsualReminders(isAllDay);
  const reminders = value ?? usual;
  const startsAt = isAllDay ? instantOf(startDay) : chosenIn(fields)?.from;
  const isDated = startsAt !== undefined && !Number.isNaN(startsAt.getTime());
  const late = isDated ? lateInWords(lateOf(reminders, startsAt, now), isAllDay, rule !== "") : "";
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <RemindersPicker
          isAllDay={isAllDay}
          label="My reminders"
          note={late || (value === null ? "As for all your events." : undefined)}
          onChange={onValueChange}
          reminders={reminders}
        />
      </div>
      {value !== null && (
        <Button onClick={() => onValueChange(null)} size="xs" variant="ghost">
          As for all events
        </Button>
      )}
    </div>
  );
}

function useUsualReminders(isAllDay: boolean): readonly Reminder[] {
  const { data } = useOwnCalendars();
  if (isAllDay) return data?.settings.allDayReminders ?? defaultAllDayReminders;
  return data?.settings.timedReminders ?? defaultTimedReminders;
}
