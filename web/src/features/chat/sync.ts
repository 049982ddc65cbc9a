import { fetchHeads } from "./api.ts";
import type { ChannelList } from "./channel-list.ts";
import type { Streams } from "./streams.ts";
import { isListBehind } from "./unread.ts";

export interface Sync {
  /** Asks for the heads of all channels and catches up where something is missing. */
  check(): Promise<void>;
  /** The list is fresh: windows that are behind it catch up. */
  settle(): void;
  /** Checks when the page is looked at again, and once a minute, until the returned function is called. */
  watch(): () => void;
}

const checkEveryMs = 60_000;
/** Switching windows back and forth is not a reason to ask each time. */
const focusSpacingMs = 5000;

/** Finds what the socket did not bring: a cut connection, or a server that died between commit and send. */
export function createSync({ channels, streams }: { channels: ChannelList; streams: Streams }): Sync {
  let checking: Promise<void> | null = null;
  let checkedAt = 0;

  async function compare(): Promise<void> {
    const listBefore = channels.get() ?? [];
    const streamsBefore = new Map(streams.loaded().map(([channelId, { seq }]) => [channelId, seq]));
    const { heads } = await fetchHeads();
    for (const { channelId, head } of heads) {
      const seq = streamsBefore.get(channelId);
      if (seq === undefined) continue;
      // Lower than what was known before the question: a backup was restored.
      if (head < seq) void streams.reload(channelId).catch(() => undefined);
      else if (head > seq) void streams.catchUp(channelId, head);
    }
    const listNow = channels.get();
    if (listNow && isListBehind(listBefore, listNow, heads)) channels.refresh();
  }

  function check(): Promise<void> {
    checkedAt = Date.now();
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
    settle() {
      for (const [channelId, stream] of streams.loaded()) {
        if ((channels.find(channelId)?.head ?? 0) > stream.seq) void streams.catchUp(channelId);
      }
    },
    watch() {
      const onLook = () => {
        if (document.visibilityState === "visible" && Date.now() - checkedAt > focusSpacingMs) void check();
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
