import { setTimeout as sleep } from "node:timers/promises";

/** A change to a role concerns everyone online. Their sockets are checked a few at a time, alongside other work. */
const workers = 4;
const pauseAfterFailureMs = 1_000;

export interface RecheckQueue<Item> {
  /** Before everything that was added with `addLater`. Adding what already waits does no harm. */
  addFirst(items: Iterable<Item>): void;
  addLater(items: Iterable<Item>): void;
  close(): void;
}

/**
 * Runs `check` for each item, a few at a time. A failed check is retried after a pause, indefinitely: if the database
 * is unavailable, a revoked right must still take effect later.
 */
export function createRecheckQueue<Item>(
  check: (item: Item) => Promise<void>,
  onFailure: (error: unknown) => void,
): RecheckQueue<Item> {
  const first = new Set<Item>();
  const later = new Set<Item>();
  let running = 0;
  let closed = false;

  function take(): Item | undefined {
    for (const waiting of [first, later]) {
      for (const item of waiting) {
        waiting.delete(item);
        return item;
      }
    }
    return undefined;
  }

  async function work(): Promise<void> {
    for (let item = take(); item !== undefined && !closed; item = take()) {
      try {
        await check(item);
      } catch (error) {
        if (closed) break;
        onFailure(error);
        first.add(item);
        await sleep(pauseAfterFailureMs, undefined, { ref: false });
      }
    }
    running -= 1;
  }

  function start(): void {
    const wanted = Math.min(workers - running, first.size + later.size);
    for (let started = 0; !closed && started < wanted; started += 1) {
      running += 1;
      void work();
    }
  }

  return {
    addFirst(items) {
      for (const item of items) first.add(item);
      start();
    },
    addLater(items) {
      for (const item of items) later.add(item);
      start();
    },
    close() {
      closed = true;
    },
  };
}
