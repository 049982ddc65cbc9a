import { maxPrivateNotes } from "@atoll/contract/brainstorm/limits";
import type { PrivateNote, privateNoteInputSchema } from "@atoll/contract/brainstorm/schemas";
import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import { broadcastWriters } from "../broadcast-boards.ts";
import { accessBoard, assertTakesPart, lockBoard } from "../public.ts";

type Input = z.output<typeof privateNoteInputSchema>;
type Row = Selectable<Tables["board_private_notes"]>;

/**
 * Returns the viewer's own private notes. Their author can read them as long as they exist, also when the board is no
 * longer shared with them: the words are theirs.
 * @throws {AppError} `board_not_found` without a note on a board that they may not read.
 */
export async function listPrivateNotes(
  db: Database,
  viewer: RequestViewer,
  boardId: string,
): Promise<PrivateNote[]> {
  const rows = await ownNotes(db, viewer, boardId).orderBy("created_at").orderBy("id").execute();
  if (rows.length === 0) await accessBoard(db, viewer, boardId);
  return rows.map(present);
}

/**
 * Writes a private note of the viewer's, or changes it. Nobody else reads it before it is revealed.
 * @throws {AppError} `board_not_found`, `forbidden`, `board_archived`, `board_note_not_found` for a note of somebody
 *   else, `note_revealed`, `too_many_private_notes`.
 */
export async function savePrivateNote(
  sources: ChangeSources,
  viewer: RequestViewer,
  ids: { boardId: string; noteId: string },
  { text, color, at, frame, isNew: isFirst }: Input,
): Promise<PrivateNote> {
  const { boardId, noteId } = ids;
  const { row, isNew } = await transact(sources.db, async (tx) => {
    assertTakesPart(viewer, await lockBoard(tx, viewer, boardId, "use"));
    const there = await lockNote(tx, noteId);
    if (there && (there.author_id !== viewer.id || there.board_id !== boardId))
      throw new AppError("board_note_not_found");
    if (there?.revealed_at) throw new AppError("note_revealed");
    // Sent again because the answer was lost. What its author has changed since stays.
    if (there && isFirst) return { row: there, isNew: false };
    const values = { text, color, x: at[0], y: at[1], frame_id: frame };
    if (there) {
      const updated = await tx
        .updateTable("board_private_notes")
        .set({ ...values, version: there.version + 1 })
        .where("id", "=", noteId)
        .returningAll()
        .executeTakeFirstOrThrow();
      return { row: updated, isNew: false };
    }
    // Notes of one person that are saved at once wait for each other, so that the limit holds.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`board notes ${boardId} ${viewer.id}`}, 0))`.execute(
      tx,
    );
    const { count } = await tx
      .selectFrom("board_private_notes")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("board_id", "=", boardId)
      .where("author_id", "=", viewer.id)
      .where("revealed_at", "is", null)
      .executeTakeFirstOrThrow();
    if (count >= maxPrivateNotes) throw new AppError("too_many_private_notes");
    const inserted = await tx
      .insertInto("board_private_notes")
      .values({ id: noteId, board_id: boardId, author_id: viewer.id, ...values })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returningAll()
      .executeTakeFirst();
    // When two with the same id arrive at once, the later one is a change: the browser sends it again.
    if (!inserted) throw new AppError("board_note_not_found");
    return { row: inserted, isNew: true };
  });
  const note = present(row);
  sources.realtime.send(ownRoom(viewer.id), "board-note.saved", { boardId, note });
  if (isNew) await broadcastWriters(sources, boardId);
  return note;
}

/** Deletes a private note of the viewer's own. @throws {AppError} `board_not_found`, `note_revealed`. */
export async function deletePrivateNote(
  sources: ChangeSources,
  viewer: RequestViewer,
  { boardId, noteId }: { boardId: string; noteId: string },
): Promise<void> {
  const isDeleted = await transact(sources.db, async (tx) => {
    await lockBoard(tx, viewer, boardId, "use");
    const there = await lockNote(tx, noteId);
    if (!there || there.author_id !== viewer.id || there.board_id !== boardId) return false;
    if (there.revealed_at) throw new AppError("note_revealed");
    await tx.deleteFrom("board_private_notes").where("id", "=", noteId).execute();
    return true;
  });
  if (!isDeleted) return;
  sources.realtime.send(ownRoom(viewer.id), "board-note.removed", { boardId, noteId });
  await broadcastWriters(sources, boardId);
}

function ownNotes(db: Database, viewer: RequestViewer, boardId: string) {
  return db
    .selectFrom("board_private_notes")
    .selectAll()
    .where("board_id", "=", boardId)
    .where("author_id", "=", viewer.id)
    .where("revealed_at", "is", null);
}

function lockNote(tx: Database, noteId: string): Promise<Row | undefined> {
  return tx
    .selectFrom("board_private_notes")
    .selectAll()
    .where("id", "=", noteId)
    .forUpdate()
    .executeTakeFirst();
}

function present(row: Row): PrivateNote {
  return {
    id: row.id,
    text: row.text,
    color: row.color,
    at: [row.x, row.y],
    frame: row.frame_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
  };
}
