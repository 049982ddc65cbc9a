import { useSyncExternalStore } from "react";

/** Below this width a page is one column. Specification, section 9. */
const phone = "(width < 768px)";

/** Whether the window is as narrow as a phone's, for what needs other elements there and not only other styles. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(phone).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(phone);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
