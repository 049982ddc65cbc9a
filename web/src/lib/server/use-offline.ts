import { useSyncExternalStore } from "react";
import { type RealtimeSocket, realtime } from "./socket.ts";

/** A change from one network to the next takes less, and nobody needs to hear of it. */
const unseenMs = 5000;
/** A restart of the server takes less. */
const patienceMs = 10_000;

const watch = watchConnection(realtime);

/**
 * Returns whether the person is offline: the browser says so, the page was opened offline, or the connection has been
 * down for longer than a short interruption. Changes wait in the outbox.
 */
export function useIsOffline(): boolean {
  return useSyncExternalStore(watch.subscribe, watch.isOffline);
}

/**
 * Returns whether the connection has been down long enough to tell people and to disable things that need it. Also true
 * while they are offline. Shorter interruptions are not shown, and changes wait in the outbox.
 */
export function useIsCut(): boolean {
  return useSyncExternalStore(watch.subscribe, watch.isCut);
}

/** How long the connection has been away, in steps. It is looked at only while somebody listens. */
export function watchConnection(connection: Pick<RealtimeSocket, "getState" | "subscribe">) {
  let isCut = false;
  let isOffline = false;
  let wasConnected = false;
  let timers: ReturnType<typeof setTimeout>[] = [];
  let stopRealtime: (() => void) | undefined;
  const listeners = new Set<() => void>();

  function listen(change: "addEventListener" | "removeEventListener"): void {
    stopRealtime?.();
    stopRealtime = change === "addEventListener" ? connection.subscribe(look) : undefined;
    window[change]("online", look);
    window[change]("offline", look);
    stopTimers();
    if (change === "addEventListener") look();
  }

  function look(): void {
    const state = connection.getState();
    if (state === "connected" || state === "closed") {
      wasConnected = state === "connected";
      stopTimers();
      set(false, false);
    } else if (navigator.onLine === false || (state === "disconnected" && !wasConnected)) set(true, true);
    else if (state === "disconnected" && !isOffline && timers.length === 0) {
      timers = [
        setTimeout(() => set(true, isOffline), unseenMs),
        setTimeout(() => set(true, true), patienceMs),
      ];
    }
  }

  function stopTimers(): void {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  }

  function set(cut: boolean, offline: boolean): void {
    if (cut === isCut && offline === isOffline) return;
    isCut = cut;
    isOffline = offline;
    for (const listener of listeners) listener();
  }

  return {
    isCut: () => isCut,
    isOffline: () => isOffline,
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) listen("addEventListener");
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) listen("removeEventListener");
      };
    },
  };
}
