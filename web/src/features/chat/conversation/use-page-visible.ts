import { useSyncExternalStore } from "react";

/** Whether the person can see this page: not when another tab or window hides it. */
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
