import { useSyncExternalStore } from "react";

/** Below this width a page is one column. Specification, section 9. */
const phone = "(width < 768px)";

/** Whether the window is as narrow as a phone's, for what needs other elements there and not only other styles. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => query()?.matches ?? false);
}

/** Where there is no layout, as in the tests of components, nothing is narrow. */
function query(): MediaQueryList | undefined {
  return typeof window.matchMedia === "function" ? window.matchMedia(phone) : undefined;
}

function subscribe(listener: () => void): () => void {
  const watched = query();
  watched?.addEventListener("change", listener);
  return () => watched?.removeEventListener("change", listener);
}
