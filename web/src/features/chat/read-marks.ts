import { ApiError } from "../../lib/api-client.ts";

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

/** Tells the server what was read, the newest mark of each channel only. */
export function createReadMarks({ send, spacingMs = 1000 }: ReadMarksOptions): ReadMarks {
  const wanted = new Map<string, number>();
  /** Channels whose mark was sent a moment ago, or is on its way. */
  const resting = new Set<string>();
  let isStopped = false;

  function flush(channelId: string): void {
    const seq = wanted.get(channelId);
    if (seq === undefined || isStopped || resting.has(channelId)) return;
    resting.add(channelId);
    const rest = (isWorthRepeating: boolean) => {
      setTimeout(() => {
        resting.delete(channelId);
        if (isWorthRepeating) flush(channelId);
      }, spacingMs);
    };
    send(channelId, seq).then(
      () => {
        if (wanted.get(channelId) === seq) wanted.delete(channelId);
        rest(true);
      },
      (error: unknown) => {
        const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
        if (isRefused && error.status !== 401 && error.status !== 429) wanted.delete(channelId);
        rest(false);
      },
    );
  }

  return {
    mark(channelId, seq) {
      if (seq <= (wanted.get(channelId) ?? 0)) return;
      wanted.set(channelId, seq);
      flush(channelId);
    },
    unsent: () => wanted,
    retry() {
      for (const channelId of wanted.keys()) flush(channelId);
    },
    forget: (channelId) => void wanted.delete(channelId),
    stop() {
      isStopped = true;
    },
  };
}
