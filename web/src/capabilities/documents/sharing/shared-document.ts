import type { Subject } from "@atoll/contract/comments/schemas";
import * as Y from "yjs";
import { hasCode, maySoonPass } from "../../../lib/request/judge-error.ts";
import { createRetry } from "../../../lib/request/retry.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { applyRemote } from "./apply-remote.ts";
import { fromBase64 } from "./bytes.ts";
import { type Cursors, openCursors } from "./cursors.ts";
import { articleContent, type DocumentContent } from "./document-content.ts";
import type { DocumentSnapshot, DocumentStatus, KeptText, SharedDocument } from "./document-status.ts";
import { type DocumentStore, headOf, openDocumentStore, type StoredBase } from "./document-store.ts";
import { createKeeping } from "./keeping.ts";
import { openKeptTexts } from "./kept-texts.ts";
import { openOutgoing } from "./outgoing.ts";
import { ownWords, wordsOfUnsent } from "./own-words.ts";
import { statusNow } from "./status-now.ts";
import { watchDocument } from "./watch-document.ts";
import { getDocument, listUpdates } from "./wire.ts";

/** Changes that come from the server, and from what this browser kept. */
const [fromServer, fromStore] = [Symbol("server"), Symbol("store")];
const networkChanges = ["online", "offline"] as const;

/**
 * Opens the draft of a thing. What the person types is kept in this browser at once and sent; `saved` means that the
 * server has stored it. Made again when the page is loaded again: nothing of it outlives the page but the store.
 * @param onSpoiled the document has something that the server does not take. It was set aside: open the draft again.
 */
export function openSharedDocument(
  signedIn: SignedIn,
  subject: Subject,
  content: DocumentContent = articleContent,
  store: DocumentStore = openDocumentStore(signedIn.viewer.id, subject),
  onSpoiled: () => void = () => undefined,
): SharedDocument {
  const { realtime } = signedIn;
  const shared = new Y.Doc({ gc: true });
  const listeners = new Set<() => void>();
  const ownClients = new Set([shared.clientID]);
  let base: Omit<StoredBase, "state"> | undefined;
  let ending: DocumentStatus | undefined;
  let isClosed = false;
  let failure: string | undefined;
  /** It has something that the server does not take, and is stored nowhere. */
  let isSpoiled = false;
  let snapshot: DocumentSnapshot;

  const keeping = createKeeping(keep);
  const keptTexts = openKeptTexts(store, subject, changed);
  const cursors: Cursors = openCursors({
    shared,
    onPeople() {
      const own = cursors.editors().filter(({ userId }) => userId === signedIn.viewer.id);
      addOwn(own.map(({ clientId }) => clientId));
      changed();
    },
    send(clientId, place, isHere) {
      if (!base || ending || realtime.getState() !== "connected") return;
      realtime
        .send("document.point", { epoch: base.epoch, clientId, ...place, isHere })
        .catch((error: unknown) => console.debug("The cursor was not sent", errorMessage(error)));
    },
  });
  const outgoing = openOutgoing({
    realtime,
    store,
    subject,
    clientId: shared.clientID,
    schemaVersion: content.schemaVersion,
    onChange: changed,
    onSaved: ({ savedAt }) => {
      // The sequence follows the events only: one row can also hold what others wrote within the same moment, and the
      // answer can arrive before the event that brings it.
      if (base) base = { ...base, savedAt };
      if (!outgoing.hasUnsent()) keptTexts.allSaved();
      keeping.soon();
    },
    onRefused: refuse,
    resync: () => load(),
  });
  const retry = createRetry(() => void start(), { baseMs: 1000, maxMs: 15_000 });
  const watching = watchDocument({
    realtime,
    subject,
    epoch: () => base?.epoch,
    onUpdate,
    onBehind: catchUp,
    onClosed: (reason) => void settleEnded(reason),
    cursors,
  });

  shared.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin === fromServer || origin === fromStore || !base) return;
    outgoing.add(base.epoch, update);
    changed();
  });

  /** @returns whether it was applied. The editor would delete what it does not know, for everyone. */
  function applyFromServer(update: Uint8Array, isWhole: boolean): boolean {
    if (content.canShow?.(update) === false) end({ kind: "outdated" });
    if (ending?.kind === "outdated") return false;
    if (applyRemote(shared, update, fromServer, { ownClients, isWhole }).length > 0)
      keptTexts.lookForUnplaced(outgoing.hasUnsent());
    keeping.soon();
    return true;
  }

  async function start(): Promise<void> {
    await keptTexts.load();
    try {
      await load();
      failure = undefined;
      retry.reset();
    } catch (error) {
      failure = errorMessage(error, "Failed to open the draft");
      await openKept();
      if (maySoonPass(error)) retry.later();
      else if (!hasCode(error, "document_not_found", "subject_not_found"))
        end({ kind: "failed", message: failure });
      else await settleEnded(hasCode(error, "subject_not_found") ? "revoked" : "ended");
    }
    changed();
  }

  /** Brings this page and the server to the same state. */
  async function load(): Promise<void> {
    const state = await getDocument(subject);
    if (isClosed) return;
    if (base && base.epoch !== state.epoch) return settleEnded("ended");
    if (!base) await openKept(state.epoch);
    const isFirst = !base;
    addOwn(state.ownClients);
    const local = Y.encodeStateVector(shared);
    const whole = fromBase64(state.state);
    if (!applyFromServer(whole, true)) return;
    base = headOf(state);
    if (!state.mayEdit) offerUnsent("not_permitted");
    if (!isFirst || local.length > 1) outgoing.addMissing(state.epoch, shared, whole);
    watching.start();
    outgoing.resume(state.mayEdit && content.schemaVersion >= state.schemaVersion);
    changed();
  }

  /** Loads the stored state. If it belongs to an earlier epoch of the draft, its text is offered separately. */
  async function openKept(epoch?: string): Promise<void> {
    if (base || isClosed) return;
    const [kept, unsent] = await Promise.all([store.readBase(), store.readUnsent()]);
    if (!kept || isClosed) return;
    const own = unsent.filter((one) => one.epoch === kept.epoch);
    if (epoch !== undefined && kept.epoch !== epoch) {
      keptTexts.add(
        "earlier",
        wordsOfUnsent(
          kept.state,
          own.map(({ update }) => update),
        ),
      );
      await store.deleteUnsent(unsent.filter((one) => one.epoch !== epoch).map(({ id }) => id));
      return;
    }
    const { state, ...head } = kept;
    if (content.canShow?.(state) === false) return void end({ kind: "outdated" });
    base = head;
    for (const { clientId } of own) ownClients.add(clientId);
    shared.transact(() => {
      Y.applyUpdate(shared, state, fromStore);
      for (const { update } of own) Y.applyUpdate(shared, update, fromStore);
    }, fromStore);
    outgoing.adopt(own);
    changed();
  }

  /** The draft is over, or not for the viewer: what was not sent is offered to copy. */
  async function settleEnded(kind: "ended" | "revoked"): Promise<void> {
    offerUnsent("earlier");
    await outgoing.discard();
    await store.deleteBase();
    end({ kind });
  }

  async function catchUp(): Promise<void> {
    for (let hasMore = true; hasMore && base && !ending && !isClosed; ) {
      const { epoch, sequence } = base;
      const answer = await listUpdates(subject, epoch, sequence);
      addOwn(answer.ownClients);
      for (const update of answer.updates) applyFromServer(fromBase64(update), false);
      base = { ...base, sequence: Math.max(base.sequence, answer.sequence) };
      hasMore = answer.hasMore;
    }
    changed();
  }

  function onUpdate(sequence: number, update: Uint8Array | null): void {
    if (!base || ending || sequence <= base.sequence) return;
    // Also an update that comes before others: applied twice it changes nothing.
    if (update) applyFromServer(update, false);
    // By this machine's clock: what others wrote was stored a moment ago.
    base = { ...base, savedAt: new Date().toISOString() };
    if (update && sequence === base.sequence + 1) base = { ...base, sequence };
    else watching.refetch();
    changed();
  }

  /** The server will not take it, however often it is sent. */
  function refuse(error: unknown): void {
    if (hasCode(error, "document_ended", "document_not_found")) void settleEnded("ended");
    else if (hasCode(error, "subject_not_found")) void settleEnded("revoked");
    else if (hasCode(error, "document_outdated")) end({ kind: "outdated" });
    else if (hasCode(error, "forbidden")) {
      offerUnsent("not_permitted");
      end({ kind: "read-only" });
    } else void setAside(errorMessage(error));
  }

  /** Takes what the server does not save out of the document, so that the rest can be saved, and offers it. */
  async function setAside(message: string): Promise<void> {
    offerUnsent("refused");
    isSpoiled = true;
    end({ kind: "failed", message });
    await outgoing.discard();
    await store.deleteBase();
    onSpoiled();
  }

  function offerUnsent(why: KeptText["why"]): void {
    keptTexts.add(why, ownWords(shared, outgoing.unsent()));
  }

  /** Pages in which the viewer typed before, or on another device. */
  function addOwn(clients: readonly number[] = []): void {
    for (const client of clients) ownClients.add(client);
  }

  function end(status: DocumentStatus): void {
    ending = status;
    outgoing.stop();
    changed();
  }

  function refetch(): void {
    if (ending && ending.kind !== "read-only") return;
    ending = undefined;
    void start();
  }

  function keep(): void {
    // Nothing is stored of a draft that has ended, except for the text that was set aside.
    if (!base || isSpoiled || ending?.kind === "ended" || ending?.kind === "revoked") return;
    void store.writeBase({ ...base, state: Y.encodeStateAsUpdate(shared) });
  }

  function read(): DocumentSnapshot {
    const { schemaVersion } = content;
    // A cut socket is noticed after seconds, and the browser knows at once.
    const isConnected = realtime.getState() === "connected" && navigator.onLine;
    return {
      status: statusNow({ ending, failure, base, schemaVersion, isConnected, ...outgoing.state() }),
      isLoaded: base !== undefined,
      isEditable: base?.mayEdit === true && schemaVersion >= base.schemaVersion && !ending,
      coEditors: cursors.people(),
      keptTexts: keptTexts.all(),
    };
  }

  function changed(): void {
    if (isClosed) return;
    snapshot = read();
    for (const listener of listeners) listener();
  }

  snapshot = read();
  const stopConnection = realtime.subscribe(changed);
  window.addEventListener("pagehide", keeping.now);
  for (const change of networkChanges) window.addEventListener(change, changed);
  void start();

  return {
    shared,
    awareness: cursors.awareness,
    coEditors: cursors.editors,
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dismissText: keptTexts.remove,
    refetch,
    close() {
      keeping.now();
      isClosed = true;
      retry.stop();
      window.removeEventListener("pagehide", keeping.now);
      for (const change of networkChanges) window.removeEventListener(change, changed);
      for (const { stop } of [{ stop: stopConnection }, keptTexts, cursors, watching, outgoing]) stop();
      shared.destroy();
    },
  };
}
