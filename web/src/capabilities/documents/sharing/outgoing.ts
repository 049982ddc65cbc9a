import type { Subject } from "@atoll/contract/comments/schemas";
import { socketUpdateMaxBytes } from "@atoll/contract/documents/limits";
import type { SavedUpdate } from "@atoll/contract/documents/schemas";
import * as Y from "yjs";
import { hasCode, judge } from "../../../lib/request/judge-error.ts";
import { createRetry } from "../../../lib/request/retry.ts";
import type { RealtimeSocket } from "../../../lib/server/socket.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { toBase64 } from "./bytes.ts";
import type { KeepingState } from "./document-status.ts";
import type { DocumentStore, UnsentUpdate } from "./document-store.ts";
import { saveLargeUpdate } from "./wire.ts";

export interface OutgoingOptions {
  realtime: RealtimeSocket;
  store: DocumentStore;
  subject: Subject;
  clientId: number;
  /** The schema version in which this page writes the contents. */
  schemaVersion: number;
  /** Something is, or is no longer, on its way. */
  onChange: () => void;
  onSaved: (saved: SavedUpdate) => void;
  /** The server refuses it, and would again. */
  onRefused: (error: unknown) => void;
  /** The server does not know what an update builds on: everything is compared again. */
  resync: () => Promise<void>;
}

/** Updates that the person typed and the server has not confirmed, in this page and in the store. */
export interface Outgoing {
  add(epoch: string, update: Uint8Array): void;
  /** Unsent updates that the store had from before. */
  adopt(unsent: readonly UnsentUpdate[]): void;
  /** Adds whatever the document has and the server's state does not. */
  addMissing(epoch: string, shared: Y.Doc, serverState: Uint8Array): void;
  hasUnsent(): boolean;
  /**
   * How it stands: whether the store has everything that is unsent, and whether the server asked this person to pause.
   * What is unsent is sent again by itself.
   */
  state(): { hasUnsent: boolean; keeping: KeepingState; isPaused: boolean };
  /** Returns the updates that the server has not confirmed. */
  unsent(): Uint8Array[];
  /** Sends from now on, if the viewer may write. */
  resume(maySend: boolean): void;
  /** Forgets it all. */
  discard(): Promise<void>;
  stop(): void;
}

/** How often a fault of the server's is put up with for one and the same update. */
const mostFaults = 6;

/**
 * Sends one update at a time: what is typed in the meantime goes with the next. When several that go together are
 * refused, they are sent in smaller parts: one that cannot be saved does not keep the others from it.
 */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const { realtime, store, subject, clientId, schemaVersion } = options;
  const unsent = new Map<string, UnsentUpdate>();
  /** Those that the store does not have yet, and those that it could not take. */
  const [beingKept, notKept] = [new Set<string>(), new Set<string>()];
  let maySend = false;
  let isSending = false;
  let resyncs = 0;
  let faults = 0;
  /** How many go together. */
  let atOnce = Number.POSITIVE_INFINITY;
  /** The last try failed: the next comes after a pause, or with the connection. */
  let isPausing = false;
  let isPaused = false;
  const retry = createRetry(() => void send(), { baseMs: 500, maxMs: 15_000 });
  const stopListening = realtime.subscribe(() => {
    if (realtime.getState() === "connected") void send();
  });

  async function send(): Promise<void> {
    retry.cancel();
    isPausing = false;
    if (isSending || !maySend || unsent.size === 0 || realtime.getState() !== "connected") return;
    isSending = true;
    const batch = [...unsent.values()].slice(0, atOnce);
    const [first] = batch;
    try {
      const update = Y.mergeUpdates(batch.map((one) => one.update));
      const saved = await post(first?.epoch ?? "", update);
      for (const { id } of batch) unsent.delete(id);
      void store.deleteUnsent(batch.map(({ id }) => id));
      resyncs = 0;
      faults = 0;
      isPaused = false;
      atOnce = batch.length * 2;
      if (unsent.size === 0) atOnce = Number.POSITIVE_INFINITY;
      retry.reset();
      options.onSaved(saved);
    } catch (error) {
      await failed(error, batch.length);
    } finally {
      isSending = false;
      options.onChange();
    }
    if (unsent.size > 0 && maySend && !isPausing) void send();
  }

  function post(epoch: string, update: Uint8Array): Promise<SavedUpdate> {
    if (update.length > socketUpdateMaxBytes)
      return saveLargeUpdate(subject, { epoch, schemaVersion, update: toBase64(update) });
    return realtime.send("document.update", {
      subject,
      epoch,
      schemaVersion,
      update: toBase64(update),
    });
  }

  async function failed(error: unknown, count: number): Promise<void> {
    const isFault = hasCode(error, "internal_error");
    isPaused = hasCode(error, "document_paused");
    if (isFault || hasCode(error, "document_update_invalid", "document_too_large")) {
      atOnce = Math.max(1, Math.ceil(count / 2));
      if (count > 1) return isFault ? pause() : undefined;
    }
    faults = isFault ? faults + 1 : 0;
    if (hasCode(error, "document_update_invalid") && resyncs < 1) {
      resyncs += 1;
      await options.resync().catch(pause);
      return;
    }
    const isFinal =
      judge(error) === "refused" ||
      faults >= mostFaults ||
      hasCode(
        error,
        "document_ended",
        "document_not_found",
        "subject_not_found",
        "document_outdated",
        "document_update_invalid",
        "document_too_large",
        "forbidden",
      );
    if (isFinal) {
      maySend = false;
      options.onRefused(error);
    } else pause();
  }

  function pause(): void {
    isPausing = true;
    retry.later();
  }

  function keep(epoch: string, update: Uint8Array): void {
    const one = { id: uuidv7(), epoch, clientId, update };
    unsent.set(one.id, one);
    beingKept.add(one.id);
    void store.addUnsent(one).then((isKept) => {
      beingKept.delete(one.id);
      if (!isKept) notKept.add(one.id);
      options.onChange();
    });
  }

  function keeping(): KeepingState {
    if ([...notKept].some((id) => unsent.has(id))) return "impossible";
    return [...beingKept].some((id) => unsent.has(id)) ? "on its way" : "kept";
  }

  return {
    add(epoch, update) {
      keep(epoch, update);
      void send();
    },
    adopt(stored) {
      for (const one of stored) unsent.set(one.id, one);
    },
    addMissing(epoch, shared, serverState) {
      const missing = Y.diffUpdate(Y.encodeStateAsUpdate(shared), Y.encodeStateVectorFromUpdate(serverState));
      const { structs } = Y.decodeUpdate(missing);
      if (structs.length > 0) keep(epoch, updateOf(structs));
    },
    hasUnsent: () => unsent.size > 0,
    state: () => ({ hasUnsent: unsent.size > 0, keeping: keeping(), isPaused }),
    unsent: () => [...unsent.values()].map(({ update }) => update),
    resume(may) {
      maySend = may;
      void send();
    },
    async discard() {
      maySend = false;
      const ids = [...unsent.keys()];
      unsent.clear();
      await store.deleteUnsent(ids);
    },
    stop() {
      maySend = false;
      retry.stop();
      stopListening();
    },
  };
}

/**
 * Encodes insertions alone. The deletions of an encoded document include those that others caused, as of words that this
 * page received in a place deleted here, and the server takes what an update names for what its sender had seen.
 */
function updateOf(structs: readonly (Y.Item | Y.GC | Y.Skip)[]): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  // Writes any number as the format wants it.
  const writeNumber = (value: number) => encoder.writeClient(value);
  const byClient = Map.groupBy(structs, ({ id }) => id.client);
  writeNumber(byClient.size);
  for (const [client, own] of byClient) {
    for (const value of [own.length, client, own[0]?.id.clock ?? 0]) writeNumber(value);
    for (const struct of own) struct.write(encoder, 0);
  }
  writeNumber(0);
  return encoder.toUint8Array();
}
