import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import { oneEach } from "../../../lib/signed-in.ts";

/** Tracks who is typing, and tells others that the viewer is. Specification, section 4. */
export interface TypingBoard {
  /** The names of those who write in a channel, or in one of its threads; the same array while nothing changes. */
  names(channelId: string, parentId: string | null): readonly string[];
  /** Called when a key was pressed in a composer with text. */
  pressed(channelId: string, parentId: string | null): void;
  /** The text was sent, or is empty. */
  stopped(channelId: string, parentId: string | null): void;
  subscribe(listener: () => void): () => void;
}

/** Created with the first open conversation, because typing is not shown before. */
export const typingOf = oneEach(({ realtime, viewer, onEnd }) => {
  const board = createTypingBoard(realtime, viewer.id);
  onEnd(board.start());
  return board;
});

/** Specification, section 9. */
const lifetimeMs = 3000;
const stopsAfterMs = 2000;

const nobody: readonly string[] = [];

function createTypingBoard(
  realtime: RealtimeSocket,
  viewerId: string,
): TypingBoard & { start(): () => void } {
  const writers = new Map<string, Map<string, { name: string; timer: ReturnType<typeof setTimeout> }>>();
  const shown = new Map<string, readonly string[]>();
  const listeners = new Set<() => void>();
  const own = new Map<string, { toldAt: number; timer: ReturnType<typeof setTimeout> }>();

  function show(place: string): void {
    const names = [...(writers.get(place)?.values() ?? [])].map(({ name }) => name);
    if (names.length === 0) shown.delete(place);
    else shown.set(place, names);
    for (const listener of listeners) listener();
  }

  function forget(place: string, userId: string): void {
    const group = writers.get(place);
    const writer = group?.get(userId);
    if (!group || !writer) return;
    clearTimeout(writer.timer);
    group.delete(userId);
    if (group.size === 0) writers.delete(place);
    show(place);
  }

  function remember(place: string, userId: string, name: string): void {
    const group = writers.get(place) ?? new Map();
    clearTimeout(group.get(userId)?.timer);
    const timer = setTimeout(() => forget(place, userId), lifetimeMs);
    writers.set(place, group.set(userId, { name, timer }));
    show(place);
  }

  function tell(channelId: string, parentId: string | null, isTyping: boolean): void {
    if (realtime.getState() !== "connected") return;
    // It is worth nothing a moment later: what did not get through is not sent again.
    realtime.send("typing.set", { channelId, parentId, isTyping }).catch(() => undefined);
  }

  function stopped(channelId: string, parentId: string | null): void {
    const place = placeOf(channelId, parentId);
    const state = own.get(place);
    if (!state) return;
    clearTimeout(state.timer);
    own.delete(place);
    tell(channelId, parentId, false);
  }

  return {
    names: (channelId, parentId) => shown.get(placeOf(channelId, parentId)) ?? nobody,
    pressed(channelId, parentId) {
      const place = placeOf(channelId, parentId);
      const before = own.get(place);
      clearTimeout(before?.timer);
      const now = performance.now();
      const isDue = !before || now - before.toldAt >= stopsAfterMs;
      const timer = setTimeout(() => stopped(channelId, parentId), stopsAfterMs);
      own.set(place, { toldAt: isDue ? now : before.toldAt, timer });
      if (isDue) tell(channelId, parentId, true);
    },
    stopped,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      const stops = [
        realtime.on("typing.changed", ({ channelId, parentId, userId, name, isTyping }) => {
          const place = placeOf(channelId, parentId);
          if (isTyping && userId !== viewerId) remember(place, userId, name);
          else forget(place, userId);
        }),
        // The message has arrived, so its author is no longer typing.
        realtime.on("message.posted", ({ channelId, message }) =>
          forget(placeOf(channelId, message.parentId), message.author.id),
        ),
      ];
      return () => {
        for (const stop of stops) stop();
        for (const { timer } of own.values()) clearTimeout(timer);
        for (const group of writers.values()) for (const { timer } of group.values()) clearTimeout(timer);
        own.clear();
        writers.clear();
        shown.clear();
      };
    },
  };
}

const placeOf = (channelId: string, parentId: string | null) => `${channelId}/${parentId ?? ""}`;
