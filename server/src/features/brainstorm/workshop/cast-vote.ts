import type { BoardVote, BoardVotes } from "@atoll/contract/brainstorm/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import { countVotes, ownVotes } from "../count-votes.ts";
import { accessBoard, assertTakesPart, type LockedBoard, lockBoard } from "../public.ts";
import { isOnNote, selectNote } from "../queries.ts";

/** The viewer's votes, and the totals once voting is closed. @throws {AppError} `board_not_found`. */
export async function readVotes(db: Database, viewer: RequestViewer, boardId: string): Promise<BoardVotes> {
  const board = await accessBoard(db, viewer, boardId);
  const [own, totals] = await Promise.all([ownVotes(db, viewer.id, board), countVotes(db, board)]);
  return { round: board.round, own, totals };
}

/**
 * Gives a vote to a note. The limit holds however many votes come at once: those of one person wait for each other.
 * @throws {AppError} `board_not_found`, `forbidden`, `voting_closed`, `board_note_not_found`, `no_votes_left`.
 */
export function castVote(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  { id, noteId }: BoardVote,
): Promise<BoardVotes> {
  return vote(sources, viewer, boardId, async (tx, board) => {
    const own = await ownVotes(tx, viewer.id, board);
    // Sent again.
    if (own.some((one) => one.id === id)) return;
    if (own.length >= board.votes_per_person) throw new AppError("no_votes_left");
    const note = await selectNote(tx, boardId, noteId).executeTakeFirst();
    if (!note) throw new AppError("board_note_not_found");
    await freeVotes(tx, viewer.id, board);
    await tx
      .insertInto("board_votes")
      .values({ id, board_id: boardId, round: board.round, note_id: noteId, person_id: viewer.id })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  });
}

/**
 * Deletes the oldest votes for deleted notes that the next vote takes the place of, so that a person has no more than
 * their votes when such a note comes back.
 */
async function freeVotes(tx: Database, personId: string, board: LockedBoard): Promise<void> {
  await sql`DELETE FROM board_votes WHERE id IN (
    SELECT v.id FROM board_votes v
    WHERE v.board_id = ${board.id} AND v.round = ${board.round} AND v.person_id = ${personId}
    ORDER BY ${isOnNote} DESC, v.cast_at DESC, v.id DESC OFFSET ${board.votes_per_person - 1})`.execute(tx);
}

/**
 * Takes back a vote of the viewer's own.
 * @throws {AppError} `board_not_found`, `forbidden`, `voting_closed`.
 */
export function withdrawVote(
  sources: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  voteId: string,
): Promise<BoardVotes> {
  return vote(sources, viewer, boardId, async (tx, board) => {
    await tx
      .deleteFrom("board_votes")
      .where("id", "=", voteId)
      .where("person_id", "=", viewer.id)
      .where("board_id", "=", boardId)
      .where("round", "=", board.round)
      .execute();
  });
}

async function vote(
  { db, realtime }: ChangeSources,
  viewer: RequestViewer,
  boardId: string,
  work: (tx: Database, board: LockedBoard) => Promise<void>,
): Promise<BoardVotes> {
  const { round, own } = await transact(db, async (tx) => {
    // Voting cannot be closed until this is committed, so no vote comes after the totals.
    const board = await lockBoard(tx, viewer, boardId, "use");
    assertTakesPart(viewer, board);
    if (board.phase !== "vote") throw new AppError("voting_closed");
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`board vote ${boardId} ${viewer.id}`}, 0))`.execute(
      tx,
    );
    await work(tx, board);
    return { round: board.round, own: await ownVotes(tx, viewer.id, board) };
  });
  realtime.send(ownRoom(viewer.id), "board-votes.cast", { boardId, round, own });
  return { round, own, totals: null };
}
