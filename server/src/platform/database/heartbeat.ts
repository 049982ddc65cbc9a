import { setTimeout as sleep } from "node:timers/promises";
import { type Repetition, repeat } from "../turns/repeat.ts";

export interface HeartbeatOptions {
  /** Sends this node a beat over the connection under test. */
  send: () => Promise<void>;
  /** Called once each time no beat has come back for `silentMs`. */
  onSilence: () => void;
  everyMs: number;
  silentMs: number;
}

export interface Heartbeat {
  /** A beat came back, or the way was just built up again. */
  heard(): void;
  /** Returns whether a beat has come back within `silentMs`. */
  isAlive(): boolean;
  start(): void;
  stop(): Promise<void>;
}

/** After a blocked event loop or a suspended process, beats that have already arrived are read within this time. */
const readingMs = 50;

/** Proves that a connection still delivers: a firewall that forgets it, or a failover, closes nothing. */
export function createHeartbeat({ send, onSilence, everyMs, silentMs }: HeartbeatOptions): Heartbeat {
  let heardAt = performance.now();
  let isSilent = false;
  let beating: Repetition | undefined;
  const isAlive = () => performance.now() - heardAt < silentMs;

  async function beat(): Promise<void> {
    // Not awaited: a beat that hangs must not keep its silence from being noticed.
    send().catch(() => undefined);
    if (isAlive()) return;
    await sleep(readingMs, undefined, { ref: false });
    if (isAlive() || isSilent) return;
    isSilent = true;
    onSilence();
  }

  return {
    heard() {
      heardAt = performance.now();
      isSilent = false;
    },
    isAlive,
    start() {
      heardAt = performance.now();
      beating ??= repeat({ everyMs, run: beat, onError: () => undefined });
    },
    async stop() {
      await beating?.stop();
    },
  };
}
