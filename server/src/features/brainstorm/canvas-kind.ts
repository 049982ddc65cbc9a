import { canWriteCanvas, roleOnBoard } from "@atoll/contract/brainstorm/policy";
import { sql } from "kysely";
import type { SharedDocumentKind, SliceContext } from "../../slice.ts";
import { boardKind } from "./board-kind.ts";
import { broadcastBoards } from "./broadcast-boards.ts";
import { storeElements } from "./canvas-elements.ts";
import { grantsOf, partsOf } from "./readable.ts";
import { noteLeaders } from "./workshop/leaders-seen.ts";

/** The canvases of boards, as shared documents. */
export const boardCanvases: SharedDocumentKind = {
  kind: boardKind,
  format: "canvas",
  async judge(db, boardId, people) {
    const row = await db
      .selectFrom("boards as b")
      .select(["b.owner_id", "b.archived_at", "b.is_locked", "b.phase", grantsOf.as("grants")])
      .where("b.id", "=", boardId)
      .executeTakeFirst();
    if (!row) return new Map();
    const parts = partsOf(row);
    return new Map(
      people
        .filter((person) => roleOnBoard(person, parts) !== null)
        .map((person) => [person.id, { mayEdit: canWriteCanvas(person, parts) }]),
    );
  },
  opened: ({ db }, subjectId, userId) => noteLeaders(db, [{ subjectId, userId }]),
  async onCanvasChange(context, tx, boardId, changes) {
    const hasOtherWords = await storeElements(tx, boardId, changes);
    return () => scheduleRefresh(context, boardId, hasOtherWords);
  },
};

/** Lists show a new picture, and the search finds new words, so long after the first of several changes. */
const gatheredMs = 2_000;
/** By board, whether the search is to look at it again. */
const waiting = new WeakMap<SliceContext, Map<string, boolean>>();

/** Tells lists and the search of a canvas, once for what changes within some seconds. */
function scheduleRefresh(context: SliceContext, boardId: string, hasOtherWords: boolean): void {
  const boards = waiting.get(context) ?? new Map<string, boolean>();
  waiting.set(context, boards);
  const known = boards.get(boardId);
  boards.set(boardId, hasOtherWords || known === true);
  if (known !== undefined) return;
  setTimeout(() => {
    const needsReindex = boards.get(boardId);
    boards.delete(boardId);
    Promise.all([
      needsReindex && sql`SELECT search_index('board', ARRAY[${boardId}::uuid])`.execute(context.db),
      broadcastBoards(context, [boardId]),
    ]).catch((error: unknown) =>
      context.log.warn({ err: error, boardId }, "lists do not show a changed board"),
    );
  }, gatheredMs).unref();
}
