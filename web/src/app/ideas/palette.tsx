import { Lightbulb, Map as MapIcon } from "lucide-react";
import type { AreaGoalsProps } from "../area.ts";

/** The palette's entries for ideas. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  return children({
    found: [],
    places: [
      {
        id: "ideas roadmap",
        label: "Roadmap of ideas",
        mark: <MapIcon className="size-4 text-faint" />,
        run: () => onGo("/ideas/roadmap"),
      },
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
