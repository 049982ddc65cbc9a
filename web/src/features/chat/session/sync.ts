import { maxResumedChannels } from "@atoll/contract/chat/limits";
import type { ResumedHead, ResumePosition } from "@atoll/contract/chat/resume-command";
import { createRetry } from "../../../lib/request/retry.ts";
import { isRefusal } from "../../../lib/server/api-client.ts";
import type { ChannelList } from "../channel-list/channel-list.ts";
import { isListBehind } from "../channel-list/unread.ts";
import type { Streams } from "../stream/streams.ts";

export interface Sync {
  /**
   * Called when connected: resumes all channels and catches up where changes are missing. A while later the list is
   * refetched too.
   */
  onConnected(): void;
  /** Asks a moment later; calls in quick succession become one. */
  checkSoon(): void;
  stop(): void;
  /** The list is fresh: windows that are behind catch up. */
  settle(): void;
  /** Checks when the page becomes visible, and once a minute, until the returned function is called. */
  watch(): () => void;
}

export interface SyncOptions {
  /** Requests the viewer's positions, and the changes after these positions if there are few. */
  resume: (positions: ResumePosition[]) => Promise<{ heads: ResumedHead[]; unreadThreads: number }>;
  channels: ChannelList;
  streams: Streams;
  /** Read positions that may not have reached the server. */
  unsentMarks: () => ReadonlyMap<string, number>;
  /** Receives the number of followed threads with unread replies. */
  onUnreadThreads: (count: number) => void;
}

const soonMs = 300;
const checkEveryMs = 60_000;
/**
 * Names and similar data may have changed while the connection was down. Everyone reconnects at the same moment after a
 * restart, when there is more urgent work.
 */
const refreshAfterMinutes = 2;
/** Switching windows back and forth is not a reason to ask each time. */
const focusSpacingMs = 5000;

/** Finds what the socket did not bring: a cut connection, or a server that died between commit and send. */
export function createSync({ resume, channels, streams, unsentMarks, onUnreadThreads }: SyncOptions): Sync {
  let running = Promise.resolve();
  let isWaiting = false;
  let minutesToRefresh = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let soon: ReturnType<typeof setTimeout> | undefined;
  // Without a response it is unknown what is missing.
  const retry = createRetry(check);

  async function compare(): Promise<void> {
    const listBefore = channels.get() ?? [];
    const streamsBefore = new Map(streams.loaded().map(([channelId, { seq }]) => [channelId, seq]));
    const unsent = new Map(unsentMarks());
    const asked = listBefore.slice(0, maxResumedChannels);
    const { heads, unreadThreads } = await resume(
      asked.map(({ id, head }) => ({ channelId: id, head, held: streamsBefore.get(id) })),
    );
    onUnreadThreads(unreadThreads);
    for (const resumed of heads) {
      const { channelId, head, missed } = resumed;
      channels.apply({ kind: "resumed", head: resumed });
      const seq = streamsBefore.get(channelId);
      if (seq === undefined) continue;
      if (missed) streams.take(channelId, seq, { changes: missed, hasMore: false, head });
      // A lower head than before the request means that a backup was restored.
      if (head < seq) void streams.reload(channelId).catch(() => undefined);
      else if (head > seq) void streams.catchUp(channelId, head);
    }
    const listNow = channels.get();
    if (listNow && isListBehind(listBefore, listNow, heads, unsent)) channels.refresh();
  }

  function check(): void {
    // Not by the clock, which somebody may set.
    checkedAt = performance.now();
    retry.cancel();
    if (isWaiting) return;
    isWaiting = true;
    // A request made before this moment may have been answered before the connection was back.
    running = running
      .then(() => {
        isWaiting = false;
        return compare();
      })
      .then(retry.reset, (error: unknown) => {
        if (!isRefusal(error)) retry.later();
      });
  }

  function onMinute(): void {
    check();
    minutesToRefresh -= 1;
    if (minutesToRefresh === 0) channels.refresh();
  }

  return {
    onConnected() {
      check();
      minutesToRefresh = refreshAfterMinutes;
    },
    checkSoon() {
      soon ??= setTimeout(() => {
        soon = undefined;
        check();
      }, soonMs);
    },
    stop() {
      clearTimeout(soon);
      retry.stop();
    },
    settle() {
      for (const [channelId, stream] of streams.loaded()) {
        if ((channels.find(channelId)?.head ?? 0) > stream.seq) void streams.catchUp(channelId);
      }
    },
    watch() {
      const onLook = () => {
        if (document.visibilityState === "visible" && performance.now() - checkedAt > focusSpacingMs) check();
      };
      const timer = setInterval(onMinute, checkEveryMs);
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
