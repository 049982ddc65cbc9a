import { pageTitle } from "../../../lib/page/page-title.ts";
import type { BackoffOptions } from "../../../lib/request/backoff.ts";
import { hasCode, isRefusal, judge } from "../../../lib/request/judge-error.ts";
import { createRetry } from "../../../lib/request/retry.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { fits } from "../../../lib/shape.ts";
import type { TextStorage } from "../../../lib/text-storage.ts";
import type { Unsent } from "../../../lib/unsent.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { inTurn } from "../in-turn.ts";
import type { EntriesCopy } from "./entries-copy.ts";
import type { OutboxEntry } from "./outbox-entry.ts";
import type { OutboxKind } from "./outbox-kind.ts";
import { openStoredEntries, type StoredEntries } from "./stored-entries.ts";

/** The part of the outbox that is of one kind. */
export interface OutboxOf<Body extends object> {
  /** In the order of doing; the same array until something changes. */
  entries(): readonly OutboxEntry<Body>[];
  /** Adds an entry, which is sent as soon as possible. */
  add(subject: string, body: Body): OutboxEntry<Body>;
  /** Changes an entry. */
  put(entry: OutboxEntry<Body>): void;
  /** Sends a refused entry again, unchanged or with a new body. */
  retry(entry: OutboxEntry<Body>, body?: Body): OutboxEntry<Body>;
  /** Discards an entry. */
  remove(id: string): void;
  subscribe(listener: () => void): () => void;
  /** Reads what other tabs did: the browser may not have told of it yet. */
  refresh(): void;
  /** Unregisters the sender. Pending entries stay queued for the next one of this name. */
  end(): void;
}

export interface Outbox {
  /** Registers the only sender of its name, and flushes earlier entries. */
  register<Body extends object>(kind: OutboxKind<Body>): OutboxOf<Body>;
  /** Sends pending entries, unless that is already in progress. */
  flush(): void;
  /** The unsent entries, counted by their words. */
  unsent(): Unsent[];
  /** Everything unsent, of all kinds, in the order of doing; the same array until something changes. */
  all(): readonly OutboxEntry[];
  subscribe(listener: () => void): () => void;
  /** The words for what an entry is. */
  wordsOf(entry: OutboxEntry): Unsent["words"];
  /** Sends a refused entry of any kind again; undefined while nothing can send its kind. */
  retryOf(entry: OutboxEntry): (() => void) | undefined;
  /** Puts an entry that was removed back. */
  restore(entry: OutboxEntry): void;
  remove(id: string): void;
  /** Keeps all in a second place, too, and sends what only that has. */
  copyTo(copy: EntriesCopy): void;
  /** Something that waits would be lost with this page, for the browser keeps it nowhere. */
  isAtRisk(): boolean;
  stop(): void;
}

export interface OutboxOptions {
  userId: string;
  storage: TextStorage;
  pause?: BackoffOptions;
}

/** A kind whose own type of body nobody needs to know: it looks at each body itself. */
interface Sender {
  name: string;
  words: Unsent["words"];
  canSend(entry: OutboxEntry): boolean;
  /** Entries that share a line go one after the other. */
  linesOf(entry: OutboxEntry): readonly string[];
  send(entry: OutboxEntry): Promise<unknown>;
  isDone(error: Error, entry: OutboxEntry): boolean;
  isGivenUp(error: Error, entry: OutboxEntry): boolean;
  refuse(entry: OutboxEntry, error: Error): void;
  retryOf(entry: OutboxEntry): (() => void) | undefined;
  stall(error: Error): void;
}

/**
 * Brings what a person did to the server, of all kinds, one tab at a time. A refusal marks the entry as not sent and goes
 * on with the next; a failure that says nothing about the entry keeps it and those behind it for a later try with the
 * same id: if the server had taken it after all, it answers with what it has.
 */
export function createOutbox({ userId, storage, pause }: OutboxOptions): Outbox {
  const stored = openStoredEntries(userId, storage);
  const senders = new Map<string, Sender>();
  const retry = createRetry(flush, pause);
  const stopping = new AbortController();
  let isRunning = false;
  let isWantedAgain = false;

  async function deliverAll(): Promise<void> {
    const blocked = new Set<string>();
    let failure: Error | undefined;
    const waitWith = (error: Error) => {
      for (const sender of senders.values()) sender.stall(error);
      retry.later();
    };
    for (;;) {
      stored.refresh();
      const next = stopping.signal.aborted ? undefined : findNext(blocked);
      if (!next) break;
      const { entry, sender } = next;
      const error = await sender.send(entry).then(() => null, toError);
      if (error === null || sender.isDone(error, entry)) stored.remove(entry.id);
      else if (isRefusal(error)) sender.refuse(entry, error);
      else if (isAboutEverything(error)) return waitWith(error);
      else if (sender.isGivenUp(error, entry)) stored.remove(entry.id);
      else {
        failure = error;
        for (const line of sender.linesOf(entry)) blocked.add(line);
      }
      if (blocked.size === 0) retry.reset();
    }
    if (failure) waitWith(failure);
  }

  function findNext(failed: ReadonlySet<string>): { entry: OutboxEntry; sender: Sender } | undefined {
    const blocked = new Set(failed);
    for (const entry of stored.all()) {
      const sender = senders.get(entry.kind);
      if (entry.failure !== null || !sender?.canSend(entry)) continue;
      const lines = sender.linesOf(entry);
      if (!lines.some((line) => blocked.has(line))) return { entry, sender };
      // Later entries in any of these lines must not overtake this one.
      for (const line of lines) blocked.add(line);
    }
    return undefined;
  }

  function flush(): void {
    if (stopping.signal.aborted) return;
    retry.cancel();
    if (isRunning) {
      isWantedAgain = true;
      return;
    }
    isRunning = true;
    void inTurn(`atoll.outbox.${userId}`, stopping.signal, deliverAll).finally(() => {
      isRunning = false;
      if (!isWantedAgain) return;
      isWantedAgain = false;
      flush();
    });
  }

  function register<Body extends object>(kind: OutboxKind<Body>): OutboxOf<Body> {
    const isOwn = (entry: OutboxEntry): entry is OutboxEntry<Body> =>
      entry.kind === kind.name && fits(entry.body, kind.shape);
    const sender = senderOf(kind, isOwn, { put: stored.put, remove: stored.remove, retry });
    let [seen, own] = [stored.all(), stored.all().filter(isOwn)];
    senders.set(kind.name, sender);
    stored.reread();
    // More can be said of the same entries now. A component may register its kind as it renders, so not at once.
    queueMicrotask(() => stored.refresh(true));
    flush();

    function put(entry: OutboxEntry<Body>): void {
      stored.put({ ...currentPage(), ...entry });
      flush();
    }
    function retry(
      entry: OutboxEntry<Body>,
      body = kind.again?.(entry.body) ?? entry.body,
    ): OutboxEntry<Body> {
      // Another text may lie under the old id, and a refusal is final for it: only a new one can be sent.
      const again = { ...entry, body, id: uuidv7(), order: undefined, failure: null };
      put(again);
      stored.remove(entry.id);
      kind.onRetry?.(again);
      return again;
    }
    function add(subject: string, body: Body): OutboxEntry<Body> {
      const createdAt = new Date().toISOString();
      const entry: OutboxEntry<Body> = {
        id: uuidv7(),
        kind: kind.name,
        subject,
        body,
        createdAt,
        failure: null,
      };
      if (kind.isLastOnly)
        for (const before of entries()) if (before.subject === subject) stored.remove(before.id);
      put(entry);
      return entry;
    }
    function entries(): readonly OutboxEntry<Body>[] {
      if (seen !== stored.all()) [seen, own] = [stored.all(), stored.all().filter(isOwn)];
      return own;
    }
    return {
      entries,
      add,
      put,
      retry,
      remove: stored.remove,
      subscribe: stored.subscribe,
      refresh: stored.refresh,
      end() {
        if (senders.get(kind.name) === sender) senders.delete(kind.name);
      },
    };
  }

  const wordsOf = ({ kind }: OutboxEntry) => senders.get(kind)?.words ?? otherWords;

  return {
    register,
    flush,
    all: stored.all,
    subscribe: stored.subscribe,
    wordsOf,
    retryOf(entry) {
      return senders.get(entry.kind)?.retryOf(entry);
    },
    restore: stored.put,
    remove: stored.remove,
    unsent() {
      const counts = new Map<Unsent["words"], number>();
      for (const entry of stored.all()) {
        const words = wordsOf(entry);
        counts.set(words, 1 + (counts.get(words) ?? 0));
      }
      return [...counts].map(([words, count]) => ({ words, count }));
    },
    isAtRisk: stored.isAtRisk,
    copyTo: (copy) => void stored.copyTo(copy).then(flush),
    stop() {
      stopping.abort();
      retry.stop();
    },
  };
}

function currentPage(): Pick<OutboxEntry, "madeAt" | "madeOn"> {
  return { madeAt: location.pathname + location.search, madeOn: pageTitle() };
}

/** The words for kinds that have not been registered yet. */
const otherWords = { one: "A change", many: "changes" };

function senderOf<Body extends object>(
  kind: OutboxKind<Body>,
  isOwn: (entry: OutboxEntry) => entry is OutboxEntry<Body>,
  { put, remove, retry }: Pick<OutboxOf<Body>, "retry"> & Pick<StoredEntries, "put" | "remove">,
): Sender {
  return {
    name: kind.name,
    words: kind.words,
    canSend: (entry) => isOwn(entry) && !kind.isHeld?.(entry.body),
    linesOf(entry) {
      if (!kind.isInOrder) return [entry.id];
      const lines = isOwn(entry) ? kind.linesOf?.(entry.body) : undefined;
      return (lines ?? [entry.subject]).map((line) => `${kind.name} ${line}`);
    },
    send: async (entry) => (isOwn(entry) ? kind.send(entry) : undefined),
    isDone: (error, entry) => isOwn(entry) && kind.isDone?.(error, entry.body) === true,
    isGivenUp: (error, entry) => isOwn(entry) && kind.isGivenUp?.(error, entry) === true,
    stall: (error) => kind.onStalled?.(error),
    refuse(entry, error) {
      const reason = errorMessage(error, kind.failure);
      if (!kind.onRefused || !isOwn(entry)) return put({ ...entry, failure: reason });
      if (kind.onRefused(entry, reason, error)) put({ ...entry, failure: reason });
      else remove(entry.id);
    },
    retryOf: (entry) => (isOwn(entry) ? () => void retry(entry) : undefined),
  };
}

/** No connection, no session, too much at once: the next would fare alike. A fault of the server's may be about this one. */
function isAboutEverything(error: Error): boolean {
  return judge(error) !== undefined && !hasCode(error, "internal_error");
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
