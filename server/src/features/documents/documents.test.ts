import type { Subject } from "@atoll/contract/comments/schemas";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import { createDraftRights } from "../../../test/documents/draft-kind.ts";
import { openWriter, typeAtEnd } from "../../../test/documents/shared-writer.ts";
import { chattersForFile, serverForFile } from "../../../test/for-file.ts";
import type { TestSocket } from "../../../test/socket.ts";
import { compactDocument } from "./compact-documents.ts";
import { announceDocumentRights, dropDocument, openDocument, readDocument } from "./public.ts";

const drafts = createDraftRights();
const server = serverForFile({ documentKinds: [drafts.kind] });
const [ana, ben, eve] = chattersForFile(server, ["Ana", "Ben", "Eve"]) as [Writer, Writer, Writer];
type Writer = ReturnType<typeof chattersForFile>[number];

let subject: Subject;
let sockets: { ana: TestSocket; ben: TestSocket; eve: TestSocket };
beforeAll(async () => {
  sockets = {
    ana: await server.connect(ana),
    ben: await server.connect(ben),
    eve: await server.connect(eve),
  };
});
beforeEach(() => {
  subject = { kind: "testdraft", id: uuidv7() };
  drafts.set(subject.id, ana.id, "edit");
  drafts.set(subject.id, ben.id, "edit");
});

const open = (markdown = "# Rollback\n\nOpen the deploy list.") => openDocument(server.db, subject, markdown);
const params = () => ({ kind: subject.kind, subjectId: subject.id });

test("is seeded once, however many open it at the same moment", async () => {
  const opened = await Promise.all(
    [1, 2, 3].map((n) => server.db.transaction().execute((tx) => openDocument(tx, subject, `Text ${n}`))),
  );
  expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(opened.map(({ epoch }) => epoch)).size).toBe(1);
  expect((await readDocument(server.db, subject))?.markdown).toMatch(/^Text \d\n$/);
});

test("delivers what one person writes to the others and to the Markdown", async () => {
  await open();
  const [one, other] = [
    await openWriter(ana, sockets.ana, subject),
    await openWriter(ben, sockets.ben, subject),
  ];
  const saved = await one.send(typeAtEnd(one, "Stop the train."));
  expect(saved.sequence).toBe(1);
  const event = await sockets.ben.next("document.updated");
  Y.applyUpdate(other.shared, Buffer.from(event.update ?? "", "base64"));
  expect(other.text()).toBe(one.text());
  expect(await readDocument(server.db, subject)).toMatchObject({
    markdown: "# Rollback\n\nOpen the deploy list.\n\nStop the train.\n",
    lost: [],
    sequence: 1,
  });
});

test("a person who may not read the subject finds no draft and receives no events about it", async () => {
  const { epoch } = await open();
  const { body } = await eve.client.refused(documentRoutes.getDocument, { params: params() });
  expect(body.error.code).toBe("subject_not_found");
  const watched = await sockets.eve.command("documents.watch", { documents: [{ subject, epoch }] });
  expect(watched.documents).toEqual([]);
  expect(
    await sockets.eve.refused("document.update", { subject, epoch, schemaVersion: 1, update: "AAA=" }),
  ).toBe("subject_not_found");
});

test("a right that is lost while typing ends the page, and nothing is accepted afterwards", async () => {
  await open();
  const one = await openWriter(ana, sockets.ana, subject);
  const other = await openWriter(ben, sockets.ben, subject);
  drafts.set(subject.id, ben.id, "none");
  await announceDocumentRights(server.db, subject);
  expect(await sockets.ben.next("document.closed")).toEqual({ epoch: other.state.epoch, reason: "revoked" });
  expect(await other.refused(typeAtEnd(other, "Too late"))).toBe("subject_not_found");
  await one.send(typeAtEnd(one, "Secret"));
  await server.felt();
  const heard = sockets.ben.received.filter(
    ({ name, payload }) =>
      name === "document.updated" && "epoch" in payload && payload.epoch === one.state.epoch,
  );
  expect(heard).toEqual([]);
  expect((await readDocument(server.db, subject))?.markdown).not.toContain("Too late");
});

test("a reader sees the draft, and cannot write to it", async () => {
  await open();
  drafts.set(subject.id, ben.id, "read");
  const reader = await openWriter(ben, sockets.ben, subject);
  expect(reader.state.mayEdit).toBe(false);
  expect(await reader.refused(typeAtEnd(reader, "x"))).toBe("forbidden");
});

test("refuses updates to a discarded draft, and never syncs a new draft with an old page", async () => {
  await open();
  const one = await openWriter(ana, sockets.ana, subject);
  await server.db.transaction().execute((tx) => dropDocument(tx, subject));
  expect(await sockets.ana.next("document.closed")).toEqual({ epoch: one.state.epoch, reason: "ended" });
  expect(await one.refused(typeAtEnd(one, "x"))).toBe("document_ended");
  await open("Version 2");
  expect(await one.refused(typeAtEnd(one, "y"))).toBe("document_ended");
  expect((await readDocument(server.db, subject))?.markdown).toBe("Version 2\n");
});

test("a page of an older or newer schema does not write", async () => {
  await open();
  const one = await openWriter(ana, sockets.ana, subject);
  const update = typeAtEnd(one, "x");
  expect(await one.refused(update, { schemaVersion: one.state.schemaVersion - 1 })).toBe("document_outdated");
  expect(await one.refused(update, { schemaVersion: one.state.schemaVersion + 1 })).toBe("document_outdated");
});

test("ignores malformed updates, and updates that depend on missing ones", async () => {
  await open();
  const one = await openWriter(ana, sockets.ana, subject);
  const other = await openWriter(ben, sockets.ben, subject);
  const first = typeAtEnd(one, "first");
  const second = typeAtEnd(one, "second");
  const broken = Buffer.from(first);
  for (let at = 3; at < broken.length; at += 5) broken[at] = 255;
  const refusals = await Promise.all([
    one.refused(Buffer.from([1, 2, 3])),
    one.refused(broken),
    one.refused(second),
    other.send(typeAtEnd(other, "good")).then(() => "saved"),
  ]);
  expect(refusals).toEqual([
    "document_update_invalid",
    "document_update_invalid",
    "document_update_invalid",
    "saved",
  ]);
  await one.send(Y.mergeUpdates([first, second]));
  const text = await readDocument(server.db, subject);
  expect(text?.markdown.match(/first|second|good/g)?.toSorted()).toEqual(["first", "good", "second"]);
});

test("tells only the person themselves which pages they typed in, across reloads and devices", async () => {
  await open();
  const pages = [await openWriter(ana, sockets.ana, subject), await openWriter(ana, sockets.ana, subject)];
  const other = await openWriter(ben, sockets.ben, subject);
  for (const [index, page] of [...pages, other].entries()) await page.send(typeAtEnd(page, `Page ${index}`));
  const own = pages.map(({ shared }) => shared.clientID).toSorted();
  const { state } = await openWriter(ana, sockets.ana, subject);
  expect(state.ownClients.toSorted()).toEqual(own);
  const query = { epoch: state.epoch, since: state.sequence };
  const missed = await ana.client.call(documentRoutes.listDocumentUpdates, { params: params(), query });
  expect(missed.ownClients.toSorted()).toEqual(own);
  expect((await openWriter(ben, sockets.ben, subject)).state.ownClients).toEqual([other.shared.clientID]);
});

test("compaction keeps the text, and pages that missed it catch up", async () => {
  await open();
  const one = await openWriter(ana, sockets.ana, subject);
  for (const word of ["a", "b", "c"]) await one.send(typeAtEnd(one, word));
  const before = await readDocument(server.db, subject);
  await compactDocument(server.db, one.state.epoch);
  expect(await readDocument(server.db, subject)).toMatchObject({ markdown: before?.markdown, sequence: 3 });
  const query = { epoch: one.state.epoch, since: 1 };
  const missed = await ana.client.call(documentRoutes.listDocumentUpdates, { params: params(), query });
  expect(missed).toMatchObject({ sequence: 3, hasMore: false });
  await one.send(typeAtEnd(one, "d"));
  const since3 = { epoch: one.state.epoch, since: 3 };
  const last = await ana.client.call(documentRoutes.listDocumentUpdates, { params: params(), query: since3 });
  expect(last).toMatchObject({ sequence: 4, hasMore: false });
  expect(last.updates).toHaveLength(1);
});

test("cursors go out under the names that the server knows", async () => {
  const { epoch } = await open();
  await openWriter(ana, sockets.ana, subject);
  await openWriter(ben, sockets.ben, subject);
  const cursor = { anchor: "a", head: "b" };
  await sockets.ana.command("document.point", { epoch, clientId: 7, cursor, isHere: true });
  const { editors } = await sockets.ben.next("document.pointed");
  expect(editors).toEqual([
    {
      clientId: 7,
      userId: ana.id,
      name: ana.name,
      departmentSlug: null,
      pointer: null,
      cursor,
      isHere: true,
    },
  ]);
});

test("refuses a text over the limit, without delaying others", async () => {
  const { refused } = await openDocument(server.db, subject, "> ".repeat(400_001)).then(
    () => ({ refused: undefined }),
    (error: unknown) => ({ refused: error }),
  );
  expect(refused).toMatchObject({ code: "document_too_large" });
  const nested = "32 levels of quotes, lists and callouts";
  const callouts = (count: number) =>
    Array.from({ length: count }, (_, index) => `${":".repeat(count + 3 - index)}note`).join("\n");
  const excessive: [markdown: string, limit: string][] = [
    [`${">".repeat(20_000)} end`, nested],
    [`${"> ".repeat(5_000)}end`, nested],
    [`${"- > 1. ".repeat(2_000)}end`, nested],
    [Array.from({ length: 40 }, (_, index) => `${"  ".repeat(index)}- a`).join("\n"), nested],
    [callouts(60), nested],
    [callouts(1_000), "100 colons in a row"],
    [`> ${":".repeat(500)}note`, "100 colons in a row"],
    ["> a\n\n".repeat(5_001), "2,000 lines of quotes"],
    [`${"- ".repeat(10)}a\n`.repeat(3_000), "6,000 levels of lists and quotes"],
    ["x".repeat(1_000_000), "400,000 characters"],
  ];
  for (const [markdown, limit] of excessive)
    await expect(openDocument(server.db, subject, markdown)).rejects.toMatchObject({
      code: "document_too_large",
      message: expect.stringContaining(limit),
    });
});

test("a large paste is stored in one piece, and one beyond the limit changes nothing", async () => {
  await open();
  const one = await openWriter(ana, sockets.ana, subject);
  const paste = typeAtEnd(one, "x".repeat(300_000));
  const body = (update: Uint8Array) => ({
    epoch: one.state.epoch,
    schemaVersion: one.state.schemaVersion,
    update: Buffer.from(update).toString("base64"),
  });
  const sent = await ana.client.call(documentRoutes.saveDocumentUpdate, {
    params: params(),
    body: body(paste),
  });
  expect(sent.sequence).toBe(1);
  const more = typeAtEnd(one, "§".repeat(200_000));
  const refusal = await ana.client.refused(documentRoutes.saveDocumentUpdate, {
    params: params(),
    body: body(more),
  });
  expect(refusal.body.error.code).toBe("document_too_large");
  expect(refusal.body.error.message).toContain("400,000 characters");
  expect((await readDocument(server.db, subject))?.markdown).not.toContain("§");
});

test("an update whose answer was lost is stored once, whether it is sent again by the socket or by a request", async () => {
  await open();
  const one = await openWriter(ana, sockets.ana, subject);
  const update = typeAtEnd(one, "Stop the train.");
  await one.send(update);
  await one.send(update);
  const { epoch, schemaVersion } = one.state;
  const body = { epoch, schemaVersion, update: Buffer.from(update).toString("base64") };
  await Promise.all(
    [1, 2, 3].map(() => ana.client.call(documentRoutes.saveDocumentUpdate, { params: params(), body })),
  );
  expect((await readDocument(server.db, subject))?.markdown).toBe(
    "# Rollback\n\nOpen the deploy list.\n\nStop the train.\n",
  );
  expect((await openWriter(ben, sockets.ben, subject)).text()).toBe(one.text());
});

/** Ana writes into a paragraph, which Ben deletes before he has seen her words. */
async function loseWords(words: string): Promise<void> {
  const [one, other] = [
    await openWriter(ana, sockets.ana, subject),
    await openWriter(ben, sockets.ben, subject),
  ];
  const text = (one.root.get(one.root.length - 1) as Y.XmlElement).get(0) as Y.XmlText;
  const typed = one.change(() => text.insert(text.length, words));
  const deletion = other.change(() => other.root.delete(other.root.length - 1, 1));
  await one.send(typed);
  await other.send(deletion);
}
const unplaced = async (who: Writer) =>
  (await who.client.call(documentRoutes.listUnplacedTexts, { params: params() })).texts;

test("keeps words that a colleague deleted unseen for their author alone, until they discard them", async () => {
  await open();
  await loseWords(" And the brakes.");
  const [kept] = await unplaced(ana);
  expect(kept?.text).toContain("And the brakes.");
  expect([await unplaced(ben), await unplaced(eve)]).toEqual([[], []]);
  const discard = (who: Writer) =>
    who.client.call(documentRoutes.discardUnplacedText, { params: { ...params(), textId: kept?.id ?? "" } });
  // Nobody discards the words of another person; twice, as from two devices, is once.
  await discard(ben);
  expect(await unplaced(ana)).toHaveLength(1);
  // They are the author's, also when the draft is gone and the author may no longer read it.
  drafts.set(subject.id, ana.id, "none");
  await dropDocument(server.db, subject);
  expect(await unplaced(ana)).toEqual([kept]);
  await Promise.all([discard(ana), discard(ana)]);
  expect(await unplaced(ana)).toEqual([]);
});

test("keeps new words for their whole time where they join an older text", async () => {
  await open();
  // As many as are kept apart, shortly before they expire.
  const old = new Date(Date.now() - 89 * 86_400_000);
  const row = { user_id: ana.user.id, subject_kind: subject.kind, subject_id: subject.id, created_at: old };
  await server.db
    .insertInto("unplaced_texts")
    .values(Array.from({ length: 100 }, (_, at) => ({ ...row, id: uuidv7(), text: `Old ${at}` })))
    .execute();
  await loseWords(" And the brakes.");
  const texts = await unplaced(ana);
  expect(texts).toHaveLength(100);
  const joined = texts.find(({ text }) => text.includes("And the brakes."));
  expect(joined?.text).toMatch(/^Old \d+\n/);
  expect(Date.parse(joined?.at ?? "")).toBeGreaterThan(Date.now() - 86_400_000);
  expect(texts.at(-1)?.id).toBe(joined?.id);
});
