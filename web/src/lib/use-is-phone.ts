import { useSyncExternalStore } from "react";

/** Below this width a page is one column. Specification, section 9. */
const phone = matchOf("(width < 768px)");
/** Below this width, a page with the navigation has no space for a side panel. */
const sidePanel = matchOf("(width >= 1280px)");

/** Whether the window is as narrow as a phone's, for what needs other elements there and not only other styles. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(phone.subscribe, phone.read);
}

/** Returns whether the page has space for a panel next to its content. Otherwise the panel covers it. */
export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(sidePanel.subscribe, sidePanel.read);
}

function matchOf(query: string) {
  return {
    read: () => matchMedia(query).matches,
    subscribe(listener: () => void): () => void {
      const match = matchMedia(query);
      match.addEventListener("change", listener);
      return () => match.removeEventListener("change", listener);
    },
  };
}
