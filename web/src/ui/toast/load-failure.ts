import { notify } from "./toast.tsx";

/** The message when lazily loaded code could not be loaded. */
export const loadFailure = "This part of the page could not be loaded. Check your connection and try again.";

/** Says so, once for all that fails at the same time. */
export function showLoadFailure(): void {
  notify.error(loadFailure, { id: "load" });
}
