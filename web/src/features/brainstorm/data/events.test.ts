import type { BoardNote } from "@atoll/contract/brainstorm/schemas";
import { expect, test } from "vitest";
import { noteEvents } from "./events.ts";

const [boardId, noteId, ana, ben] = [1, 2, 3, 4].map(
  (one) => `0198f000-0000-7000-8000-00000000000${one}`,
) as [string, string, string, string];
const thumbs = (...userIds: string[]) => [{ emoji: "👍", count: userIds.length, userIds }];
const reacted = noteEvents(boardId)["board-note.reacted"];
const apply = (cached: BoardNote[], version: number, reactions: BoardNote["reactions"], board = boardId) =>
  reacted?.(cached, { boardId: board, noteId, version, reactions });

test("reactions are those of the newest event, in whichever order events come, and keep comments and links", () => {
  const before: BoardNote[] = [
    { id: noteId, commentCount: 2, links: [], reactions: thumbs(ana), reactionsVersion: 1 },
  ];
  const newest = [{ ...before[0], reactions: [], reactionsVersion: 3 }];
  expect(apply(before, 3, [])).toEqual(newest);
  expect(apply(newest as BoardNote[], 2, thumbs(ana, ben))).toEqual(newest);
  expect(apply(before, 2, thumbs(ben), noteId)).toBe(before);
});

test("the first reaction to a note makes it known", () => {
  expect(apply([], 1, thumbs(ana))).toEqual([
    { id: noteId, commentCount: 0, links: [], reactions: thumbs(ana), reactionsVersion: 1 },
  ]);
});
