import { errorMessage } from "../../lib/request/api-error.ts";
import { notify } from "./toast.tsx";

/** Puts a text into the clipboard, and says so. */
export function copyText(text: string, said: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify.success(said),
    (error: unknown) => notify.error(errorMessage(error, "Failed to copy")),
  );
}
