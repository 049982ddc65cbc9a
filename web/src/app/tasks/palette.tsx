import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { CirclePlus } from "lucide-react";
import { authorName } from "../../capabilities/people/author-name.ts";
import { useHeldPeople } from "../../capabilities/people/use-held-people.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import type { AreaGoalsProps } from "../area.ts";
import { useViewGoals } from "../palette/use-view-goals.tsx";

/** Fewer letters fit too many names. */
const minNameLength = 3;
const maxPeople = 2;

/** The palette's entries for tasks: saved views, a new task, and the tasks of a colleague, by name or "tasks of" a name. */
export function Goals({ text, onGo, children }: AreaGoalsProps) {
  const viewer = useViewer();
  const views = useViewGoals("tasks", "Tasks", () => "/tasks?view=list&", onGo);
  const name = text.trim().replace(/^tasks?\s+((of|for)\s+)?/i, "");
  const colleagues = useHeldPeople(name.length < minNameLength ? "" : name, maxPeople);
  const add = {
    id: "new task",
    label: "New task",
    mark: <CirclePlus className="size-4 text-faint" />,
    run: () => onGo("/tasks?new=1"),
  };
  return children({
    found: [
      {
        title: "Tasks",
        goals: colleagues.map((person) => ({
          id: `tasks of ${person.id}`,
          label: `Tasks of ${authorName(person)}`,
          mark: <Avatar decorative name={person.name} picture={person.avatar} size={24} userId={person.id} />,
          run: () => onGo(`/tasks?view=list&assignee=${person.id}`),
        })),
      },
    ],
    places: views,
    actions: canCreateTasks(viewer) ? [add] : [],
    error: null,
    isSearching: false,
  });
}
