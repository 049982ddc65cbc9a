import { notify } from "./toast.tsx";

/** What is said when code that is loaded on demand cannot be had. */
export const loadFailure = "This part of the page could not be loaded. Check your connection and try again.";

/** Says so, once for all that fails at the same time. */
export function tellLoadFailure(): void {
  notify.error(loadFailure, { id: "load" });
}
