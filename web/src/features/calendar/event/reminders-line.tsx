import type { Reminder } from "@atoll/contract/calendar/limits";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { Bell } from "lucide-react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { remindOf } from "../data/changes.ts";
import { lateInWords, lateOf } from "../remind/reminder-words.ts";
import { RemindersPicker } from "../remind/reminders-picker.tsx";

/** When the viewer is reminded, and the way to change it: for all of its times. */
export function RemindersLine({ event }: { event: OpenEvent }) {
  const signedIn = useSignedIn();
  const now = useNow();
  const { reminders, hasDefaultReminders, allDay, occurrence } = event;
  const startsAt = allDay ? instantOf(occurrence.start) : new Date(occurrence.startsAt);
  function save(next: Reminder[] | null) {
    remindOf(signedIn, event, next).catch((error: unknown) =>
      notify.error(errorMessage(error, "Failed to change the reminders")),
    );
  }
  return (
    <li className="flex items-start gap-2.5">
      <Bell className="mt-0.5 size-4 text-faint" />
      <div className="min-w-0 flex-1">
        <RemindersPicker
          hideLabel
          isAllDay={allDay}
          label="Reminders"
          note={lateInWords(lateOf(reminders, startsAt, now), allDay, event.isSeries)}
          onChange={save}
          reminders={reminders}
        />
      </div>
      {!hasDefaultReminders && (
        <Button onClick={() => save(null)} size="xs" variant="ghost">
          As for all events
        </Button>
      )}
    </li>
  );
}
