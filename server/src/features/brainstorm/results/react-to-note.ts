import { maxListedNoteReactors, maxNoteReactionKinds } from "@atoll/contract/brainstorm/limits";
import type { NoteReactions } from "@atoll/contract/brainstorm/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { sendToReaders } from "../broadcast-boards.ts";
import { assertTakesPart, lockBoard } from "../public.ts";
import { selectNote } from "../queries.ts";

interface Target {
  boardId: string;
  noteId: string;
  emoji: string;
}

/**
 * Adds or removes the viewer's reaction to a note. Repeating it changes nothing. Changes to one note wait for each other,
 * so that the limit holds and the number of the newest state is the highest.
 * @throws {AppError} `board_not_found`, `forbidden`, `board_archived`, `board_note_not_found`, `too_many_reactions`.
 */
export async function reactToNote(
  sources: ChangeSources,
  viewer: RequestViewer,
  { boardId, noteId, emoji }: Target,
  isOn: boolean,
): Promise<NoteReactions> {
  const { isChanged, reactions } = await transact(sources.db, async (tx) => {
    assertTakesPart(viewer, await lockBoard(tx, viewer, boardId, "use"));
    const note = await selectNote(tx, boardId, noteId).forNoKeyUpdate().executeTakeFirst();
    if (!note) throw new AppError("board_note_not_found");
    const row = { board_id: boardId, note_id: noteId, emoji, person_id: viewer.id };
    const isChanged = isOn ? await add(tx, row) : await remove(tx, row);
    if (isChanged)
      await tx
        .updateTable("board_elements")
        .set({ reactions_version: sql`reactions_version + 1` })
        .where("id", "=", noteId)
        .execute();
    const [reactions] = await listReactions(tx, boardId, noteId);
    return { isChanged, reactions: reactions ?? { noteId, version: 0, reactions: [] } };
  });
  if (isChanged) await sendToReaders(sources, boardId, "board-note.reacted", { boardId, ...reactions });
  return reactions;
}

interface ReactionRow {
  board_id: string;
  note_id: string;
  emoji: string;
  person_id: string;
}

async function add(tx: Database, row: ReactionRow): Promise<boolean> {
  const { rows } = await sql<{ emoji: string }>`
    SELECT DISTINCT emoji FROM board_reactions WHERE note_id = ${row.note_id}`.execute(tx);
  if (rows.length >= maxNoteReactionKinds && !rows.some(({ emoji }) => emoji === row.emoji))
    throw new AppError("too_many_reactions");
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("board_reactions")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0n) > 0;
}

async function remove(tx: Database, { note_id, emoji, person_id }: ReactionRow): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("board_reactions")
    .where("note_id", "=", note_id)
    .where("emoji", "=", emoji)
    .where("person_id", "=", person_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The reactions to the notes of a board, or to one of them, each emoji in the order in which it was first used. */
export async function listReactions(
  db: Database,
  boardId: string,
  noteId: string | null = null,
): Promise<NoteReactions[]> {
  const { rows } = await sql<NoteReactions>`
    SELECT e.id AS "noteId", e.reactions_version AS version, coalesce((
      SELECT json_agg(json_build_object('emoji', g.emoji, 'count', g.count, 'userIds', g.people) ORDER BY g.first, g.emoji)
      FROM (SELECT r.emoji, count(*) AS count, min(r.created_at) AS first,
          (array_agg(r.person_id ORDER BY r.created_at, r.person_id))[1:${sql.lit(maxListedNoteReactors)}] AS people
        FROM board_reactions r WHERE r.note_id = e.id GROUP BY r.emoji) g), '[]') AS reactions
    FROM board_elements e
    WHERE e.board_id = ${boardId} AND e.gone_at IS NULL
      AND ${noteId === null ? sql`e.reactions_version > 0` : sql`e.id = ${noteId}`}`.execute(db);
  return rows;
}
