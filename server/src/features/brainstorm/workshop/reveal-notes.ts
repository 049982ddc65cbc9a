import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { addToCanvas } from "../../documents/access.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { ownRoom } from "../../people/access.ts";
import { assertTakesPart, lockBoard } from "../access.ts";
import { boardKind } from "../board-kind.ts";
import { broadcastWriters } from "../broadcast-boards.ts";
import { readElements } from "../canvas-elements.ts";
import { layOutNotes } from "./lay-out-notes.ts";

/** Notes that were put on the canvas, and what tells people once that is committed. */
export interface Revealed {
  ids: string[];
  committed: () => Promise<void>;
}

/**
 * Copies private notes to the canvas and marks them as revealed, in one transaction: a cut in the middle reveals none, and
 * a second call finds none that is left.
 * @param authorId null: those of everybody.
 */
export async function revealInto(
  context: SliceContext,
  tx: Database,
  boardId: string,
  authorId: string | null,
): Promise<Revealed> {
  const notes = await tx
    .selectFrom("board_private_notes")
    .selectAll()
    .where("board_id", "=", boardId)
    .where("revealed_at", "is", null)
    .$if(authorId !== null, (query) => query.where("author_id", "=", authorId ?? ""))
    .orderBy("created_at")
    .orderBy("id")
    .forUpdate()
    .execute();
  if (notes.length === 0) return { ids: [], committed: async () => undefined };
  const places = layOutNotes(notes, await readElements(tx, boardId));
  const show = await addToCanvas(
    context,
    tx,
    { kind: boardKind, id: boardId },
    notes.map(({ id, author_id, text, color, x, y }) => ({
      id,
      authorId: author_id,
      element: {
        kind: "note" as const,
        at: places.get(id)?.at ?? ([x, y] as [number, number]),
        size: [132, 114] as [number, number],
        stack: 0,
        frame: places.get(id)?.frame ?? null,
        group: null,
        color,
        text,
      },
    })),
  );
  const ids = notes.map(({ id }) => id);
  // The text is on the canvas now, and nowhere else.
  await tx
    .updateTable("board_private_notes")
    .set({ revealed_at: new Date(), text: "" })
    .where("id", "in", ids)
    .execute();
  return {
    ids,
    async committed() {
      show();
      for (const { id, author_id } of notes)
        context.realtime.send(ownRoom(author_id), "board-note.removed", { boardId, noteId: id });
      await broadcastWriters(context, boardId);
    },
  };
}

/**
 * Reveals the viewer's own private notes.
 * @throws {AppError} `board_not_found`, `forbidden`, `board_archived`, `document_too_large`.
 */
export async function revealOwnNotes(
  context: SliceContext,
  viewer: RequestViewer,
  boardId: string,
): Promise<string[]> {
  const { ids, committed } = await transact(context.db, async (tx) => {
    assertTakesPart(viewer, await lockBoard(tx, viewer, boardId, "use"));
    return revealInto(context, tx, boardId, viewer.id);
  });
  await committed();
  return ids;
}
