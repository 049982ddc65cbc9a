import { useSyncExternalStore } from "react";

/** Below this width a page is one column. Specification, section 9. */
const phone = matchOf("(width < 768px)");
/** Below this width, a page with the navigation has no space for a side panel. */
const sidePanel = matchOf("(width >= 1280px)");
/** From this width, a list keeps its length of line next to what is read. */
const readingPane = matchOf("(width >= 1360px)");

/** Whether the window is as narrow as a phone's, for what needs other elements there and not only other styles. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(phone.subscribe, phone.read);
}

/** Returns whether the page has space for a panel next to its content. Otherwise the panel covers it. */
export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(sidePanel.subscribe, sidePanel.read);
}

/** Returns whether the page has space for a list and what is chosen in it, side by side. */
export function useHasReadingPane(): boolean {
  return useSyncExternalStore(readingPane.subscribe, readingPane.read);
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
