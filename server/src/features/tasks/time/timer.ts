import { maxTaskMinutes } from "@atoll/contract/tasks/duration";
import type { TaskTimer } from "@atoll/contract/tasks/time-schemas";
import { dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { withoutRights } from "../../../platform/changes/changeable.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources, SliceChangeable } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import type { taskFields } from "../changes/fields.ts";
import type { LockedTask } from "../changes/locked-task.ts";
import { taskChanges } from "../changes/task-changes.ts";
import { isReadable } from "../readable.ts";
import { insertTime } from "./time-entries.ts";

/** The ID of the entry that stopping makes, which makes a repeated request do it once, and the zone of its day. */
interface Stopping {
  entryId: string;
  zone: string;
}

/** The timer of a person; null also for one on a task that they may no longer read. */
export async function readTimer(db: Database, viewer: RequestViewer): Promise<TaskTimer | null> {
  const row = await db
    .selectFrom("task_timers as r")
    .innerJoin("tasks as t", "t.id", "r.task_id")
    .select(["t.id", "t.title", "r.started_at"])
    .where("r.user_id", "=", viewer.id)
    .where(isReadable(viewer))
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
  if (running && running.task_id !== taskId) await logTimer(sources, viewer.id, running.task_id, stopping);
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
 * Stops the viewer's timer and logs its time, at least a minute, on the day of its start.
 * @returns the minutes; 0 if it was discarded.
 * @throws {AppError} `task_timer_not_found`, `too_many_time_entries`.
 */
export async function stopTimer(
  sources: ChangeSources,
  viewer: RequestViewer,
  { isDiscarded, ...stopping }: { isDiscarded: boolean } & Stopping,
): Promise<number> {
  const running = await findTimer(sources.db, viewer.id);
  if (!running) throw new AppError("task_timer_not_found");
  const minutes = isDiscarded
    ? await discardTimer(sources.db, viewer.id)
    : await logTimer(sources, viewer.id, running.task_id, stopping);
  sources.realtime.send(ownRoom(viewer.id), "task-timer.changed", { timer: null });
  return minutes;
}

const findTimer = (db: Database, userId: string) =>
  db.selectFrom("task_timers").select("task_id").where("user_id", "=", userId).executeTakeFirst();

async function discardTimer(db: Database, userId: string): Promise<number> {
  await db.deleteFrom("task_timers").where("user_id", "=", userId).execute();
  return 0;
}

/** A person who may no longer read the task has still worked on it: stopping asks for no right. */
const loggingChanges: SliceChangeable<LockedTask, typeof taskFields, never, { id: string }> = {
  ...taskChanges,
  ...withoutRights,
  broadcast: async (...sending) => {
    await taskChanges.broadcast(...sending);
    return new Map<string, never>();
  },
};

/** Two devices that stop at once log the time once: the second one finds no timer. */
async function logTimer(
  sources: ChangeSources,
  userId: string,
  taskId: string,
  { entryId, zone }: Stopping,
): Promise<number> {
  let minutes = 0;
  await applyChange(
    loggingChanges,
    sources,
    { id: userId },
    { changeId: entryId, ids: [taskId] },
    async (changing, [task]) => {
      const stopped = await changing.tx
        .deleteFrom("task_timers")
        .where("user_id", "=", userId)
        .where("task_id", "=", taskId)
        .returning("started_at")
        .executeTakeFirst();
      if (!stopped || !task) return;
      const { started_at: start } = stopped;
      minutes = Math.min(maxTaskMinutes, Math.max(1, Math.round((Date.now() - start.getTime()) / 60_000)));
      const entry = { id: entryId, userId, day: dayIn(zone, start), minutes, note: "" };
      await insertTime(changing, task, entry);
    },
  );
  return minutes;
}
