import { undoOfferedMs } from "@atoll/contract/changes/limits";
import { changeRoutes } from "@atoll/contract/changes/routes";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { notify } from "../../ui/toast/toast.tsx";
import type { ToastAction } from "../../ui/toast/toast-message.ts";
import { rememberUndo } from "./undo-last.ts";

/** Undoes a change of the viewer, unless someone else has changed the same since. Only for kinds that share this route. */
export const undoChange = (changeId: string) => call(changeRoutes.undoChange, { params: { changeId } });

/**
 * Says what was done, and offers to undo it. The next toast of the same id replaces it. Ctrl+Z undoes it too, also when
 * the toast is gone.
 * @param undo left out: it cannot be undone.
 * @param also another action of the toast.
 */
export function offerUndo(id: string, said: string, undo?: () => Promise<unknown>, also?: ToastAction): void {
  let forget: (() => void) | undefined;
  const onClick = () => {
    forget?.();
    undo?.().then(
      () => notify.info("Change undone", { id }),
      (error: unknown) => notify.error(errorMessage(error, "Failed to undo"), { id }),
    );
  };
  if (undo) forget = rememberUndo(onClick);
  notify.success(said, {
    id,
    also,
    timeoutMs: undoOfferedMs,
    ...(undo && { action: { label: "Undo", onClick } }),
  });
}
