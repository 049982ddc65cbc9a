import { leaderAwaySeconds } from "@atoll/contract/brainstorm/limits";
import { type RawBuilder, sql } from "kysely";
import { repeat } from "../../../platform/turns/repeat.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { peopleWithOpen } from "../../documents/public.ts";
import { boardKind } from "../board-kind.ts";
import { leadsBoard } from "../queries.ts";

/** Notes at this interval which facilitators have a board open on this node. */
const standardEveryMs = 60_000;

/** Notes the facilitators whose sockets are on this node, so that every node knows when a workshop has none. */
export function noteLeadersHere(context: SliceContext): LivePart {
  return repeat({
    everyMs: context.patience?.leadersSeenMs ?? standardEveryMs,
    run: () => noteLeaders(context.db, peopleWithOpen(context, boardKind)),
    onError: (error) => context.log.warn({ err: error }, "facilitators who are connected were not noted"),
  });
}

/**
 * Stores that people have boards open now. Keeps only facilitators of running workshops and locked boards, and writes a
 * row at most once a minute or so, by the clock of the database.
 */
export async function noteLeaders(
  db: Database,
  here: readonly { subjectId: string; userId: string }[],
): Promise<void> {
  if (here.length === 0) return;
  // In one order, so that two nodes cannot wait for each other.
  await sql`INSERT INTO board_leaders_seen (board_id, user_id)
    SELECT DISTINCT b.id, a.id FROM unnest(${here.map(({ subjectId }) => subjectId)}::uuid[],
        ${here.map(({ userId }) => userId)}::uuid[]) AS here (board_id, user_id)
      JOIN boards b ON b.id = here.board_id JOIN accounts a ON a.id = here.user_id
    WHERE ${isHeld} AND ${leadsBoard(sql`a.id`)} ORDER BY 1, 2
    ON CONFLICT (board_id, user_id) DO UPDATE SET seen_at = clock_timestamp()
      WHERE board_leaders_seen.seen_at < clock_timestamp() - interval '45 seconds'`.execute(db);
}

/** Stores that a facilitator leads a board, however they are connected. */
export async function noteLeading(tx: Database, boardId: string, userId: string): Promise<void> {
  await sql`INSERT INTO board_leaders_seen (board_id, user_id) VALUES (${boardId}, ${userId})
    ON CONFLICT (board_id, user_id) DO UPDATE SET seen_at = clock_timestamp()`.execute(tx);
}

/** SQL: the board `b` waits for a facilitator: its workshop runs, or it is locked. */
const isHeld = sql<boolean>`(b.archived_at IS NULL AND (b.phase IS NOT NULL OR b.is_locked))`;

/** SQL: when the lead of the board `b` is free, if none of its facilitators comes before; null: nothing waits for them. */
export const leadFreeAt: RawBuilder<Date | null> = sql<Date | null>`(CASE WHEN ${isHeld} THEN
  (coalesce((SELECT max(s.seen_at) FROM board_leaders_seen s JOIN accounts a ON a.id = s.user_id
      WHERE s.board_id = b.id AND a.disabled_at IS NULL AND ${leadsBoard(sql`a.id`)}), b.updated_at)
    + ${sql.lit(`${leaderAwaySeconds} seconds`)}::interval)::timestamptz(3) END)`;

/** SQL: no facilitator of the board `b` has been seen for so long that a writer may take the lead. */
export const isLeaderAway = sql<boolean>`coalesce(${leadFreeAt} <= clock_timestamp(), false)`;
