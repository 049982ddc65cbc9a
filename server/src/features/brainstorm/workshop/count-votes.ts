import type { BoardPhase } from "@atoll/contract/brainstorm/limits";
import type { BoardVotes } from "@atoll/contract/brainstorm/schemas";
import type { Database } from "../../../tables.ts";
import { type BoardSources, sendToReaders } from "../broadcast-boards.ts";

/** The votes of a board's round that one person gave, the oldest first. */
export function ownVotes(
  db: Database,
  personId: string,
  { id, round }: { id: string; round: number },
): Promise<BoardVotes["own"]> {
  return db
    .selectFrom("board_votes")
    .select(["id", "note_id as noteId"])
    .where("board_id", "=", id)
    .where("round", "=", round)
    .where("person_id", "=", personId)
    .orderBy("cast_at")
    .orderBy("id")
    .execute();
}

/** The totals of a board's round; null while people vote. */
export async function countVotes(
  db: Database,
  board: { id: string; round: number; phase: BoardPhase | null },
): Promise<BoardVotes["totals"]> {
  if (board.phase === "vote") return null;
  return db
    .selectFrom("board_votes")
    .select(["note_id as noteId", ({ fn }) => fn.countAll<number>().as("count")])
    .where("board_id", "=", board.id)
    .where("round", "=", board.round)
    .groupBy("note_id")
    .orderBy("count", "desc")
    .orderBy("note_id")
    .execute();
}

/** Tells everyone who may read a board that voting was opened or closed. */
export async function broadcastTotals(sources: BoardSources, boardId: string): Promise<void> {
  const board = await sources.db
    .selectFrom("boards")
    .select(["id", "round", "phase"])
    .where("id", "=", boardId)
    .executeTakeFirst();
  if (!board) return;
  const totals = await countVotes(sources.db, board);
  await sendToReaders(sources, boardId, "board-votes.counted", { boardId, round: board.round, totals });
}
