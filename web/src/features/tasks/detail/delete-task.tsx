import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { useMutation } from "@tanstack/react-query";
import { call, errorMessage } from "../../../lib/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { offerUndo } from "./data/undo-toast.ts";

export interface DeleteTaskProps {
  task: OpenTask;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Before the server is asked: what it then tells everybody is no news here. */
  onBegin: () => void;
  onDeleted: () => void;
}

/** Asks, deletes, and offers to take it back. */
export function DeleteTask({ task, open, onOpenChange, onBegin, onDeleted }: DeleteTaskProps) {
  const deletion = useMutation({
    mutationFn: async () => {
      onBegin();
      const changeId = uuidv7();
      await call(taskRoutes.deleteTask, { params: { taskId: task.id }, query: { changeId } });
      return changeId;
    },
    onSuccess(changeId) {
      offerUndo("Task deleted", changeId);
      onDeleted();
    },
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
