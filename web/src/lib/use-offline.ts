import { useSyncExternalStore } from "react";
import { realtime } from "./socket.ts";

/** A restart of the server takes less, and so does a change from one network to the next. */
const patienceMs = 10_000;

let isOffline = false;
let wasConnected = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/**
 * Whether the person works without a connection: the browser says so, the page was opened without one, or it has been away
 * for longer than an interruption lasts. What is done meanwhile waits in the outbox.
 */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, () => isOffline);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) watch("addEventListener");
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) watch("removeEventListener");
  };
}

let stopRealtime: (() => void) | undefined;

function watch(change: "addEventListener" | "removeEventListener"): void {
  stopRealtime?.();
  stopRealtime = change === "addEventListener" ? realtime.subscribe(look) : undefined;
  window[change]("online", look);
  window[change]("offline", look);
  clearTimeout(timer);
  timer = undefined;
  if (change === "addEventListener") look();
}

function look(): void {
  const state = realtime.getState();
  if (state === "connected" || state === "closed") {
    wasConnected = state === "connected";
    clearTimeout(timer);
    timer = undefined;
    set(false);
  } else if (navigator.onLine === false || (state === "disconnected" && !wasConnected)) set(true);
  else if (state === "disconnected" && !isOffline) timer ??= setTimeout(() => set(true), patienceMs);
}

function set(next: boolean): void {
  if (next === isOffline) return;
  isOffline = next;
  for (const listener of listeners) listener();
}
