import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** Between two that were moved there again and again, places grow long: beyond this the column is numbered anew. */
const longestRank = 60;

/**
 * Waits for the turn to arrange these statuses, until the transaction ends: two who put tasks to the same place at
 * once get two places. Locks of several are taken in one order.
 */
export async function lockColumns(tx: Database, statuses: Iterable<TaskStatus>): Promise<void> {
  for (const status of [...new Set(statuses)].sort()) {
    await sql`SELECT pg_advisory_xact_lock(hashtext('atoll tasks'), hashtext(${status}))`.execute(tx);
  }
}

/** Places behind all tasks of a status, whose column is held, in order. */
export async function ranksAtEnd(tx: Database, status: TaskStatus, howMany: number): Promise<string[]> {
  const last = await tx
    .selectFrom("tasks")
    .select(({ fn }) => fn.max("rank").as("rank"))
    .where("status", "=", status)
    .executeTakeFirst();
  return generateNKeysBetween(last?.rank ?? null, null, howMany);
}

/**
 * Places in a status, whose column is held, for these tasks in their order: directly behind `after` or directly before
 * `before`, so that what the mover does not see in between keeps its order behind them. Behind all where neither is there
 * any more. Says whether the whole column was numbered anew on the way.
 */
export async function ranksBeside(
  tx: Database,
  status: TaskStatus,
  movedIds: readonly string[],
  beside: { after: string | null; before: string | null },
): Promise<{ ranks: string[]; isRespaced: boolean }> {
  const ranks = await findRanks(tx, status, movedIds, beside);
  if (ranks.every((rank) => rank.length <= longestRank)) return { ranks, isRespaced: false };
  await respace(tx, status);
  return { ranks: await findRanks(tx, status, movedIds, beside), isRespaced: true };
}

/** The place that a task had in a status, whose column is held, or the next one behind it if another took it. */
export async function freeRank(
  tx: Database,
  status: TaskStatus,
  movedId: string,
  wanted: string,
): Promise<string> {
  const taken = await tx
    .selectFrom("tasks")
    .select("id")
    .where("status", "=", status)
    .where("rank", "=", wanted)
    .where("id", "!=", movedId)
    .executeTakeFirst();
  return taken ? generateKeyBetween(wanted, await neighbour(tx, status, movedId, ">", wanted)) : wanted;
}

async function findRanks(
  tx: Database,
  status: TaskStatus,
  movedIds: readonly string[],
  { after, before }: { after: string | null; before: string | null },
): Promise<string[]> {
  const count = movedIds.length;
  // One that is moved leaves its own place. Of several each still has one, which none of the others may take.
  const leavingId = count === 1 ? movedIds[0] : undefined;
  const lower = after ? await rankOf(tx, status, after) : undefined;
  if (lower !== undefined)
    return generateNKeysBetween(lower, await neighbour(tx, status, leavingId, ">", lower), count);
  const upper = before ? await rankOf(tx, status, before) : undefined;
  if (upper !== undefined)
    return generateNKeysBetween(await neighbour(tx, status, leavingId, "<", upper), upper, count);
  return ranksAtEnd(tx, status, count);
}

async function rankOf(tx: Database, status: TaskStatus, taskId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("tasks")
    .select("rank")
    .where("id", "=", taskId)
    .where("status", "=", status)
    .executeTakeFirst();
  return row?.rank;
}

async function neighbour(
  tx: Database,
  status: TaskStatus,
  leavingId: string | undefined,
  side: "<" | ">",
  rank: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom("tasks")
    .select("rank")
    .where("status", "=", status)
    .where("rank", side, rank)
    .$if(leavingId !== undefined, (others) => others.where("id", "!=", leavingId ?? ""))
    .orderBy("rank", side === ">" ? "asc" : "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.rank ?? null;
}

/** Gives a column's tasks short places again, in the order that they have. */
async function respace(tx: Database, status: TaskStatus): Promise<void> {
  const rows = await tx
    .selectFrom("tasks")
    .select("id")
    .where("status", "=", status)
    .orderBy("rank")
    .execute();
  const ids = rows.map(({ id }) => id);
  const ranks = generateNKeysBetween(null, null, ids.length);
  // First out of the way: a place that another one still has cannot be taken.
  await sql`UPDATE tasks SET rank = '~' || rank WHERE status = ${status}`.execute(tx);
  await sql`UPDATE tasks SET rank = spaced.rank, version = version + 1
    FROM unnest(${ids}::uuid[], ${ranks}::text[]) AS spaced (id, rank) WHERE tasks.id = spaced.id`.execute(
    tx,
  );
}
