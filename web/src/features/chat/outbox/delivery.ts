import { errorMessage, isRefusal } from "../../../lib/api-client.ts";
import type { BackoffOptions } from "../../../lib/backoff.ts";
import { hasCode } from "../../../lib/judge-error.ts";
import { createRetry } from "../../../lib/retry.ts";
import { isHeld, type Outbox, type OutboxEntry } from "./outbox.ts";

export interface Delivery {
  /** Sends what waits, in order, unless that is under way already. */
  flush(): void;
  stop(): void;
}

export interface DeliveryOptions {
  outbox: Outbox;
  /** Resolves once the server has the message and the screen shows it. */
  send: (entry: OutboxEntry) => Promise<void>;
  /** Only one tab delivers at a time; tabs find each other by this name. */
  lockName: string;
  pause?: BackoffOptions;
}

/**
 * Brings an outbox to the server. A refusal marks the entry as not sent and goes on with the next; a failure
 * that says nothing about the message ends the round, and the same id is sent again later: if the server had
 * taken it after all, it answers with the message it has.
 */
export function createDelivery({ outbox, send, lockName, pause }: DeliveryOptions): Delivery {
  const retry = createRetry(flush, pause);
  const stopping = new AbortController();
  let isRunning = false;
  let isWantedAgain = false;

  async function deliverAll(): Promise<void> {
    for (;;) {
      outbox.refresh();
      const entry = outbox.entries().find((waiting) => waiting.failure === null && !isHeld(waiting));
      if (!entry || stopping.signal.aborted) return;
      const error = await send(entry).then(() => null, toError);
      if (error === null || isSentAlready(error, entry)) outbox.remove(entry.id);
      else if (isRefusal(error))
        outbox.put({ ...entry, failure: errorMessage(error, "Failed to send message") });
      else return retry.later();
      retry.reset();
    }
  }

  function flush(): void {
    if (stopping.signal.aborted) return;
    retry.cancel();
    if (isRunning) {
      isWantedAgain = true;
      return;
    }
    isRunning = true;
    void inTurn(lockName, stopping.signal, deliverAll).finally(() => {
      isRunning = false;
      if (!isWantedAgain) return;
      isWantedAgain = false;
      flush();
    });
  }

  return {
    flush,
    stop() {
      stopping.abort();
      retry.stop();
    },
  };
}

/**
 * It arrived with an earlier try, and was deleted from another device since. Of a reply this may as well be said
 * because the message it answers is gone: then it has not arrived, and its text is kept.
 */
function isSentAlready(error: Error, { parentId }: OutboxEntry): boolean {
  return hasCode(error, "message_not_found") && parentId === null;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Locks exist in secure contexts only; without them two tabs may both send, which one id makes harmless. */
async function inTurn(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return work();
  try {
    await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
