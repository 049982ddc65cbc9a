import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";

/** Ranks between two neighbours grow with each move there. Above this length, the whole column gets new ranks. */
const longestRank = 60;

/**
 * Locks the order of these columns until the transaction ends, so that concurrent moves to the same place get different
 * ranks. Several columns are locked in one order.
 */
export async function lockColumns(tx: Database, statuses: Iterable<TaskStatus>): Promise<void> {
  for (const status of [...new Set(statuses)].sort()) {
    await sql`SELECT pg_advisory_xact_lock(hashtext('atoll tasks'), hashtext(${status}))`.execute(tx);
  }
}

/**
 * Returns ranks for tasks that come into a column without a chosen place, in order: before all others in Done, which
 * starts with the newest, and after all others elsewhere. The column must be locked.
 */
export async function ranksOnArrival(tx: Database, status: TaskStatus, howMany: number): Promise<string[]> {
  if (status === "done") return generateNKeysBetween(null, await firstRank(tx, status), howMany);
  const last = await tx
    .selectFrom("tasks")
    .select(({ fn }) => fn.max("rank").as("rank"))
    .where("status", "=", status)
    .executeTakeFirst();
  return generateNKeysBetween(last?.rank ?? null, null, howMany);
}

/**
 * Returns ranks in a locked column for these tasks in their order: directly after `after`, or directly before `before`,
 * so that tasks in between that the viewer does not see keep their order after them. As on arrival if neither neighbour
 * is still there. `isRespaced` says whether the whole column got new ranks.
 */
export async function ranksBetween(
  tx: Database,
  status: TaskStatus,
  movedIds: readonly string[],
  neighbours: { after: string | null; before: string | null },
): Promise<{ ranks: string[]; isRespaced: boolean }> {
  const ranks = await findRanks(tx, status, movedIds, neighbours);
  if (ranks.every((rank) => rank.length <= longestRank)) return { ranks, isRespaced: false };
  await respace(tx, status);
  return { ranks: await findRanks(tx, status, movedIds, neighbours), isRespaced: true };
}

/** Returns the rank that a task had in a locked column, or the next free one after it if another task took it. */
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
  // A single moved task frees its own rank. Several tasks still have theirs, which none of the others may take.
  const leavingId = count === 1 ? movedIds[0] : undefined;
  const lower = after ? await rankOf(tx, status, after) : undefined;
  if (lower !== undefined)
    return generateNKeysBetween(lower, await neighbour(tx, status, leavingId, ">", lower), count);
  const upper = before ? await rankOf(tx, status, before) : undefined;
  if (upper !== undefined)
    return generateNKeysBetween(await neighbour(tx, status, leavingId, "<", upper), upper, count);
  return ranksOnArrival(tx, status, count);
}

async function firstRank(tx: Database, status: TaskStatus): Promise<string | null> {
  const first = await tx
    .selectFrom("tasks")
    .select(({ fn }) => fn.min("rank").as("rank"))
    .where("status", "=", status)
    .executeTakeFirst();
  return first?.rank ?? null;
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

/** Gives a column's tasks short ranks again, in their order. */
async function respace(tx: Database, status: TaskStatus): Promise<void> {
  const rows = await tx
    .selectFrom("tasks")
    .select("id")
    .where("status", "=", status)
    .orderBy("rank")
    .execute();
  const ids = rows.map(({ id }) => id);
  const ranks = generateNKeysBetween(null, null, ids.length);
  // First move all ranks out of the way: a rank that another task still has cannot be taken.
  await sql`UPDATE tasks SET rank = '~' || rank WHERE status = ${status}`.execute(tx);
  await sql`UPDATE tasks SET rank = spaced.rank, version = version + 1
    FROM unnest(${ids}::uuid[], ${ranks}::text[]) AS spaced (id, rank) WHERE tasks.id = spaced.id`.execute(
    tx,
  );
}
