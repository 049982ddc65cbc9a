import { useSyncExternalStore } from "react";

/** Returns whether the page is visible, and not hidden by another tab or window. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible);
}

function isVisible(): boolean {
  return document.visibilityState === "visible";
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
