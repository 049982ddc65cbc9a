import type { BoardPhase } from "@atoll/contract/brainstorm/limits";
import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { createBoardOf, openCanvasOf } from "../../../test/boards.ts";
import { type Chatter, codeOf, createChatters } from "../../../test/chatter.ts";
import { openWriter } from "../../../test/documents/shared-writer.ts";
import { serverForFile } from "../../../test/for-file.ts";
import { everybodyNotified } from "../../../test/settled.ts";

const server = serverForFile({ patience: { leadersSeenMs: 100 } });
let [ana, ben, cleo]: Chatter[] = [];
const as = (who: Chatter | undefined): Chatter => who as Chatter;
const of = (boardId: string) => ({ params: { boardId } });

beforeAll(async () => {
  [ana, ben, cleo] = await createChatters(server, ["Ana", "Ben", "Cleo"]);
});

const goTo = (boardId: string, phase: BoardPhase | null, seenPhase: BoardPhase | null) =>
  as(ana).client.call(routes.setBoardPhase, { ...of(boardId), body: { phase, seenPhase } });
const writeNote = (who: Chatter | undefined, boardId: string, text: string, noteId = uuidv7()) =>
  as(who).client.send("PUT", `/api/boards/${boardId}/private-notes/${noteId}`, {
    body: { text, at: [5, 6] },
  });
const notesOf = async (who: Chatter | undefined, boardId: string) =>
  (await as(who).client.call(routes.listPrivateNotes, of(boardId))).notes.map(({ text }) => text);
const reveal = (who: Chatter | undefined, boardId: string) =>
  as(who).client.call(routes.revealNotes, of(boardId));
const wordsOn = async (boardId: string) =>
  Object.values((await openCanvasOf(as(ana), boardId)).elements()).map(({ text }) => text);

/** Fills a board up to this many elements: rows are what the server counts. */
const fill = (boardId: string, count: number) =>
  sql`INSERT INTO board_elements (id, board_id, kind, text, content)
    SELECT gen_random_uuid(), ${boardId}, 'note', '', '{"kind": "note", "at": [0, 0], "size": [10, 10], "frame": null}'
    FROM generate_series(1, ${count}::int)`.execute(server.db);

describe("a phase ends, and private words come out", () => {
  test("when a private note has the id of an element of another board, or of its own", async () => {
    const boardId = await createBoardOf(as(ana));
    const own = await openCanvasOf(as(ana), boardId);
    const here = await own.add({ text: "There before" });
    const elsewhere = await (await openCanvasOf(as(ben), await createBoardOf(as(ben)))).add({
      text: "On another board",
    });
    await goTo(boardId, "collect", null);
    await writeNote(ben, boardId, "Same id as elsewhere", elsewhere);
    await writeNote(ben, boardId, "Same id as here", here);
    await writeNote(cleo, boardId, "Harmless");
    await goTo(boardId, "reveal", "collect");
    expect((await wordsOn(boardId)).toSorted()).toEqual([
      "Harmless",
      "Same id as elsewhere",
      "Same id as here",
      "There before",
    ]);
    expect(await notesOf(ben, boardId)).toEqual([]);
    expect(Object.keys((await openCanvasOf(as(ana), boardId)).elements())).not.toContain(elsewhere);
  });

  test("when the board is full: what fits is revealed, the rest stays with its author", async () => {
    const boardId = await createBoardOf(as(ana));
    await goTo(boardId, "collect", null);
    for (const text of ["First", "Second", "Third"]) await writeNote(ben, boardId, text);
    await fill(boardId, 2999);
    await goTo(boardId, null, "collect");
    expect(await wordsOn(boardId)).toEqual(["First"]);
    expect(await notesOf(ben, boardId)).toEqual(["Second", "Third"]);
    expect(await codeOf(as(ben).client.refused(routes.revealNotes, of(boardId)))).toBe("document_too_large");
    await sql`DELETE FROM board_elements WHERE board_id = ${boardId} AND text = ''`.execute(server.db);
    expect((await reveal(ben, boardId)).revealedIds).toHaveLength(2);
    expect((await wordsOn(boardId)).toSorted()).toEqual(["First", "Second", "Third"]);
    expect((await reveal(ben, boardId)).revealedIds).toEqual([]);
  });

  test("when the canvas refuses the notes: they stay private", async () => {
    const boardId = await createBoardOf(as(ana));
    await goTo(boardId, "collect", null);
    await writeNote(ben, boardId, "Kept");
    await sql`UPDATE documents SET subject_kind = 'other' WHERE subject_id = ${boardId}`.execute(server.db);
    await as(ana).client.send("PUT", `/api/boards/${boardId}/phase`, {
      body: { phase: "reveal", seenPhase: "collect" },
    });
    await sql`UPDATE documents SET subject_kind = 'board' WHERE subject_id = ${boardId}`.execute(server.db);
    const { board } = await as(ben).client.call(routes.getBoard, of(boardId));
    expect(board.session.phase).toBe("reveal");
    expect(await notesOf(ben, boardId)).toEqual(["Kept"]);
  });

  test("when the board is no longer shared with their author, who can still read them", async () => {
    const grants = [{ to: { kind: "person" as const, id: as(ben).id }, role: "writer" as const }];
    const boardId = await createBoardOf(as(ana), { grants });
    await writeNote(ben, boardId, "My own words");
    await as(ana).client.call(routes.shareBoard, {
      ...of(boardId),
      body: { to: { kind: "person", id: as(ben).id }, role: null },
    });
    expect(await codeOf(as(ben).client.refused(routes.getBoard, of(boardId)))).toBe("board_not_found");
    expect(await notesOf(ben, boardId)).toEqual(["My own words"]);
    expect(await codeOf(as(cleo).client.refused(routes.listPrivateNotes, of(boardId)))).toBe(
      "board_not_found",
    );
  });

  test("when its only facilitator is gone: a writer takes the lead, and no one before", async () => {
    const [gone] = await createChatters(server, ["Gone"]);
    const boardId = await createBoardOf(as(gone));
    await as(gone).client.call(routes.setBoardPhase, {
      ...of(boardId),
      body: { phase: "collect", seenPhase: null },
    });
    await writeNote(ben, boardId, "Waiting");
    expect(await codeOf(as(ben).client.refused(routes.takeBoardLead, of(boardId)))).toBe("forbidden");
    await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${as(gone).id}`.execute(server.db);
    expect((await as(ben).client.call(routes.getBoard, of(boardId))).board.hasLeader).toBe(false);
    const { board } = await as(ben).client.call(routes.takeBoardLead, of(boardId));
    expect(board).toMatchObject({ role: "facilitator", hasLeader: true, owner: { id: gone?.id } });
    expect(await codeOf(as(cleo).client.refused(routes.takeBoardLead, of(boardId)))).toBe("forbidden");
    await as(ben).client.call(routes.setBoardPhase, {
      ...of(boardId),
      body: { phase: "reveal", seenPhase: "collect" },
    });
    expect(await wordsOn(boardId)).toEqual(["Waiting"]);
  });
});

describe("the lead of a board whose facilitators are away", () => {
  const codeOfLead = (who: Chatter | undefined, boardId: string) =>
    codeOf(as(who).client.refused(routes.takeBoardLead, of(boardId)));
  const boardOf = async (who: Chatter | undefined, boardId: string) =>
    (await as(who).client.call(routes.getBoard, of(boardId))).board;
  /** Moves the clock on: the database compares what it stored with its own time. */
  const passMinutes = (boardId: string, minutes: number) =>
    sql`WITH moved AS (UPDATE boards SET updated_at = updated_at - make_interval(mins => ${minutes})
        WHERE id = ${boardId})
      UPDATE board_leaders_seen SET seen_at = seen_at - make_interval(mins => ${minutes})
      WHERE board_id = ${boardId}`.execute(server.db);

  test("can be taken by a writer after five minutes, reveals nothing, and notifies the former facilitators", async () => {
    const grants = [
      { to: { kind: "everyone" as const }, role: "reader" as const },
      { to: { kind: "person" as const, id: as(ben).id }, role: "writer" as const },
    ];
    const boardId = await createBoardOf(as(ana), { grants });
    await passMinutes(boardId, 60);
    expect(await codeOfLead(ben, boardId)).toBe("forbidden");
    expect(await boardOf(ben, boardId)).toMatchObject({ isLeaderAway: false, leadFreeAt: null });
    await goTo(boardId, "collect", null);
    await writeNote(ana, boardId, "Ana alone reads this");
    await passMinutes(boardId, 4);
    expect(await codeOfLead(ben, boardId)).toBe("forbidden");
    expect(await boardOf(ben, boardId)).toMatchObject({
      isLeaderAway: false,
      leadFreeAt: expect.any(String),
    });
    await passMinutes(boardId, 1);
    expect(await boardOf(ben, boardId)).toMatchObject({ isLeaderAway: true, hasLeader: true });
    expect(await codeOfLead(cleo, boardId)).toBe("forbidden");
    await everybodyNotified(server.db);
    const { board } = await as(ben).client.call(routes.takeBoardLead, of(boardId));
    expect(board).toMatchObject({ role: "facilitator", isLeaderAway: false, session: { phase: "collect" } });
    expect(await boardOf(ana, boardId)).toMatchObject({ role: "facilitator", owner: { id: as(ana).id } });
    expect(await wordsOn(boardId)).toEqual([]);
    expect(await notesOf(ben, boardId)).toEqual([]);
    await everybodyNotified(server.db);
    const { items } = await as(ana).client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items[0]).toMatchObject({ kind: "board.lead", link: `/brainstorm/${boardId}` });
    await as(ben).client.call(routes.setBoardPhase, {
      ...of(boardId),
      body: { phase: "reveal", seenPhase: "collect" },
    });
    expect(await wordsOn(boardId)).toEqual(["Ana alone reads this"]);
  });

  test("is taken by one of two writers who try at once", async () => {
    const boardId = await createBoardOf(as(ana));
    await goTo(boardId, "group", null);
    await passMinutes(boardId, 6);
    const take = (who: Chatter | undefined) => as(who).client.send("PUT", `/api/boards/${boardId}/lead`, {});
    const answers = await Promise.all([take(ben), take(cleo)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  });

  test("stays with a facilitator who has the board open, or comes back to it", async () => {
    const boardId = await createBoardOf(as(ana));
    await goTo(boardId, "collect", null);
    await passMinutes(boardId, 6);
    const socket = await server.connect(as(ana));
    await openWriter(as(ana), socket, { kind: "board", id: boardId });
    expect(await codeOfLead(ben, boardId)).toBe("forbidden");
    await passMinutes(boardId, 6);
    // She stays connected: the server notes it by itself.
    await vi.waitFor(async () => expect((await boardOf(ben, boardId)).isLeaderAway).toBe(false));
    expect(await codeOfLead(ben, boardId)).toBe("forbidden");
    socket.close();
  });
});

test("a reveal grows the frames that its notes do not fit into, for everyone who has the board open", async () => {
  const boardId = await createBoardOf(as(ana), { template: "swot" });
  const canvas = await openCanvasOf(as(ana), boardId);
  const frames = canvas.elements();
  const named = (wanted: string) => Object.keys(frames).find((one) => frames[one]?.text === wanted) ?? "";
  const [id, below] = [named("Strengths"), named("Opportunities")];
  const placeOf = (one: string) => canvas.elements()[one] as { at: [number, number]; size: [number, number] };
  const [before, belowBefore] = [placeOf(id), placeOf(below)];
  await goTo(boardId, "collect", null);
  for (let count = 0; count < 8; count += 1)
    await as(ben).client.call(routes.savePrivateNote, {
      params: { boardId, noteId: uuidv7() },
      body: { text: `Note ${count}`, at: [0, 0], frame: id },
    });
  await goTo(boardId, "reveal", "collect");
  await canvas.pull();
  const by = placeOf(id).size[1] - before.size[1];
  expect(by).toBeGreaterThan(0);
  expect(placeOf(below).at).toEqual([belowBefore.at[0], belowBefore.at[1] + by]);
  expect(canvas.elements()[id]?.text).toBe("Strengths");
});

describe("limits hold", () => {
  fullTest("for private notes, when many are saved at once", async () => {
    const boardId = await createBoardOf(as(ana));
    for (let index = 0; index < 80; index += 1) await writeNote(cleo, boardId, `Note ${index}`);
    const answers = await Promise.all(Array.from({ length: 40 }, () => writeNote(cleo, boardId, "At once")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(await notesOf(cleo, boardId)).toHaveLength(100);
  });

  test("for votes: those for a deleted note can be cast again, and restoring it gives nobody extra votes", async () => {
    const boardId = await createBoardOf(as(ana));
    const canvas = await openCanvasOf(as(ana), boardId);
    const [first, second] = [await canvas.add({ text: "First" }), await canvas.add({ text: "Second" })];
    await goTo(boardId, "vote", null);
    const vote = (noteId: string) =>
      as(ben).client.send("POST", `/api/boards/${boardId}/votes`, { body: { id: uuidv7(), noteId } });
    const own = async () => (await as(ben).client.call(routes.getVotes, of(boardId))).votes.own;
    const votesFor = async (noteId: string) => (await own()).filter((one) => one.noteId === noteId).length;
    for (let count = 0; count < 5; count += 1) await vote(first);
    await canvas.send(canvas.change((elements) => elements.delete(first)));
    expect(await own()).toEqual([]);
    for (let count = 0; count < 3; count += 1) expect((await vote(second)).status).toBe(200);
    await sql`UPDATE board_elements SET gone_at = NULL WHERE id = ${first}`.execute(server.db);
    expect([await votesFor(first), await votesFor(second)]).toEqual([2, 3]);
    await canvas.send(canvas.change((elements) => elements.delete(second)));
    await sql`UPDATE board_elements SET gone_at = now() WHERE id = ${first}`.execute(server.db);
    await goTo(boardId, "decide", "vote");
    expect((await as(ben).client.call(routes.getVotes, of(boardId))).votes.totals).toEqual([]);
    expect((await as(ben).client.call(routes.getBoard, of(boardId))).board.voteCount).toBe(0);
  });
});
