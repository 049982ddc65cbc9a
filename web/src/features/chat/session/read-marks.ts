import { isRefusal } from "../../../lib/api-client.ts";
import { backoffMs } from "../../../lib/backoff.ts";

export interface ReadMarks {
  /** Everything up to a number was read; the server hears of it soon. */
  mark(channelId: string, seq: number): void;
  /** What the server may not know yet. */
  unsent(): ReadonlyMap<string, number>;
  /** Tries again what could not be sent. */
  retry(): void;
  forget(channelId: string): void;
  stop(): void;
}

export interface ReadMarksOptions {
  send: (channelId: string, seq: number) => Promise<unknown>;
  /** At most one mark a channel is sent in this time: in a lively channel each message moves it. */
  spacingMs?: number;
}

const longestPauseMs = 15_000;

/**
 * Tells the server what was read, the newest mark of each channel only. What got lost on the way is sent again after a
 * pause: the connection that brings events may have been there all the time.
 */
export function createReadMarks({ send, spacingMs = 1000 }: ReadMarksOptions): ReadMarks {
  const wanted = new Map<string, number>();
  /** Channels whose mark was sent a moment ago, or is on its way. */
  const resting = new Set<string>();
  /** How often in a row a channel's mark could not be sent. */
  const failures = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let isStopped = false;

  function flush(channelId: string): void {
    const seq = wanted.get(channelId);
    if (seq === undefined || isStopped || resting.has(channelId)) return;
    resting.add(channelId);
    const rest = (pauseMs: number) => {
      timers.set(
        channelId,
        setTimeout(() => resume(channelId), pauseMs),
      );
    };
    send(channelId, seq).then(
      () => {
        if (wanted.get(channelId) === seq) wanted.delete(channelId);
        failures.delete(channelId);
        rest(spacingMs);
      },
      (error: unknown) => {
        if (isRefusal(error)) wanted.delete(channelId);
        const failed = (failures.get(channelId) ?? 0) + 1;
        failures.set(channelId, failed);
        rest(backoffMs(failed + 1, { baseMs: spacingMs, maxMs: longestPauseMs }));
      },
    );
  }

  function resume(channelId: string): void {
    clearTimeout(timers.get(channelId));
    timers.delete(channelId);
    resting.delete(channelId);
    flush(channelId);
  }

  return {
    mark(channelId, seq) {
      if (seq <= (wanted.get(channelId) ?? 0)) return;
      wanted.set(channelId, seq);
      flush(channelId);
    },
    unsent: () => wanted,
    retry() {
      failures.clear();
      // What is on its way rests without a timer, and is left to arrive.
      for (const channelId of [...wanted.keys()])
        if (timers.has(channelId) || !resting.has(channelId)) resume(channelId);
    },
    forget: (channelId) => void wanted.delete(channelId),
    stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
