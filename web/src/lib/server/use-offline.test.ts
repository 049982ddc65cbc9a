// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import type { ConnectionState } from "./socket.ts";
import { watchConnection } from "./use-offline.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("hides a short disconnect, then shows it, then shows offline mode", () => {
  vi.useFakeTimers();
  let state: ConnectionState = "connected";
  let changed = () => {};
  const watch = watchConnection({
    getState: () => state,
    subscribe(listener) {
      changed = listener;
      return () => undefined;
    },
  });
  const turn = (next: ConnectionState) => {
    state = next;
    changed();
  };
  const stop = watch.subscribe(() => undefined);
  const shown = () => [watch.isCut(), watch.isOffline()];
  turn("disconnected");
  vi.advanceTimersByTime(4900);
  expect(shown()).toEqual([false, false]);
  turn("connected");
  vi.advanceTimersByTime(20_000);
  expect(shown()).toEqual([false, false]);
  turn("disconnected");
  vi.advanceTimersByTime(4900);
  // A failed attempt in between does not restart the timer.
  turn("disconnected");
  vi.advanceTimersByTime(200);
  expect(shown()).toEqual([true, false]);
  vi.advanceTimersByTime(5000);
  expect(shown()).toEqual([true, true]);
  turn("connected");
  expect(shown()).toEqual([false, false]);
  stop();
});
