import { maxTaskMinutes } from "@atoll/contract/tasks/duration";
import type { TaskTimer } from "@atoll/contract/tasks/time-schemas";
import { dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import { isReadable } from "../readable.ts";
import { insertTime, ownTimeChanges } from "./time-entries.ts";

/** The ID of the entry that stopping makes, which makes a repeated request do it once, and the zone of its day. */
interface Stopping {
  entryId: string;
  zone: string;
}

/** Returns the timer of a person, without the title of a task that they may no longer read. */
export async function readTimer(db: Database, viewer: RequestViewer): Promise<TaskTimer | null> {
  const row = await db
    .selectFrom("task_timers as r")
    .innerJoin("tasks as t", "t.id", "r.task_id")
    .select(["t.id", "r.started_at"])
    .select(sql<string | null>`CASE WHEN ${isReadable(viewer)} THEN t.title END`.as("title"))
    .where("r.user_id", "=", viewer.id)
    .executeTakeFirst();
  return row ? { task: { id: row.id, title: row.title }, startedAt: row.started_at.toISOString() } : null;
}

/**
 * Starts the viewer's timer for a task. One that runs for another task is stopped first.
 * @throws {AppError} `task_not_found`, and as `stopTimer`.
 */
export async function startTimer(
  sources: ChangeSources,
  viewer: RequestViewer,
  { taskId, ...stopping }: { taskId: string } & Stopping,
): Promise<TaskTimer | null> {
  const running = await findTimer(sources.db, viewer.id);
  if (running && running.taskId !== taskId) await logTimer(sources, viewer.id, running, stopping);
  await transact(sources.db, async (tx) => {
    const { rows } = await sql`SELECT FROM tasks t WHERE t.id = ${taskId} AND ${isReadable(viewer)}
      FOR KEY SHARE`.execute(tx);
    if (rows.length === 0) throw new AppError("task_not_found");
    await tx
      .insertInto("task_timers")
      .values({ user_id: viewer.id, task_id: taskId })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .execute();
  });
  const timer = await readTimer(sources.db, viewer);
  sources.realtime.send(ownRoom(viewer.id), "task-timer.changed", { timer });
  return timer;
}

/**
 * Stops the viewer's timer and logs its time, at least a minute, on the day of its start. A repeated request, sent when
 * the response was lost, gets the same response.
 * @param named the timer as the viewer sees it. Another one that was started since keeps running.
 * @returns the minutes; 0 if it was discarded.
 * @throws {AppError} `task_timer_not_found`, `too_many_time_entries`.
 */
export async function stopTimer(
  sources: ChangeSources,
  viewer: RequestViewer,
  { isDiscarded, entryId, zone, ...named }: { isDiscarded: boolean } & Running & Stopping,
): Promise<number> {
  const minutes = isDiscarded
    ? await discardTimer(sources.db, viewer.id, named)
    : ((await logTimer(sources, viewer.id, named, { entryId, zone })) ??
      (await findMinutes(sources.db, viewer.id, entryId)));
  const timer = await readTimer(sources.db, viewer);
  sources.realtime.send(ownRoom(viewer.id), "task-timer.changed", { timer });
  if (minutes === undefined) throw new AppError("task_timer_not_found");
  return minutes;
}

/** A timer, as people name it: it has no ID. */
interface Running {
  taskId: string;
  startedAt: string;
}

async function findTimer(db: Database, userId: string): Promise<Running | undefined> {
  const row = await db
    .selectFrom("task_timers")
    .select(["task_id", "started_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && { taskId: row.task_id, startedAt: row.started_at.toISOString() };
}

/** @returns 0, or undefined if this timer does not run. */
async function discardTimer(db: Database, userId: string, named: Running): Promise<number | undefined> {
  return (await removeTimer(db, userId, named)) && 0;
}

/** @returns when it was started, or undefined if this timer does not run. */
async function removeTimer(
  db: Database,
  userId: string,
  { taskId, startedAt }: Running,
): Promise<Date | undefined> {
  const row = await db
    .deleteFrom("task_timers")
    .where("user_id", "=", userId)
    .where("task_id", "=", taskId)
    .where(sql<boolean>`started_at = ${startedAt}::timestamptz`)
    .returning("started_at")
    .executeTakeFirst();
  return row?.started_at;
}

/** Returns the minutes of an entry that the same request has logged before. */
async function findMinutes(db: Database, userId: string, entryId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("task_time_entries")
    .select("minutes")
    .where("id", "=", entryId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.minutes;
}

/**
 * Two devices that stop at once log the time once: the second one finds no timer. A person who may no longer read the task
 * has still worked on it: stopping asks for no right.
 * @returns the minutes, or undefined if this timer does not run.
 */
async function logTimer(
  sources: ChangeSources,
  userId: string,
  running: Running,
  { entryId, zone }: Stopping,
): Promise<number | undefined> {
  let minutes: number | undefined;
  await applyChange(
    ownTimeChanges,
    sources,
    { id: userId },
    { changeId: entryId, ids: [running.taskId] },
    async (changing, [task]) => {
      const start = await removeTimer(changing.tx, userId, running);
      if (!start || !task) return;
      minutes = Math.min(maxTaskMinutes, Math.max(1, Math.round((Date.now() - start.getTime()) / 60_000)));
      const entry = { id: entryId, userId, day: dayIn(zone, start), minutes, note: "" };
      await insertTime(changing, task, entry);
    },
  );
  return minutes;
}
