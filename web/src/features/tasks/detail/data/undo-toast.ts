import { taskRoutes } from "@atoll/contract/tasks/routes";
import { call, errorMessage } from "../../../../lib/api-client.ts";
import { notify } from "../../../../ui/toast/toast.tsx";

const offeredMs = 10_000;

/** Says what was changed, and offers for ten seconds to take it back. `onUndone` is called once it is. */
export function offerUndo(message: string, changeId: string, onUndone?: () => void): void {
  const undo = () => {
    call(taskRoutes.undoTaskChange, { params: { changeId } }).then(
      () => {
        notify.info("Change undone");
        onUndone?.();
      },
      (error: unknown) => notify.error(errorMessage(error, "Failed to undo")),
    );
  };
  notify.success(message, { action: { label: "Undo", onClick: undo }, timeoutMs: offeredMs });
}
