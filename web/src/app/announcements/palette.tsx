import { canWriteAnnouncements } from "@atoll/contract/announcements/policy";
import { Megaphone } from "lucide-react";
import { useViewer } from "../../lib/session/use-session.tsx";
import type { AreaGoalsProps } from "../area.ts";

/** The palette's entries for announcements. None for people who can only read. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  const viewer = useViewer();
  const begin = {
    id: "new announcement",
    label: "New announcement",
    mark: <Megaphone className="size-4 text-faint" />,
    run: () => onGo("/announcements?new=1"),
  };
  return children({
    found: [],
    places: [],
    actions: canWriteAnnouncements(viewer) ? [begin] : [],
    error: null,
    isSearching: false,
  });
}
