import type { Board, OpenBoard } from "@atoll/contract/brainstorm/schemas";
import { expect, test } from "vitest";
import { boardEvents, type CachedBoard } from "./events.ts";
import { leadCheckMs } from "./use-board.ts";

const openBoard = (over: Partial<OpenBoard>): OpenBoard => ({
  id: "board",
  title: "A board",
  template: "blank",
  owner: { id: "ana", name: "Ana", email: "", avatar: null, isFormer: false },
  department: null,
  grants: [],
  session: {
    ...{ phase: null, isLocked: false, votesPerPerson: 5, round: 1, timer: null, summons: null },
    ...{ phaseNames: {}, frameOrder: [] },
  },
  isArchived: false,
  noteCount: 0,
  voteCount: 0,
  taskCount: 0,
  ideaCount: 0,
  people: [],
  peopleCount: 0,
  preview: [],
  version: 1,
  createdAt: "2026-03-04T10:00:00.000Z",
  changedAt: "2026-03-04T10:00:00.000Z",
  isStarred: false,
  role: "writer",
  writers: [],
  hasLeader: true,
  isLeaderAway: false,
  leadFreeAt: null,
  ...over,
});
const checkOf = (over: Partial<OpenBoard>, clockOffsetMs = 0) =>
  leadCheckMs({ board: openBoard(over), clockOffsetMs });

test("a writer asks again when the lead becomes free by the server's clock, and each minute while it is", () => {
  const leadFreeAt = new Date(Date.now() + 240_000).toISOString();
  expect(checkOf({ leadFreeAt })).toBeGreaterThan(230_000);
  expect(checkOf({ leadFreeAt }, 120_000)).toBeLessThan(122_000);
  // A clock of the server that is ahead of the database's does not make the page ask all the time.
  expect(checkOf({ leadFreeAt }, 900_000)).toBe(15_000);
  expect(checkOf({ leadFreeAt, isLeaderAway: true })).toBe(60_000);
  expect(checkOf({ leadFreeAt, role: "facilitator" })).toBe(false);
  expect(checkOf({})).toBe(false);
});

test("refetches five minutes after a workshop starts, and not after it ends", () => {
  const before = { board: openBoard({}), clockOffsetMs: 0 };
  const changed = boardEvents("board")["board.changed"];
  const started: Board = openBoard({ version: 2, session: { ...before.board.session, phase: "collect" } });
  const running = changed?.(before, { board: started });
  expect(running).toMatchObject({
    board: { session: { phase: "collect" }, leadFreeAt: "2026-03-04T10:05:00.000Z" },
  });
  const ended: Board = openBoard({ version: 3 });
  expect(changed?.(running as CachedBoard, { board: ended })).toMatchObject({ board: { leadFreeAt: null } });
});
