import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { CirclePlus } from "lucide-react";
import { useViewer } from "../../lib/session/use-session.tsx";
import type { AreaGoalsProps } from "../area.ts";
import { useViewGoals } from "../palette/use-view-goals.tsx";

/** The palette's entries for tasks. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  const viewer = useViewer();
  const views = useViewGoals("tasks", "Tasks", () => "/tasks?view=list&", onGo);
  const add = {
    id: "new task",
    label: "New task",
    mark: <CirclePlus className="size-4 text-faint" />,
    run: () => onGo("/tasks?new=1"),
  };
  return children({
    found: [],
    places: views,
    actions: canCreateTasks(viewer) ? [add] : [],
    error: null,
    isSearching: false,
  });
}
