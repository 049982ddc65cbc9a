import { Calendar } from "lucide-react";
import type { DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import { EmptyState } from "../../ui/state/empty-state.tsx";

export const cards: DashboardParts["cards"] = {
  events: {
    icon: Calendar,
    names: { panel: "Today's Events", card: "Events" },
    link: { label: "Open", to: "/calendar" },
    Body: NoEventsYet,
  },
};

/** Events come with the calendar; until then the panel says so. */
function NoEventsYet() {
  return (
    <EmptyState drawing="events" title="No events today.">
      The calendar is still to come. What is on will stand here.
    </EmptyState>
  );
}
