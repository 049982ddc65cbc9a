import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import type { WorkingDay } from "@atoll/contract/calendar/working-hours";
import { useMutation } from "@tanstack/react-query";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { takeOwn, useWorkingHours } from "../data/use-calendar.ts";
import { WorkingDayRow } from "./working-day-row.tsx";

/** 2024 began with a Monday. */
const dayOfWeek = (index: number) => `2024-01-0${index + 1}`;

/** When the viewer works: what of the calendar is shaded, and when others find them free. */
export function WorkingHoursCard() {
  const signedIn = useSignedIn();
  const hours = useWorkingHours();
  const save = useMutation({
    networkMode: "always",
    // One after the other, as they were chosen.
    scope: { id: "working-hours" },
    onSuccess: (kept) => takeOwn(signedIn, kept),
    mutationFn: (workingHours: WorkingDay[]) => call(freeRoutes.saveWorkingHours, { body: { workingHours } }),
  });
  // The choice is shown at once, and reverted if the server refuses it.
  const shown = save.isPending ? save.variables : hours;
  return (
    <SettingCard
      text="Colleagues who look for a time see these hours, by your clock, and what lies outside of them is shaded."
      title="Working hours"
    >
      {save.error && (
        <InlineAlert className="mx-4 mb-3 md:mx-5" tone="error">
          {errorMessage(save.error, "Failed to save your working hours")}
        </InlineAlert>
      )}
      <ul>
        {shown.map((working, index) => (
          <WorkingDayRow
            day={dayOfWeek(index)}
            key={dayOfWeek(index)}
            onChange={(next) => save.mutate(shown.map((one, place) => (place === index ? next : one)))}
            working={working}
          />
        ))}
      </ul>
    </SettingCard>
  );
}
