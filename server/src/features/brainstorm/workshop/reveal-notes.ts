import { canvasMaxElements } from "@atoll/contract/documents/canvas-limits";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { addToCanvas } from "../../documents/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import { boardKind } from "../board-kind.ts";
import { broadcastWriters } from "../broadcast-boards.ts";
import { readElements } from "../canvas-elements.ts";
import { assertTakesPart, lockBoard } from "../public.ts";
import { layOutNotes } from "./lay-out-notes.ts";

/** Notes that were put on the canvas, and what tells people once that is committed. */
export interface Revealed {
  ids: string[];
  committed: () => Promise<void>;
}

/**
 * Copies private notes to the canvas and marks them as revealed, in one transaction: a cut in the middle reveals none, and
 * a second call finds none that is left. A full board takes the oldest ones that fit; the rest stay private notes of
 * their authors.
 * @param authorId null: those of everybody.
 * @param newIds ids of notes that cannot keep their own, the same when the transaction is retried.
 */
export async function revealInto(
  context: SliceContext,
  tx: Database,
  boardId: string,
  authorId: string | null,
  newIds: Map<string, string>,
): Promise<Revealed> {
  const hidden = await tx
    .selectFrom("board_private_notes")
    .selectAll()
    .where("board_id", "=", boardId)
    .where("revealed_at", "is", null)
    .$if(authorId !== null, (query) => query.where("author_id", "=", authorId ?? ""))
    .orderBy("created_at")
    .orderBy("id")
    .forUpdate()
    .execute();
  const elements = await readElements(tx, boardId);
  const notes = hidden.slice(0, Math.max(0, canvasMaxElements - elements.length));
  if (notes.length === 0) return { ids: [], committed: async () => undefined };
  const taken = await tx
    .selectFrom("board_elements")
    .select("id")
    .where(
      "id",
      "in",
      notes.map(({ id }) => id),
    )
    .execute();
  // With the id of another element, the canvas would refuse all of the notes, or keep that element's words.
  for (const { id } of taken) if (!newIds.has(id)) newIds.set(id, uuidv7());
  const { places, moved } = layOutNotes(notes, elements);
  const show = await addToCanvas(context, tx, { kind: boardKind, id: boardId }, [
    ...moved.map((one) => ({ ...one, isMoved: true })),
    ...notes.map(({ id, author_id, text, color, x, y }) => ({
      id: newIds.get(id) ?? id,
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
  ]);
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
 * Reveals the viewer's own private notes, as many as the board has space for.
 * @throws {AppError} `board_not_found`, `forbidden`, `board_archived`, `document_too_large`.
 */
export async function revealOwnNotes(
  context: SliceContext,
  viewer: RequestViewer,
  boardId: string,
): Promise<string[]> {
  const newIds = new Map<string, string>();
  const { ids, committed } = await transact(context.db, async (tx) => {
    assertTakesPart(viewer, await lockBoard(tx, viewer, boardId, "use"));
    const revealed = await revealInto(context, tx, boardId, viewer.id, newIds);
    if (revealed.ids.length === 0 && (await hasPrivateNotes(tx, boardId, viewer.id)))
      throw new AppError("document_too_large", {
        figures: { limit: `${canvasMaxElements.toLocaleString("en-US")} elements` },
      });
    return revealed;
  });
  await committed();
  return ids;
}

async function hasPrivateNotes(tx: Database, boardId: string, authorId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("board_private_notes")
    .select("id")
    .where("board_id", "=", boardId)
    .where("author_id", "=", authorId)
    .where("revealed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
