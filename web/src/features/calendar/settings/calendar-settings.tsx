import { RemindersCard } from "./reminders-card.tsx";
import { WorkingHoursCard } from "./working-hours-card.tsx";

/** A person's settings for their calendar, on all of their devices. */
export function CalendarSettings() {
  return (
    <div className="flex flex-col gap-4">
      <WorkingHoursCard />
      <RemindersCard />
    </div>
  );
}
