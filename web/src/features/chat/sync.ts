import { fetchHeads } from "./api.ts";
import type { ChannelList } from "./channel-list.ts";
import type { Streams } from "./streams.ts";
import { isListBehind } from "./unread.ts";

export interface Sync {
  /** Asks for the heads of all channels and catches up where something is missing. */
  check(): Promise<void>;
  /** The same a moment later; calls in quick succession become one. */
  checkSoon(): void;
  stop(): void;
  /** The list is fresh: windows that are behind it catch up. */
  settle(): void;
  /** Checks when the page is looked at again, and once a minute, until the returned function is called. */
  watch(): () => void;
}

export interface SyncOptions {
  channels: ChannelList;
  streams: Streams;
  /** What was read here and may not have reached the server. */
  unsentMarks: () => ReadonlyMap<string, number>;
  /** How many of the threads that the viewer follows hold something new. */
  onUnreadThreads: (count: number) => void;
}

const soonMs = 300;
const checkEveryMs = 60_000;
/** Switching windows back and forth is not a reason to ask each time. */
const focusSpacingMs = 5000;

/** Finds what the socket did not bring: a cut connection, or a server that died between commit and send. */
export function createSync({ channels, streams, unsentMarks, onUnreadThreads }: SyncOptions): Sync {
  let checking: Promise<void> | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let soon: ReturnType<typeof setTimeout> | undefined;

  async function compare(): Promise<void> {
    const listBefore = channels.get() ?? [];
    const streamsBefore = new Map(streams.loaded().map(([channelId, { seq }]) => [channelId, seq]));
    const unsent = new Map(unsentMarks());
    const { heads, unreadThreads } = await fetchHeads();
    onUnreadThreads(unreadThreads);
    for (const { channelId, head } of heads) {
      const seq = streamsBefore.get(channelId);
      if (seq === undefined) continue;
      // Lower than what was known before the question: a backup was restored.
      if (head < seq) void streams.reload(channelId).catch(() => undefined);
      else if (head > seq) void streams.catchUp(channelId, head);
    }
    const listNow = channels.get();
    if (listNow && isListBehind(listBefore, listNow, heads, unsent)) channels.refresh();
  }

  function check(): Promise<void> {
    // Not by the clock, which somebody may set.
    checkedAt = performance.now();
    // Without an answer the next occasion asks again: there is one a minute.
    checking ??= compare()
      .catch(() => undefined)
      .finally(() => {
        checking = null;
      });
    return checking;
  }

  return {
    check,
    checkSoon() {
      soon ??= setTimeout(() => {
        soon = undefined;
        void check();
      }, soonMs);
    },
    stop: () => clearTimeout(soon),
    settle() {
      for (const [channelId, stream] of streams.loaded()) {
        if ((channels.find(channelId)?.head ?? 0) > stream.seq) void streams.catchUp(channelId);
      }
    },
    watch() {
      const onLook = () => {
        if (document.visibilityState === "visible" && performance.now() - checkedAt > focusSpacingMs)
          void check();
      };
      const timer = setInterval(check, checkEveryMs);
      window.addEventListener("focus", onLook);
      document.addEventListener("visibilitychange", onLook);
      return () => {
        clearInterval(timer);
        window.removeEventListener("focus", onLook);
        document.removeEventListener("visibilitychange", onLook);
      };
    },
  };
}
