// @vitest-environment jsdom
import { brainstormRoutes } from "@atoll/contract/brainstorm/routes";
import { canvasSchemaVersion } from "@atoll/contract/documents/canvas-limits";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { type RealPerson, type RealServer, startRealServer } from "../../../../test/chat/real-server.ts";
import { type OpenBrowser, openBrowser } from "../../../../test/open-browser.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import type { KeptText, SharedDocument } from "./document-status.ts";
import type { DocumentStore, StoredBase, UnsentUpdate } from "./document-store.ts";
import { openSharedDocument } from "./shared-document.ts";

let server: RealServer;
let [ana, ben]: RealPerson[] = [];
beforeAll(async () => {
  server = await startRealServer(["Ana", "Ben"]);
  [ana, ben] = server.people;
}, 120_000);
afterAll(() => server.close(), 60_000);

const as = (person: RealPerson | undefined): RealPerson => person as RealPerson;
let boardId: string;
let browser: OpenBrowser;
let opened: SharedDocument[] = [];
beforeEach(async () => {
  boardId = uuidv7();
  const grants = [{ to: { kind: "person", id: as(ana).id } as const, role: "writer" as const }];
  await as(ben).call(brainstormRoutes.createBoard, { body: { id: boardId, title: "Plans", grants } });
  browser = await openBrowser(server, as(ana));
});
afterEach(() => {
  for (const document of opened) document.close();
  opened = [];
  browser.end();
});

/** Creates the store of a draft in a browser. */
function createStore(): DocumentStore {
  let base: StoredBase | undefined;
  const [unsent, texts] = [new Map<string, UnsentUpdate>(), new Map<string, KeptText>()];
  return {
    readBase: async () => base,
    async writeBase(given) {
      base = given;
    },
    async deleteBase() {
      base = undefined;
    },
    readUnsent: async () => [...unsent.values()],
    addUnsent: async (one) => unsent.set(one.id, one).has(one.id),
    async deleteUnsent(ids) {
      for (const id of ids) unsent.delete(id);
    },
    readTexts: async () => [...texts.values()],
    addText: async (one) => void texts.set(one.id, one),
    deleteText: async (id) => void texts.delete(id),
  };
}

async function open(store = createStore(), onSpoiled?: () => void): Promise<SharedDocument> {
  const subject = { kind: "board", id: boardId };
  const document = openSharedDocument(
    browser.signedIn,
    subject,
    { schemaVersion: canvasSchemaVersion },
    store,
    onSpoiled,
  );
  opened.push(document);
  await vi.waitUntil(() => document.getSnapshot().status.kind !== "loading");
  return document;
}

function write(shared: Y.Doc, text: string, more: object = {}): string {
  const id = uuidv7();
  const fields = Object.entries({ kind: "note", at: [0, 0], color: "sun", ...more });
  const note = new Y.Map<unknown>(fields);
  note.set("text", new Y.Text(text));
  shared.getMap("elements").set(id, note);
  return id;
}

async function share(role: "writer" | "reader" | null): Promise<void> {
  const to = { kind: "person", id: as(ana).id } as const;
  await as(ben).call(brainstormRoutes.shareBoard, { params: { boardId }, body: { to, role } });
}
const params = () => ({ kind: "board", subjectId: boardId });
async function serverDocument(): Promise<{ shared: Y.Doc; epoch: string }> {
  const shared = new Y.Doc();
  const { state, epoch } = await as(ben).call(documentRoutes.getDocument, { params: params() });
  Y.applyUpdate(shared, Buffer.from(state, "base64"));
  return { shared, epoch };
}
const wordsIn = (shared: Y.Doc) =>
  [...shared.getMap<Y.Map<unknown>>("elements").values()].map((note) => String(note.get("text"))).toSorted();
const kept = (document: SharedDocument) =>
  document.getSnapshot().keptTexts.map(({ why, text }) => ({ why, text }));
const isSaved = (document: SharedDocument) =>
  vi.waitUntil(() => document.getSnapshot().status.kind === "saved", 10_000);

test("saves earlier changes when the server refuses one, and offers its text", async () => {
  const store = createStore();
  const spoiled = vi.fn();
  const document = await open(store, spoiled);
  browser.realtime.close();
  write(document.shared, "before it");
  write(document.shared, "the refused one", { kind: "script" });
  write(document.shared, "after it");
  browser.realtime.open();
  await vi.waitUntil(() => spoiled.mock.calls.length > 0, 10_000);
  expect(wordsIn((await serverDocument()).shared)).toEqual(["before it"]);
  expect(kept(document)).toEqual([{ why: "refused", text: "the refused one\nafter it" }]);
  document.close();
  const again = await open(store);
  expect(wordsIn(again.shared)).toEqual(["before it"]);
  write(again.shared, "later");
  await isSaved(again);
  expect(kept(again)).toEqual([{ why: "refused", text: "the refused one\nafter it" }]);
  expect(wordsIn((await serverDocument()).shared)).toEqual(["before it", "later"]);
});

test("says that the browser is offline at once, and saves when it is online again", async () => {
  const document = await open();
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
  write(document.shared, "typed without a network");
  expect(document.getSnapshot().status.kind).toBe("offline");
  onLine.mockRestore();
  window.dispatchEvent(new Event("online"));
  await isSaved(document);
});

test("offers unsent text when the right to write ends, and saves it when it returns", async () => {
  const document = await open();
  browser.realtime.close();
  write(document.shared, "typed offline");
  await share("reader");
  browser.realtime.open();
  await vi.waitUntil(() => document.getSnapshot().status.kind === "read-only", 10_000);
  expect(kept(document)).toEqual([{ why: "not_permitted", text: "typed offline" }]);
  await share("writer");
  document.refetch();
  await isSaved(document);
  expect(kept(document)).toEqual([]);
  expect(wordsIn((await serverDocument()).shared)).toEqual(["typed offline"]);
});

test("words that wait for the connection are offered when the board is no longer theirs, also after a reload", async () => {
  const store = createStore();
  const document = await open(store);
  browser.realtime.close();
  write(document.shared, "typed offline");
  document.close();
  await share(null);
  browser.realtime.open();
  const again = await open(store);
  expect(again.getSnapshot().status.kind).toBe("revoked");
  expect(kept(again)).toEqual([{ why: "earlier", text: "typed offline" }]);
});

/** Ben deletes a note on a page that was cut off before Ana typed into it. */
async function deleteUnseen({ shared: his, epoch }: { shared: Y.Doc; epoch: string }, noteId: string) {
  const before = Y.encodeStateVector(his);
  his.getMap("elements").delete(noteId);
  const update = Buffer.from(Y.encodeStateAsUpdate(his, before)).toString("base64");
  await as(ben).call(documentRoutes.saveDocumentUpdate, {
    params: params(),
    body: { epoch, schemaVersion: canvasSchemaVersion, update },
  });
}

/** Returns a note that Ben saw without its last words, and what he saw. */
async function typeUnseen(document: SharedDocument) {
  const noteId = write(document.shared, "Seen.");
  await isSaved(document);
  const his = await serverDocument();
  const text = document.shared.getMap<Y.Map<unknown>>("elements").get(noteId)?.get("text") as Y.Text;
  text.insert(text.length, " Not seen.");
  await isSaved(document);
  return { noteId, his };
}

test("offers text that a colleague deleted without seeing it, also if it was typed on another device", async () => {
  const first = await open();
  const { noteId, his } = await typeUnseen(first);
  first.close();
  const other = await open(createStore());
  await isSaved(other);
  await deleteUnseen(his, noteId);
  await vi.waitUntil(() => kept(other).length > 0, 10_000);
  expect(kept(other)).toEqual([{ why: "unplaced", text: "Seen. Not seen." }]);
});

test("offers lost text on every device until it is discarded, if its author had no page open", async () => {
  const first = await open();
  const { noteId, his } = await typeUnseen(first);
  first.close();
  await deleteUnseen(his, noteId);
  const later = await open(createStore());
  await vi.waitUntil(() => kept(later).length > 0, 10_000);
  expect(kept(later)).toEqual([{ why: "unplaced", text: "Seen. Not seen." }]);
  for (const { id } of later.getSnapshot().keptTexts) later.dismissText(id);
  expect(kept(later)).toEqual([]);
  const list = () => as(ana).call(documentRoutes.listUnplacedTexts, { params: params() });
  await vi.waitUntil(async () => (await list()).texts.length === 0, { interval: 50 });
});

test("offers lost text, which can be discarded, when its author may no longer see the board", async () => {
  const first = await open();
  const { noteId, his } = await typeUnseen(first);
  first.close();
  await deleteUnseen(his, noteId);
  await share(null);
  const later = await open(createStore());
  expect(later.getSnapshot().status.kind).toBe("revoked");
  await vi.waitUntil(() => kept(later).length > 0, 10_000);
  expect(kept(later)).toEqual([{ why: "unplaced", text: "Seen. Not seen." }]);
  for (const { id } of later.getSnapshot().keptTexts) later.dismissText(id);
  const list = () => as(ana).call(documentRoutes.listUnplacedTexts, { params: params() });
  await vi.waitUntil(async () => (await list()).texts.length === 0, { interval: 50 });
});

test("words typed offline into a note that was deleted are offered once they are saved, and once only", async () => {
  const document = await open();
  const noteId = write(document.shared, "Seen.");
  await isSaved(document);
  const his = await serverDocument();
  browser.realtime.close();
  const text = document.shared.getMap<Y.Map<unknown>>("elements").get(noteId)?.get("text") as Y.Text;
  text.insert(text.length, " Typed offline.");
  await deleteUnseen(his, noteId);
  browser.realtime.open();
  await vi.waitUntil(() => kept(document).length > 0, 10_000);
  await isSaved(document);
  expect(kept(document)).toEqual([{ why: "unplaced", text: " Typed offline." }]);
});

test("offers unplaced text also when the right to write ends", async () => {
  const document = await open();
  const noteId = write(document.shared, "Seen.");
  await isSaved(document);
  const his = await serverDocument();
  browser.realtime.close();
  const text = document.shared.getMap<Y.Map<unknown>>("elements").get(noteId)?.get("text") as Y.Text;
  text.insert(text.length, " Typed offline.");
  await deleteUnseen(his, noteId);
  await share("reader");
  browser.realtime.open();
  await vi.waitUntil(() => document.getSnapshot().status.kind === "read-only", 10_000);
  expect(kept(document)).toEqual([{ why: "not_permitted", text: " Typed offline." }]);
});
