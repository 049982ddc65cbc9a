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

/** Debounce for refreshing the thumbnails in lists and the search index. */
const gatheredMs = 2_000;
/** Pending refreshes by board, and whether the search index needs one too. */
const pending = new WeakMap<SliceContext, Map<string, boolean>>();

/** Refreshes the lists and the search index of a board once per burst of edits. */
function scheduleRefresh(context: SliceContext, boardId: string, hasOtherWords: boolean): void {
  const boards = pending.get(context) ?? new Map<string, boolean>();
  pending.set(context, boards);
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
