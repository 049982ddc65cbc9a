import type { BoardPhase } from "@atoll/contract/brainstorm/limits";
import { brainstormRoutes as routes } from "@atoll/contract/brainstorm/routes";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { createBoardOf, openCanvasOf } from "../../../test/boards.ts";
import { type Chatter, codeOf, createChatters } from "../../../test/chatter.ts";
import { openWriter } from "../../../test/documents/shared-writer.ts";
import { byId, eventEqualsRefetch } from "../../../test/event-equals-refetch.ts";
import { sharedServer } from "../../../test/for-file.ts";

const server = sharedServer();
let [ana, ben, cleo]: Chatter[] = [];
const as = (who: Chatter | undefined): Chatter => who as Chatter;
const of = (boardId: string) => ({ params: { boardId } });

beforeAll(async () => {
  [ana, ben, cleo] = await createChatters(server, ["Ana", "Ben", "Cleo"]);
});

const board = async (who: Chatter | undefined, boardId: string) =>
  (await as(who).client.call(routes.getBoard, of(boardId))).board;
const goTo = (boardId: string, phase: BoardPhase | null, seenPhase: BoardPhase | null, isNewRound = false) =>
  as(ana).client.call(routes.setBoardPhase, { ...of(boardId), body: { phase, seenPhase, isNewRound } });
const votesOf = async (who: Chatter | undefined, boardId: string) =>
  (await as(who).client.call(routes.getVotes, of(boardId))).votes;
const vote = (who: Chatter | undefined, boardId: string, noteId: string, id = uuidv7()) =>
  as(who).client.send("POST", `/api/boards/${boardId}/votes`, { body: { id, noteId } });
const writeNote = (who: Chatter | undefined, boardId: string, text: string, noteId = uuidv7()) =>
  as(who).client.call(routes.savePrivateNote, { params: { boardId, noteId }, body: { text, at: [5, 6] } });
const notesOf = async (who: Chatter | undefined, boardId: string) =>
  (await as(who).client.call(routes.listPrivateNotes, of(boardId))).notes;

/** A board where Ana, Ben and Cleo vote for one note. */
async function openVote(): Promise<{ boardId: string; noteId: string }> {
  const boardId = await createBoardOf(as(ana));
  const noteId = await (await openCanvasOf(as(ana), boardId)).add({ text: "Vote for me" });
  await goTo(boardId, "vote", null);
  return { boardId, noteId };
}

describe("votes", () => {
  fullTest("stay within the limit when more come at once", async () => {
    for (let trial = 0; trial < 5; trial += 1) {
      const { boardId, noteId } = await openVote();
      const answers = await Promise.all(Array.from({ length: 6 }, () => vote(ben, boardId, noteId)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 409]);
      expect((await votesOf(ben, boardId)).own).toHaveLength(5);
    }
  });

  test("count once when they are sent again, and can be taken back", async () => {
    const { boardId, noteId } = await openVote();
    const id = uuidv7();
    await vote(ben, boardId, noteId, id);
    await vote(ben, boardId, noteId, id);
    expect((await votesOf(ben, boardId)).own).toEqual([{ id, noteId }]);
    // Nobody takes back the vote of somebody else.
    await as(cleo).client.call(routes.withdrawBoardVote, { params: { boardId, voteId: id } });
    expect((await votesOf(ben, boardId)).own).toHaveLength(1);
    await as(ben).client.call(routes.withdrawBoardVote, { params: { boardId, voteId: id } });
    expect((await votesOf(ben, boardId)).own).toEqual([]);
  });

  test("have hidden totals until voting closes, for facilitators too", async () => {
    const { boardId, noteId } = await openVote();
    await vote(ben, boardId, noteId);
    await vote(cleo, boardId, noteId);
    expect((await votesOf(ana, boardId)).totals).toBeNull();
    expect((await board(ana, boardId)).voteCount).toBeNull();
    const csv = { ...of(boardId), query: { format: "csv" as const } };
    expect((await as(ana).client.call(routes.exportBoard, csv)).text).not.toContain(",2,");
    await goTo(boardId, "decide", "vote");
    expect((await votesOf(cleo, boardId)).totals).toEqual([{ noteId, count: 2 }]);
    expect((await board(cleo, boardId)).voteCount).toBe(2);
    const late = { ...of(boardId), body: { id: uuidv7(), noteId } };
    expect(await codeOf(as(ben).client.refused(routes.castBoardVote, late))).toBe("voting_closed");
    await goTo(boardId, "vote", "decide", true);
    expect(await votesOf(ben, boardId)).toEqual({ round: 2, own: [], totals: null });
  });
});

describe("private notes", () => {
  test("stay as their author changed them when the first writing is sent again", async () => {
    const boardId = await createBoardOf(as(ana));
    await goTo(boardId, "collect", null);
    const noteId = uuidv7();
    const body = { text: "Old rope", at: [5, 6] as [number, number], isNew: true };
    const first = { params: { boardId, noteId }, body };
    await as(ana).client.call(routes.savePrivateNote, first);
    await writeNote(ana, boardId, "New rope", noteId);
    const { note } = await as(ana).client.call(routes.savePrivateNote, first);
    expect(note).toMatchObject({ text: "New rope", version: 2 });
    expect(await notesOf(ana, boardId)).toMatchObject([{ text: "New rope" }]);
  });

  test("are read by their author alone until they are revealed", async () => {
    const boardId = await createBoardOf(as(ana));
    await goTo(boardId, "collect", null);
    const socket = await server.connect(as(cleo));
    await openWriter(as(cleo), socket, { kind: "board", id: boardId });
    await writeNote(ben, boardId, "Zanzibar secret");
    // Its author is on the board, too, and points at it.
    const his = await server.connect(as(ben));
    const { state: shown } = await openWriter(as(ben), his, { kind: "board", id: boardId });
    const pointer = { at: [5, 6] as [number, number], view: null, selectedIds: [], moving: [] };
    await his.command("document.point", {
      epoch: shown.epoch,
      clientId: 7,
      cursor: null,
      pointer,
      isHere: true,
    });
    await socket.next("document.pointed");
    expect(await notesOf(ben, boardId)).toMatchObject([{ text: "Zanzibar secret" }]);
    for (const who of [ana, cleo]) {
      expect(await notesOf(who, boardId)).toEqual([]);
      const open = await board(who, boardId);
      expect(open.writers).toMatchObject([{ person: { id: ben?.id }, noteCount: 1 }]);
      const state = await as(who).client.call(documentRoutes.getDocument, {
        params: { kind: "board", subjectId: boardId },
      });
      const exports = await Promise.all([
        ...(["markdown", "csv"] as const).map((format) =>
          as(who).client.call(routes.exportBoard, { ...of(boardId), query: { format } }),
        ),
        as(who).client.call(routes.summariseBoard, of(boardId)),
        as(who).client.call(routes.proposeClusters, of(boardId)),
        as(who).client.call(routes.listBoardNotes, of(boardId)),
        as(who).client.call(routes.listBoards, { query: {} }),
      ]);
      const bytes = Buffer.from(state.state, "base64").toString("latin1");
      expect(JSON.stringify([open, exports, bytes, socket.received])).not.toContain("Zanzibar");
    }
    await sql`SELECT search_index('board', ARRAY[${boardId}::uuid])`.execute(server.db);
    const query = { query: "Zanzibar" };
    const find = async () => (await as(cleo).client.call(searchRoutes.searchEverywhere, { query })).items;
    expect(await find()).toEqual([]);
    await goTo(boardId, "reveal", "collect");
    await sql`SELECT search_index('board', ARRAY[${boardId}::uuid])`.execute(server.db);
    expect(await find()).toMatchObject([{ kind: "board", id: boardId, link: `/brainstorm/${boardId}` }]);
    for (const one of [socket, his]) one.close();
  });

  test("are revealed once each, however often and however many at once reveal them", async () => {
    const boardId = await createBoardOf(as(ana));
    await goTo(boardId, "collect", null);
    const ids = [uuidv7(), uuidv7(), uuidv7()];
    for (const [index, id] of ids.entries()) await writeNote(ben, boardId, `Note ${index}`, id);
    await goTo(boardId, "group", "collect");
    const reveal = () => as(ben).client.call(routes.revealNotes, of(boardId));
    const later = uuidv7();
    await writeNote(ben, boardId, "Later", later);
    const answers = await Promise.all([reveal(), reveal(), reveal()]);
    expect(answers.flatMap(({ revealedIds }) => revealedIds)).toEqual([later]);
    const canvas = await openCanvasOf(as(cleo), boardId);
    expect(Object.keys(canvas.elements()).toSorted()).toEqual([...ids, later].toSorted());
    expect(Object.values(canvas.authors())).toEqual(Array(4).fill(ben?.id));
    const again = {
      params: { boardId, noteId: later },
      body: { text: "New", at: [0, 0] as [number, number] },
    };
    expect(await codeOf(as(ben).client.refused(routes.savePrivateNote, again))).toBe("note_revealed");
  });

  test("are revealed in their group or below the board, without covering each other", async () => {
    const boardId = await createBoardOf(as(ana), { template: "swot" });
    const frames = (await openCanvasOf(as(ana), boardId)).elements();
    const threats = Object.entries(frames).find(([, { text }]) => text === "Threats")?.[0] ?? "";
    await goTo(boardId, "collect", null);
    const write = (who: Chatter | undefined, frame: string | null) =>
      as(who).client.call(routes.savePrivateNote, {
        params: { boardId, noteId: uuidv7() },
        body: { text: "Words", at: [0, 0], frame },
      });
    for (const who of [ben, cleo]) for (const frame of [threats, null]) await write(who, frame);
    await goTo(boardId, "reveal", "collect");
    const all = Object.values((await openCanvasOf(as(ana), boardId)).elements());
    const notes = all.filter(({ kind }) => kind === "note");
    expect(new Set(notes.map(({ at }) => String(at))).size).toBe(4);
    expect(notes.filter(({ frame }) => frame === threats)).toHaveLength(2);
    const bottom = Math.max(
      ...Object.values(frames).map(({ at, size }) => (at as number[])[1]! + (size as number[])[1]!),
    );
    for (const { at } of notes.filter(({ frame }) => !frame))
      expect((at as number[])[1]).toBeGreaterThan(bottom);
  });

  test("are all revealed or none, when the reveal is cut midway", async () => {
    const boardId = await createBoardOf(as(ana));
    await goTo(boardId, "collect", null);
    await writeNote(ben, boardId, "Whole");
    // The last step of the transaction fails, as a crash would have it.
    await sql`CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut'; END $$`.execute(
      server.db,
    );
    await sql`CREATE TRIGGER fail_once BEFORE UPDATE OF revealed_at ON board_private_notes
      FOR EACH ROW EXECUTE FUNCTION fail_once()`.execute(server.db);
    const body = { phase: "reveal" as const, seenPhase: "collect" as const };
    expect(await codeOf(as(ana).client.refused(routes.setBoardPhase, { ...of(boardId), body }))).toBe(
      "internal_error",
    );
    await sql`DROP FUNCTION fail_once CASCADE`.execute(server.db);
    const canvas = await openCanvasOf(as(cleo), boardId);
    expect(canvas.elements()).toEqual({});
    await goTo(boardId, "reveal", "collect");
    await canvas.pull();
    expect(Object.values(canvas.elements())).toMatchObject([{ text: "Whole" }]);
  });
});

describe("leading a workshop", () => {
  test("keeps a version before each phase, which comes back as a copy", async () => {
    const boardId = await createBoardOf(as(ana), { template: "swot" });
    const canvas = await openCanvasOf(as(ana), boardId);
    const [frame] = Object.keys(canvas.elements());
    const id = await canvas.add({ text: "Kept", frame: frame ?? null });
    await goTo(boardId, "group", null);
    await canvas.send(canvas.change((elements) => elements.delete(id)));
    const { items } = await as(ben).client.call(routes.listBoardVersions, { ...of(boardId), query: {} });
    expect(items).toMatchObject([{ reason: "phase", phase: null, noteCount: 1 }]);
    const copyId = uuidv7();
    const body = { id: copyId, title: "As it was", versionId: items[0]?.id ?? null };
    await as(ben).client.call(routes.copyBoard, { ...of(boardId), body });
    const copy = await openCanvasOf(as(ben), copyId);
    const note = Object.values(copy.elements()).find(({ kind }) => kind === "note");
    expect(note?.text).toBe("Kept");
    expect(copy.elements()[String(note?.frame)]?.kind).toBe("frame");
    expect(Object.values(copy.authors())).toEqual([ana?.id]);
    expect(Object.keys(copy.elements())).not.toContain(id);
    expect(await codeOf(as(cleo).client.refused(routes.getBoard, of(copyId)))).toBe("board_not_found");
  });

  test("counts down by the clock of the server, and keeps the rest while it is paused", async () => {
    const boardId = await createBoardOf(as(ana));
    const set = (body: object) =>
      as(ana).client.call(routes.setTimer, { ...of(boardId), body: body as { action: "pause" } });
    const { board: started, now } = await set({ action: "start", seconds: 120 });
    const left = Date.parse(started.session.timer?.endsAt ?? "") - Date.parse(now);
    expect(left).toBeGreaterThan(110_000);
    expect(left).toBeLessThanOrEqual(121_000);
    const { board: paused } = await set({ action: "pause" });
    const rest = paused.session.timer?.leftMs ?? 0;
    expect(paused.session.timer).toEqual({ endsAt: null, leftMs: expect.any(Number) });
    const { board: longer } = await set({ action: "add", seconds: 60 });
    expect(longer.session.timer).toEqual({ endsAt: null, leftMs: rest + 60_000 });
    expect((await set({ action: "resume" })).board.session.timer).toEqual({
      endsAt: expect.any(String),
      leftMs: null,
    });
    expect((await set({ action: "remove" })).board.session.timer).toBeNull();
  });
});

describe("an event is what a fresh fetch gives", () => {
  test("for a board in lists, its session and the number of private notes", async () => {
    const boardId = await createBoardOf(as(ana));
    const socket = await server.connect(as(ben));
    const list = async () =>
      byId((await as(ben).client.call(routes.listBoards, { query: { limit: 100 } })).items);
    await eventEqualsRefetch({
      socket,
      event: "board.changed",
      fetch: list,
      act: () => goTo(boardId, "collect", null),
      apply: (before, { board: changed }) =>
        byId(before.map((one) => (one.id === changed.id ? { ...one, ...changed } : one))),
    });
    await eventEqualsRefetch({
      socket,
      event: "board-writers.changed",
      fetch: () => board(ben, boardId),
      act: () => writeNote(cleo, boardId, "Words"),
      apply: (before, { writers }) => ({ ...before, writers }),
    });
    await eventEqualsRefetch({
      socket,
      event: "board.starred",
      fetch: list,
      act: () => as(ben).client.call(routes.starBoard, { ...of(boardId), body: { isStarred: true } }),
      apply: (before, { boardId: id, isStarred }) =>
        before.map((one) => (one.id === id ? { ...one, isStarred } : one)),
    });
    await eventEqualsRefetch({
      socket,
      event: "board.gone",
      fetch: list,
      act: () =>
        as(ana).client.call(routes.shareBoard, {
          ...of(boardId),
          body: { to: { kind: "everyone" }, role: null },
        }),
      apply: (before, { boardId: id }) => before.filter((one) => one.id !== id),
    });
    socket.close();
  });

  test("for the viewer's private notes, when they are saved, changed and revealed", async () => {
    const boardId = await createBoardOf(as(ana));
    const socket = await server.connect(as(ben));
    const noteId = uuidv7();
    const fetch = async () => byId(await notesOf(ben, boardId));
    for (const text of ["First", "Second"])
      await eventEqualsRefetch({
        socket,
        event: "board-note.saved",
        fetch,
        act: () => writeNote(ben, boardId, text, noteId),
        apply: (before, { note }) => byId([...before.filter(({ id }) => id !== note.id), note]),
      });
    await eventEqualsRefetch({
      socket,
      event: "board-note.removed",
      fetch,
      act: () => as(ben).client.call(routes.revealNotes, of(boardId)),
      apply: (before, { noteId: id }) => before.filter((one) => one.id !== id),
    });
    socket.close();
  });

  test("for the viewer's votes and everyone's", async () => {
    const { boardId, noteId } = await openVote();
    const socket = await server.connect(as(ben));
    const fetch = () => votesOf(ben, boardId);
    await eventEqualsRefetch({
      socket,
      event: "board-votes.cast",
      fetch,
      act: () => vote(ben, boardId, noteId),
      apply: (before, { round, own }) => ({ ...before, round, own }),
    });
    await eventEqualsRefetch({
      socket,
      event: "board-votes.counted",
      fetch,
      act: () => goTo(boardId, "decide", "vote"),
      apply: (before, { round, totals }) => ({ ...before, round, totals }),
    });
    socket.close();
  });
});

test("a facilitator names steps and orders the presentation, and names that others change at once all stay", async () => {
  const boardId = await createBoardOf(as(ana), { template: "swot" });
  const frameIds = Object.keys((await openCanvasOf(as(ana), boardId)).elements())
    .toSorted()
    .toReversed();
  const change = (body: object) => as(ana).client.send("PATCH", `/api/boards/${boardId}/session`, { body });
  const sessionOf = async () => (await board(ben, boardId)).session;
  expect(await sessionOf()).toMatchObject({ phaseNames: {}, frameOrder: [] });
  const answers = await Promise.all([
    change({ phaseNames: { collect: " Brainwriting " } }),
    change({ phaseNames: { vote: "Dots", decide: "Next steps" } }),
    change({ frameOrder: [...frameIds, ...frameIds] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const phaseNames = { collect: "Brainwriting", vote: "Dots", decide: "Next steps" };
  expect(await sessionOf()).toMatchObject({ phaseNames, frameOrder: frameIds });
  await change({ phaseNames: { vote: null } });
  expect((await sessionOf()).phaseNames).toEqual({ collect: "Brainwriting", decide: "Next steps" });
  const refused = [
    { phaseNames: { collect: " " } },
    { phaseNames: { collect: "x".repeat(31) } },
    { phaseNames: { lunch: "Lunch" } },
    { frameOrder: ["first"] },
    { frameOrder: Array.from({ length: 101 }, () => uuidv7()) },
  ];
  for (const body of refused) expect((await change(body)).status, JSON.stringify(body)).toBe(400);
  const body = { phaseNames: { collect: "Mine" } };
  const byBen = as(ben).client.refused(routes.changeSession, { ...of(boardId), body });
  expect(await codeOf(byBen)).toBe("forbidden");
});
