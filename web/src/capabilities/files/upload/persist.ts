import { backoffMs } from "../../../lib/request/backoff.ts";
import { judge } from "../../../lib/request/judge-error.ts";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";

export interface PersistOptions {
  realtime: Pick<RealtimeSocket, "getState" | "subscribe">;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
  pause?: { baseMs: number; maxMs: number };
}

/** A connection that is cut at every try has a reason that a person must see to. */
const maxTries = 4;

/**
 * Sends something that takes long, and again from its beginning when the connection was cut on the way: as soon as
 * there is one. What the server refuses is not tried again.
 */
export async function persist<Answer>(
  send: () => Promise<Answer>,
  { realtime, onProgress, signal, pause = { baseMs: 1_000, maxMs: 8_000 } }: PersistOptions,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      if (judge(error) !== "unanswered" || tries === maxTries) throw error;
      onProgress(0);
      // The socket is cut by the same event, but may take a while to notice.
      await sleep(backoffMs(tries, pause), signal);
      await connection(realtime, signal);
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Waits while the connection is known to be cut. */
function connection(realtime: PersistOptions["realtime"], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = realtime.subscribe(look);
    signal.addEventListener("abort", () => {
      stop();
      reject(signal.reason);
    });
    function look() {
      if (realtime.getState() === "disconnected") return;
      stop();
      resolve();
    }
    look();
  });
}
