import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { useMutation } from "@tanstack/react-query";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { taskChanges } from "../changes/task-changes.ts";

export interface DeleteTaskProps {
  task: OpenTask;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called before the server is asked: its event is no news here. */
  onBegin: () => void;
  onDeleted: () => void;
}

/** Asks, deletes, and offers to take it back. */
export function DeleteTask({ task, open, onOpenChange, onBegin, onDeleted }: DeleteTaskProps) {
  const queue = useChanges(taskChanges);
  const deletion = useMutation({
    networkMode: "always",
    mutationFn() {
      onBegin();
      const about = [task.id];
      return queue.run({ about, title: `“${task.title}”`, said: "Task deleted", change: { act: "delete" } });
    },
    onSuccess: onDeleted,
  });
  const { total } = task.subtasks;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this task?"
      verb="Delete"
      loading={deletion.isPending}
      {...(deletion.error && { error: errorMessage(deletion.error) })}
      onConfirm={() => deletion.mutate()}
    >
      It disappears for everyone
      {total > 0 && (total === 1 ? ", and its sub-task with it" : `, and its ${total} sub-tasks with it`)}.
      For ten seconds you can take this back.
    </ConfirmDialog>
  );
}
