import { calendarRoutes } from "@atoll/contract/calendar/calendar-routes";
import type { CalendarSettings } from "@atoll/contract/calendar/schemas";
import { useMutation } from "@tanstack/react-query";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { RetryAlert } from "../../../ui/state/retry-alert.tsx";
import { lookAtCalendar } from "../data/look-again.ts";
import { takeOwn, useOwnCalendars } from "../data/use-calendar.ts";
import { RemindersPicker } from "../remind/reminders-picker.tsx";

/** When the viewer is reminded of events that say nothing else. */
export function RemindersCard() {
  const signedIn = useSignedIn();
  const { data, error, isFetching, refetch } = useOwnCalendars();
  const save = useMutation({
    networkMode: "always",
    // One after the other, as they were chosen.
    scope: { id: "calendar-settings" },
    mutationFn: (body: CalendarSettings) => call(calendarRoutes.saveCalendarSettings, { body }),
    onSuccess: (kept) => {
      takeOwn(signedIn, kept);
      // Events that are held say when they remind.
      void lookAtCalendar(signedIn);
    },
  });
  const shown = save.isPending ? save.variables : data?.settings;
  return (
    <SettingCard
      text="For events without reminders of their own, including those you are invited to."
      title="Reminders of events"
    >
      <div className="flex flex-col gap-4 border-t px-4 py-4 md:px-5">
        {save.error && (
          <InlineAlert tone="error">{errorMessage(save.error, "Failed to save your reminders")}</InlineAlert>
        )}
        {shown ? (
          <>
            <RemindersPicker
              isAllDay={false}
              label="Reminders of events with a time"
              onChange={(timedReminders) => save.mutate({ ...shown, timedReminders })}
              reminders={shown.timedReminders}
            />
            <RemindersPicker
              isAllDay
              label="Reminders of whole days"
              note="By the clock where you are."
              onChange={(allDayReminders) => save.mutate({ ...shown, allDayReminders })}
              reminders={shown.allDayReminders}
            />
          </>
        ) : error ? (
          <RetryAlert
            message={errorMessage(error, "Failed to load your reminders")}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <RowSkeletons label="Loading your reminders" mark={28} rowClassName="gap-3 py-1.5" />
        )}
      </div>
    </SettingCard>
  );
}
