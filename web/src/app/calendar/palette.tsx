import { CalendarPlus } from "lucide-react";
import type { AreaGoalsProps } from "../area.ts";

/** The palette's entries for the calendar. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  const begin = {
    id: "new event",
    label: "New event",
    mark: <CalendarPlus className="size-4 text-faint" />,
    run: () => onGo("/calendar?new=1"),
  };
  return children({ found: [], places: [], actions: [begin], error: null, isSearching: false });
}
