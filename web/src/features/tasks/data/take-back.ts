import { errorMessage } from "../../../lib/api-error.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { undoTaskChange } from "./api.ts";
import { tellTasks } from "./tell-tasks.ts";

const offeredMs = 10_000;

/** Says what was changed in a list of tasks, and offers for ten seconds to take it back. */
export function offerTakeBack(signedIn: SignedIn, message: string, changeId: string, toastId: string): void {
  const undo = () => {
    undoTaskChange(changeId).then(
      (tasks) => tellTasks(signedIn, tasks),
      (error: unknown) => notify.error(errorMessage(error, "Failed to undo"), { id: toastId }),
    );
  };
  notify.success(message, {
    id: toastId,
    timeoutMs: offeredMs,
    action: { label: "Undo", onClick: undo },
  });
}
