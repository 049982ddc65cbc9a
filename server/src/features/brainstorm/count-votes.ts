import type { BoardPhase } from "@atoll/contract/brainstorm/limits";
import type { BoardVotes } from "@atoll/contract/brainstorm/schemas";
import type { ChangeSources } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { sendToReaders } from "./broadcast-boards.ts";
import { isOnNote } from "./queries.ts";

/**
 * The votes of a board's round that one person gave to notes that are on the board, the oldest first. A vote for a note
 * that was deleted counts nowhere until the deletion is undone.
 */
export function ownVotes(
  db: Database,
  personId: string,
  { id, round }: { id: string; round: number },
): Promise<BoardVotes["own"]> {
  return db
    .selectFrom("board_votes as v")
    .select(["v.id", "v.note_id as noteId"])
    .where("v.board_id", "=", id)
    .where("v.round", "=", round)
    .where("v.person_id", "=", personId)
    .where(isOnNote)
    .orderBy("v.cast_at")
    .orderBy("v.id")
    .execute();
}

/** The totals of a board's round; null while people vote. */
export async function countVotes(
  db: Database,
  board: { id: string; round: number; phase: BoardPhase | null },
): Promise<BoardVotes["totals"]> {
  if (board.phase === "vote") return null;
  return db
    .selectFrom("board_votes as v")
    .select(["v.note_id as noteId", ({ fn }) => fn.countAll<number>().as("count")])
    .where("v.board_id", "=", board.id)
    .where("v.round", "=", board.round)
    .where(isOnNote)
    .groupBy("v.note_id")
    .orderBy("count", "desc")
    .orderBy("v.note_id")
    .execute();
}

/** Tells everyone who may read a board that voting was opened or closed. */
export async function broadcastTotals(sources: ChangeSources, boardId: string): Promise<void> {
  const board = await sources.db
    .selectFrom("boards")
    .select(["id", "round", "phase"])
    .where("id", "=", boardId)
    .executeTakeFirst();
  if (!board) return;
  const totals = await countVotes(sources.db, board);
  await sendToReaders(sources, boardId, "board-votes.counted", { boardId, round: board.round, totals });
}
