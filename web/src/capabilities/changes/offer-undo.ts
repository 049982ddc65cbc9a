import { undoOfferedMs } from "@atoll/contract/changes/limits";
import { errorMessage } from "../../lib/request/api-error.ts";
import { notify } from "../../ui/toast/toast.tsx";

/**
 * Says what was done, and offers to undo it. The next toast of the same id replaces it.
 * @param undo left out: it cannot be undone.
 */
export function offerUndo(id: string, said: string, undo?: () => Promise<unknown>): void {
  const onClick = () => {
    undo?.().then(
      () => notify.info("Change undone", { id }),
      (error: unknown) => notify.error(errorMessage(error, "Failed to undo"), { id }),
    );
  };
  notify.success(said, { id, timeoutMs: undoOfferedMs, ...(undo && { action: { label: "Undo", onClick } }) });
}
