import { Shapes } from "lucide-react";
import type { AreaGoalsProps } from "../area.ts";

/** Palette entries that create and find boards. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  return children({
    found: [],
    places: [],
    actions: [
      {
        id: "new board",
        label: "New board",
        mark: <Shapes className="size-4 text-faint" />,
        run: () => onGo("/brainstorm?new=blank"),
      },
    ],
    error: null,
    isSearching: false,
  });
}
