import type { Task } from "@atoll/contract/tasks/schemas";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import type { TaskChangePending } from "../changes/task-act.ts";
import { assignedWords, viewerAsPerson } from "./people-fields.tsx";

/** Assigns a task to the viewer. */
export function useAssignToMe(change: (pending: TaskChangePending) => void): (task: Task) => void {
  const viewer = useViewer();
  return (task) => {
    if (task.assignee?.id === viewer.id) {
      notify.info("Already assigned to you", { id: "task" });
      return;
    }
    const me = viewerAsPerson(viewer);
    change({
      about: [task.id],
      title: `“${task.title}”`,
      said: assignedWords(me, viewer),
      change: { act: "set", set: { assignee: me } },
    });
  };
}
