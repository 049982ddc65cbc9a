import { Lightbulb, Map as MapIcon } from "lucide-react";
import type { AreaGoalsProps } from "../area.ts";
import { useViewGoals } from "../palette/use-view-goals.tsx";

/** The palette's entries for ideas. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  const views = useViewGoals("ideas", "Ideas", startOf, onGo);
  return children({
    found: [],
    places: [
      {
        id: "ideas roadmap",
        label: "Roadmap of ideas",
        mark: <MapIcon className="size-4 text-faint" />,
        run: () => onGo("/ideas/roadmap"),
      },
      ...views,
    ],
    actions: [
      {
        id: "new idea",
        label: "New idea",
        mark: <Lightbulb className="size-4 text-faint" />,
        run: () => onGo("/ideas/new"),
      },
    ],
    error: null,
    isSearching: false,
  });
}

/** A view of ideas says whether it is the list, the board or the roadmap. */
function startOf(filters: URLSearchParams): string {
  const page = filters.get("page");
  return page === "board" || page === "roadmap" ? `/ideas/${page}?` : "/ideas?";
}
