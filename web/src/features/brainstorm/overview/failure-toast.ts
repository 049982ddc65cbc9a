import { errorMessage } from "../../../lib/request/api-error.ts";
import { notify } from "../../../ui/toast/toast.tsx";

/** Says why something could not be done with a board. */
export function failureToast(error: unknown): void {
  notify.error(errorMessage(error, "Failed to change the board"));
}
