import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/** Between two that were moved there again and again, places grow long: beyond this the column is numbered anew. */
const longestRank = 60;

/**
 * Waits for the turn to arrange these statuses, until the transaction ends: two who put tasks to the same place at
 * once get two places. Locks of several are taken in one order.
 */
export async function holdColumns(tx: Database, statuses: Iterable<TaskStatus>): Promise<void> {
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
 * A place in a status, whose column is held, directly behind `after` or directly before `before`: what the mover does
 * not see in between keeps its order behind the new one. Behind all where neither is there any more. Says whether the
 * whole column was numbered anew on the way.
 */
export async function rankBeside(
  tx: Database,
  status: TaskStatus,
  movedId: string,
  { after, before }: { after: string | null; before: string | null },
): Promise<{ rank: string; isRespaced: boolean }> {
  const rank = await findRank(tx, status, movedId, after, before);
  if (rank.length <= longestRank) return { rank, isRespaced: false };
  await respace(tx, status);
  return { rank: await findRank(tx, status, movedId, after, before), isRespaced: true };
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

async function findRank(
  tx: Database,
  status: TaskStatus,
  movedId: string,
  after: string | null,
  before: string | null,
): Promise<string> {
  const lower = after ? await rankOf(tx, status, after) : undefined;
  if (lower !== undefined) return generateKeyBetween(lower, await neighbour(tx, status, movedId, ">", lower));
  const upper = before ? await rankOf(tx, status, before) : undefined;
  if (upper !== undefined) return generateKeyBetween(await neighbour(tx, status, movedId, "<", upper), upper);
  const [rank] = await ranksAtEnd(tx, status, 1);
  if (rank === undefined) throw new AppError("internal_error", { detail: "no place at the end of a column" });
  return rank;
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
  movedId: string,
  side: "<" | ">",
  rank: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom("tasks")
    .select("rank")
    .where("status", "=", status)
    .where("rank", side, rank)
    // The moved one leaves its own place, wherever that is.
    .where("id", "!=", movedId)
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
