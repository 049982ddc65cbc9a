import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import { canvasMaxElements, maxStrokePoints } from "@atoll/contract/documents/canvas-limits";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { encodeStroke } from "@atoll/contract/documents/stroke";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { createBoardOf, openCanvasOf, sharedElement } from "../../../test/boards.ts";
import { type Chatter, codeOf, createChatters } from "../../../test/chatter.ts";
import { openWriter } from "../../../test/documents/shared-writer.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { upload } from "../../../test/upload.ts";
import { compactDocuments } from "../documents/compact-documents.ts";

const server = sharedServer();
let [ana, ben]: Chatter[] = [];
const as = (who: Chatter | undefined): Chatter => who as Chatter;

beforeAll(async () => {
  [ana, ben] = await createChatters(server, ["Ana", "Ben"]);
});

const stored = async (boardId: string) =>
  server.db.selectFrom("board_elements").selectAll().where("board_id", "=", boardId).orderBy("id").execute();

describe("the canvas of a board", () => {
  test("keeps each element in a row with the author that the server sets", async () => {
    const boardId = await createBoardOf(as(ana));
    const [hers, his] = [await openCanvasOf(as(ana), boardId), await openCanvasOf(as(ben), boardId)];
    const first = await hers.add({ text: "Hers" });
    const second = await his.add({ text: "His", at: [10, 20] });
    await hers.pull();
    expect(hers.authors()).toEqual({ [first]: ana?.id, [second]: ben?.id });
    expect(await stored(boardId)).toMatchObject([
      { id: first, author_id: ana?.id, text: "Hers", kind: "note" },
      {
        id: second,
        author_id: ben?.id,
        text: "His",
        content: { at: [10, 20], size: [132, 114], frame: null },
      },
    ]);
  });

  test("stores a paste of 1,000 elements as one update, and names its sender as the author of each", async () => {
    const boardId = await createBoardOf(as(ana));
    const his = await openCanvasOf(as(ben), boardId);
    const text = "漢".repeat(75);
    const paste = his.change((elements) => {
      for (let index = 0; index < 1000; index += 1) elements.set(uuidv7(), sharedElement({ text }));
    });
    await his.send(paste);
    await his.pull();
    expect(new Set(Object.values(his.authors()))).toEqual(new Set([ben?.id]));
    const kept = await stored(boardId);
    expect(kept).toHaveLength(1000);
    expect(new Set(kept.map((row) => row.author_id))).toEqual(new Set([ben?.id]));
  });

  test("records the writer as the author of new text under the ID of a deleted element, or in its place", async () => {
    const boardId = await createBoardOf(as(ana));
    const hers = await openCanvasOf(as(ana), boardId);
    const [deleted, replaced] = [await hers.add({ text: "Hers" }), await hers.add({ text: "Hers too" })];
    const his = await openCanvasOf(as(ben), boardId);
    await his.send(his.change((elements) => elements.delete(deleted)));
    await his.add({ text: "Put into her mouth" }, deleted);
    await his.add({ text: "This as well" }, replaced);
    const authors = (await stored(boardId)).map(({ id, author_id }) => [id, author_id]);
    expect(Object.fromEntries(authors)).toEqual({ [deleted]: ben?.id, [replaced]: ben?.id });
  });

  test("gives an element back to its author when a deletion by somebody else is undone", async () => {
    const boardId = await createBoardOf(as(ana));
    const [hers, his] = [await openCanvasOf(as(ana), boardId), await openCanvasOf(as(ben), boardId)];
    const id = await hers.add({ text: "Hers" });
    await his.pull();
    const undo = new Y.UndoManager(his.shared.getMap("elements"));
    await his.send(his.change((elements) => elements.delete(id)));
    expect(await stored(boardId)).toMatchObject([{ id, gone_at: expect.any(Date) }]);
    await his.send(his.change(() => undo.undo()));
    expect(await stored(boardId)).toMatchObject([{ id, gone_at: null, author_id: ana?.id, text: "Hers" }]);
  });

  test("starts with the frames of its template", async () => {
    const boardId = await createBoardOf(as(ana), { template: "swot" });
    const hers = await openCanvasOf(as(ana), boardId);
    const names = Object.values(hers.elements()).map(({ text }) => text);
    expect(names.toSorted()).toEqual(["Opportunities", "Strengths", "Threats", "Weaknesses"]);
    expect(hers.authors()).toEqual({});
    const { board } = await as(ana).client.call(routes.getBoard, { params: { boardId } });
    expect(board).toMatchObject({ noteCount: 0, peopleCount: 0 });
    expect(board.preview.map(({ kind }) => kind)).toEqual(["frame", "frame", "frame", "frame"]);
  });
});

const arrow = { kind: "arrow", from: { point: [0, 0] }, to: { point: [9, 9] } };

/** An element with these fields and no others. */
function plainElement({ text = "", ...fields }: Record<string, unknown>): Y.Map<unknown> {
  const shared = new Y.Map<unknown>(Object.entries(fields).filter(([, value]) => value !== null));
  shared.set("text", new Y.Text(String(text)));
  return shared;
}
const strokeWith = (points: string) =>
  plainElement({ kind: "stroke", at: [0, 0], size: [9, 9], pen: "fine", points });

test("stores drawings, stickers and styles as their page wrote them, with what others draw at the same time", async () => {
  const boardId = await createBoardOf(as(ana));
  const [hers, his] = [await openCanvasOf(as(ana), boardId), await openCanvasOf(as(ben), boardId)];
  const points = encodeStroke([
    [0, 0],
    [40, 30],
    [90, 0],
  ]);
  const placed = { at: [5, 6], stack: 0, frame: null, group: null, text: "" };
  const drawn = { ...placed, kind: "stroke", size: [90, 30], pen: "bold", ink: "coral", points };
  const sticker = { ...placed, kind: "sticker", size: [64, 64], emoji: "🎉" };
  const label = { ...placed, kind: "text", size: [90, 30], color: "sun", ink: "sea", textSize: "huge" };
  const line = { ...placed, ...arrow, color: "sun", line: "elbow", heads: "both", dash: "dashed" };
  const add = (writer: typeof hers, element: Record<string, unknown>) =>
    writer.send(writer.change((elements) => elements.set(uuidv7(), plainElement(element))));
  await Promise.all([add(hers, drawn), add(his, sticker), add(hers, label), add(his, line)]);
  const kept = (await stored(boardId)).map(({ content }) => content);
  expect(kept.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([line, sticker, drawn, label]);
  const copyId = uuidv7();
  await as(ana).client.call(routes.copyBoard, {
    params: { boardId },
    body: { id: copyId, title: "A copy" },
  });
  expect((await stored(copyId)).map(({ content }) => content)).toEqual(
    expect.arrayContaining([drawn, sticker]),
  );
});

describe("an update of a canvas is refused", () => {
  const cases: [string, (elements: Y.Map<unknown>, shared: Y.Doc) => unknown][] = [
    ["with a coordinate that is too far out", (all) => all.set(uuidv7(), sharedElement({ at: [1e308, 0] }))],
    [
      "with a coordinate that is no number",
      (all) => all.set(uuidv7(), sharedElement({ at: [Number.NaN, 0] })),
    ],
    ["with a field that there is not", (all) => all.set(uuidv7(), sharedElement({ votes: 5 }))],
    ["with a kind that there is not", (all) => all.set(uuidv7(), sharedElement({ kind: "script" }))],
    ["with a text that is too long", (all) => all.set(uuidv7(), sharedElement({ text: "x".repeat(1001) }))],
    ["with a place in the stack that is too high", (all) => all.set(uuidv7(), sharedElement({ stack: 1e9 }))],
    ["with a text size that there is not", (all) => all.set(uuidv7(), sharedElement({ textSize: 400 }))],
    ["with a colour of a line on a note", (all) => all.set(uuidv7(), sharedElement({ ink: "sun" }))],
    [
      "with a style of an arrow that there is not",
      (all) => all.set(uuidv7(), sharedElement({ ...arrow, line: "url(#a)" })),
    ],
    [
      "with a drawing of more points than there may be",
      (all) => all.set(uuidv7(), strokeWith("?".repeat(2 * maxStrokePoints + 2))),
    ],
    ["with a drawing whose points are none", (all) => all.set(uuidv7(), strokeWith("M0 0L9 9"))],
    [
      "with a sticker that is no emoji",
      (all) => all.set(uuidv7(), plainElement({ kind: "sticker", at: [0, 0], size: [9, 9], emoji: "<b>" })),
    ],
    ["with an element that is none", (all) => all.set(uuidv7(), "note")],
    ["under an id that is none", (all) => all.set("first", sharedElement({}))],
    ["with an id in capitals", (all) => all.set(uuidv7().toUpperCase(), sharedElement({}))],
    ["in the name of an author", (_all, shared) => shared.getMap("authors").set(uuidv7(), uuidv7())],
    ["with another root", (_all, shared) => shared.getMap("votes").set("a", 1)],
    [
      "with formatted text",
      (all) => {
        const element = sharedElement({ text: "Bold" });
        all.set(uuidv7(), element);
        (element.get("text") as Y.Text).format(0, 2, { bold: true });
      },
    ],
  ];
  test.each(cases)("when it contains %s, and the board stays unchanged", async (_what, work) => {
    const boardId = await createBoardOf(as(ana));
    const good = await openCanvasOf(as(ben), boardId);
    const id = await good.add({ text: "Stays" });
    const bad = await openCanvasOf(as(ana), boardId);
    expect(await bad.refused(bad.change((elements) => work(elements, bad.shared)))).toBe(
      "document_update_invalid",
    );
    const after = await openCanvasOf(as(ana), boardId);
    expect(Object.keys(after.elements())).toEqual([id]);
    await good.add({ text: "Goes on" });
    expect(await stored(boardId)).toHaveLength(2);
  });

  test("when it is larger than any update may be", async () => {
    const boardId = await createBoardOf(as(ana));
    const writer = await openCanvasOf(as(ana), boardId);
    expect(await writer.refused(new Uint8Array(5_000_000))).toBe("body_too_large");
  });

  fullTest("with more elements than a board can hold", async () => {
    const boardId = await createBoardOf(as(ana));
    const writer = await openCanvasOf(as(ana), boardId);
    const add = (count: number) =>
      writer.change((elements) => {
        for (let index = 0; index < count; index += 1) elements.set(uuidv7(), sharedElement({}));
      });
    await writer.send(add(canvasMaxElements));
    expect(await writer.refused(add(1))).toBe("document_too_large");
  });

  test("with an element of another board", async () => {
    const [one, other] = [await createBoardOf(as(ana)), await createBoardOf(as(ben))];
    const id = await (await openCanvasOf(as(ana), one)).add({ text: "Mine" });
    const thief = await openCanvasOf(as(ben), other);
    const update = thief.change((elements) => elements.set(id, sharedElement({ text: "Theirs" })));
    expect(await thief.refused(update)).toBe("document_update_invalid");
    expect(await stored(one)).toMatchObject([{ id, text: "Mine" }]);
  });

  test("from a reader, from everybody but facilitators while notes are private, and once a right is gone", async () => {
    const boardId = await createBoardOf(as(ana));
    const params = { boardId };
    const his = await openCanvasOf(as(ben), boardId);
    const id = await his.add({ text: "Before" });
    // Everything that is not stored yet, as a page sends it.
    let unsent = new Uint8Array(Y.encodeStateAsUpdate(new Y.Doc()));
    const move = () => {
      const moved = his.change((all) => (all.get(id) as Y.Map<unknown>).set("at", [unsent.length, 1]));
      unsent = new Uint8Array(Y.mergeUpdates([unsent, moved]));
      return unsent;
    };
    const share = (role: "reader" | "writer" | null) =>
      as(ana).client.call(routes.shareBoard, { params, body: { to: { kind: "everyone" }, role } });
    const lock = (isLocked: boolean) =>
      as(ana).client.call(routes.changeSession, { params, body: { isLocked } });
    await lock(true);
    expect(await his.refused(move())).toBe("forbidden");
    await lock(false);
    await his.send(move());
    const body = { phase: "collect" as const, seenPhase: null };
    await as(ana).client.call(routes.setBoardPhase, { params, body });
    expect(await his.refused(move())).toBe("forbidden");
    await (await openCanvasOf(as(ana), boardId)).add({ text: "A facilitator's" });
    await as(ana).client.call(routes.setBoardPhase, { params, body: { phase: null, seenPhase: "collect" } });
    await share("reader");
    expect(await his.refused(move())).toBe("forbidden");
    await share(null);
    expect(await his.refused(move())).toBe("subject_not_found");
    const opening = { params: { kind: "board", subjectId: boardId } };
    expect(await codeOf(as(ben).client.refused(documentRoutes.getDocument, opening))).toBe(
      "subject_not_found",
    );
  });
});

test("people who may not write on a canvas are seen on it, but move nothing", async () => {
  const boardId = await createBoardOf(as(ana), { grants: [{ to: { kind: "everyone" }, role: "reader" }] });
  const subject = { kind: "board", id: boardId };
  const [hers, his] = [await server.connect(as(ana)), await server.connect(as(ben))];
  const { epoch } = await openCanvasOf(as(ana), boardId);
  for (const socket of [hers, his])
    await socket.command("documents.watch", { documents: [{ subject, epoch }] });
  const moving = [{ id: uuidv7(), at: [1, 1] as [number, number] }];
  const pointer = { at: [3, 4] as [number, number], view: null, selectedIds: [], moving };
  await his.command("document.point", { epoch, clientId: 7, cursor: null, pointer, isHere: true });
  expect((await hers.next("document.pointed")).editors).toMatchObject([
    { userId: ben?.id, pointer: { at: [3, 4], moving: [] } },
  ]);
  for (const socket of [hers, his]) socket.close();
});

test("attaches an image again when the answer was lost, and not for another person", async () => {
  const boardId = await createBoardOf(as(ana));
  const { id } = await upload(server, as(ana), { name: "hull.txt", content: "hull", kind: "board" });
  const attach = { params: { kind: "board", subjectId: boardId }, body: { attachmentIds: [id] } };
  await as(ana).client.call(documentRoutes.attachDocumentFiles, attach);
  await as(ana).client.call(documentRoutes.attachDocumentFiles, attach);
  expect(await codeOf(as(ben).client.refused(documentRoutes.attachDocumentFiles, attach))).toBe(
    "attachment_not_found",
  );
});

test("disconnects a page whose right is removed during a drag", async () => {
  const boardId = await createBoardOf(as(ana));
  const subject = { kind: "board", id: boardId };
  const [hers, his] = [await server.connect(as(ana)), await server.connect(as(ben))];
  const dragging = await openWriter(as(ben), his, subject);
  const { epoch } = dragging.state;
  const point = (x: number) => ({
    epoch,
    clientId: 7,
    cursor: null,
    pointer: { at: [x, 0] as [number, number], view: null, selectedIds: [], moving: [] },
    isHere: true,
  });
  const watcher = await openWriter(as(ana), hers, subject);
  await his.command("document.point", point(1));
  expect((await hers.next("document.pointed")).editors).toMatchObject([{ userId: ben?.id, isHere: true }]);
  const body = { to: { kind: "everyone" as const }, role: null };
  await as(ana).client.call(routes.shareBoard, { params: { boardId }, body });
  expect(await his.next("document.closed")).toEqual({ epoch, reason: "revoked" });
  // Others no longer see the drag.
  expect((await hers.next("document.pointed")).editors).toMatchObject([{ userId: ben?.id, isHere: false }]);
  const add = (writer: typeof watcher) =>
    writer.change(() => writer.shared.getMap("elements").set(uuidv7(), sharedElement({ text: "Later" })));
  expect(await dragging.refused(add(dragging))).toBe("subject_not_found");
  await watcher.send(add(watcher));
  await hers.next("document.updated");
  await his.command("documents.watch", { documents: [{ subject, epoch }] });
  expect(his.received.map(({ name }) => name)).not.toContain("document.updated");
  for (const socket of [hers, his]) socket.close();
});

test("hides a person who lost the connection, and what they were dragging", async () => {
  const boardId = await createBoardOf(as(ana));
  const subject = { kind: "board", id: boardId };
  const [hers, his] = [await server.connect(as(ana)), await server.connect(as(ben))];
  const { epoch } = (await openWriter(as(ana), hers, subject)).state;
  await openWriter(as(ben), his, subject);
  const moving = [{ id: uuidv7(), at: [1, 1] as [number, number] }];
  const pointer = { at: null, view: null, selectedIds: [], moving };
  await his.command("document.point", { epoch, clientId: 7, cursor: null, pointer, isHere: true });
  expect((await hers.next("document.pointed")).editors).toMatchObject([{ clientId: 7, pointer: { moving } }]);
  his.close();
  expect((await hers.next("document.pointed")).editors).toMatchObject([
    { clientId: 7, pointer: null, isHere: false },
  ]);
  hers.close();
});

fullTest(
  "many moves are merged as soon as they are large, also on a board that was just changed",
  async () => {
    const boardId = await createBoardOf(as(ana));
    const hers = await openCanvasOf(as(ana), boardId);
    const ids = Array.from({ length: 300 }, () => uuidv7());
    await hers.send(
      hers.change((all) => {
        for (const id of ids) all.set(id, sharedElement({ text: "Words" }));
      }),
    );
    const bytes = async () => {
      const { rows } = await sql<{ stored: number }>`SELECT (octet_length(d.snapshot) + coalesce((
      SELECT sum(octet_length(u.content)) FROM document_updates u WHERE u.epoch = d.epoch), 0))::int AS stored
      FROM documents d WHERE d.epoch = ${hers.epoch}`.execute(server.db);
      return rows[0]?.stored ?? 0;
    };
    const elements = hers.shared.getMap("elements");
    let written: Uint8Array[] = [];
    hers.shared.on("update", (update: Uint8Array) => written.push(update));
    for (let move = 0; move < 12_000; move += 1) {
      (elements.get(ids[(move * 7) % 300] ?? "") as Y.Map<unknown>).set("at", [move, move]);
      if (move % 3_000 < 2_999) continue;
      // As a page sends what it wrote while it was offline.
      await hers.send(Y.mergeUpdates(written));
      written = [];
    }
    const before = await bytes();
    await compactDocuments(server.db);
    expect(await bytes()).toBeLessThan(before * 0.7);
    await hers.pull();
    const fresh = await openCanvasOf(as(ben), boardId);
    expect(fresh.elements()).toEqual(hers.elements());
  },
);
