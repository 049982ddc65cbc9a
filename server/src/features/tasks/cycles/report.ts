import type { CycleReport, CycleSum, CycleTask } from "@atoll/contract/tasks/cycle-schemas";
import type { CycleOutcome } from "@atoll/contract/tasks/cycles";
import { type TaskStatus, taskStatuses } from "@atoll/contract/tasks/limits";
import { canReadTaskCycles, type TaskViewer } from "@atoll/contract/tasks/policy";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { fetchPage } from "../../../platform/page.ts";
import { serverZone, todayAtServer } from "../../../platform/server-zone.ts";
import type { Database } from "../../../tables.ts";
import { isReadable } from "../readable.ts";
import { stateOfTask } from "../states/state-lists.ts";
import { type CycleRow, presentCycle, selectCycles, selectOpenCycles } from "./cycle-queries.ts";

type Cycle = Pick<CycleRow, "id" | "starts_on" | "ends_on">;

/** @throws {AppError} `task_cycle_not_found` also for cycles of departments whose cycles the viewer may not read. */
export async function accessCycle(db: Database, viewer: TaskViewer, cycleId: string): Promise<CycleRow> {
  const cycle = await selectCycles(db).where("c.id", "=", cycleId).executeTakeFirst();
  if (!cycle || !canReadTaskCycles(viewer, cycle.department_id)) throw new AppError("task_cycle_not_found");
  return cycle;
}

const dayOf = (column: RawBuilder<unknown>) => sql`(${column} AT TIME ZONE ${serverZone})::date`;

/** SQL: when the last day of a cycle is over. */
export const endOf = ({ ends_on }: Pick<Cycle, "ends_on">): RawBuilder<unknown> =>
  sql`((${ends_on}::date + 1)::timestamp AT TIME ZONE ${serverZone})`;

/**
 * SQL: the tasks of a cycle at its end, or as they are now. Planned is what was in it at the end of its first day; a task
 * that left on that day, or before, was never part of it. A deleted task is removed. A task that has left is as it was then.
 * Nothing that happens after the last day counts, and no task that was deleted as long as adding it could be undone.
 */
export function entriesNow(cycle: Cycle): RawBuilder<unknown> {
  const start = sql`${cycle.starts_on}::date`;
  return sql`(SELECT s.task_id, CASE WHEN t.deleted_at IS NULL THEN coalesce(t.title, '') ELSE '' END AS title,
      coalesce(CASE WHEN s.is_open THEN t.status ELSE s.status END, 'todo') AS status,
      CASE WHEN t.id IS NOT NULL AND t.deleted_at IS NULL THEN ${stateOfTask} ->> 'name' END AS state, s.is_planned,
      CASE WHEN NOT s.is_in OR (s.is_open AND (t.id IS NULL OR t.deleted_at < s.until)) THEN 'removed'
        WHEN CASE WHEN s.is_open THEN t.completed_at ELSE s.completed_at END < s.until THEN 'done'
        ELSE 'left' END AS outcome,
      CASE WHEN s.is_open THEN t.estimate_minutes ELSE s.estimate_minutes END AS estimate_minutes,
      s.is_open AND t.deleted_at IS NULL AS is_still_in
    FROM (SELECT o.task_id, n.until, bool_or(o.left_at IS NULL) AS is_open,
        bool_or(o.left_at IS NULL OR o.left_at >= n.until) AS is_in,
        bool_or(${dayOf(sql`o.added_at`)} <= ${start}
          AND (o.left_at IS NULL OR ${dayOf(sql`o.left_at`)} > ${start})) AS is_planned,
        (array_agg(o.status ORDER BY o.left_at DESC))[1] AS status,
        (array_agg(o.estimate_minutes ORDER BY o.left_at DESC))[1] AS estimate_minutes,
        (array_agg(o.completed_at ORDER BY o.left_at DESC))[1] AS completed_at
      FROM task_cycle_spans o CROSS JOIN LATERAL (SELECT ${endOf(cycle)} AS until) n
      WHERE o.cycle_id = ${cycle.id} AND o.added_at < n.until
        AND (o.left_at IS NULL OR ${dayOf(sql`o.left_at`)} > ${start})
        AND NOT (o.left_at IS NULL AND EXISTS (SELECT FROM tasks d WHERE d.id = o.task_id
          AND d.deleted_at < o.added_at + interval '2 minutes')) GROUP BY o.task_id, n.until) s
    LEFT JOIN tasks t ON t.id = s.task_id
    WHERE NOT s.is_open OR t.deleted_at IS NULL OR ${dayOf(sql`t.deleted_at`)} > ${start})`;
}

/** SQL: what was in a cycle, and done, at the end of each of its days until today. */
export function daysUntil({ id, starts_on, ends_on }: Cycle, today: string): RawBuilder<unknown> {
  return sql`(WITH e AS MATERIALIZED (
      SELECT s.added_at, t.deleted_at AS left_at, t.completed_at, t.estimate_minutes
      FROM task_cycle_spans s JOIN tasks t ON t.id = s.task_id WHERE s.cycle_id = ${id} AND s.left_at IS NULL
      UNION ALL SELECT s.added_at, s.left_at, s.completed_at, s.estimate_minutes
      FROM task_cycle_spans s WHERE s.cycle_id = ${id} AND s.left_at IS NOT NULL)
    SELECT d.day::date AS day, count(e.added_at)::int AS scope,
      count(*) FILTER (WHERE e.completed_at < n.until)::int AS done,
      coalesce(sum(e.estimate_minutes), 0)::int AS scope_minutes,
      coalesce(sum(e.estimate_minutes) FILTER (WHERE e.completed_at < n.until), 0)::int AS done_minutes
    FROM generate_series(${starts_on}::date, least(${ends_on}::date, ${today}::date), interval '1 day') AS d (day)
    CROSS JOIN LATERAL (SELECT (d.day::date + 1)::timestamp AT TIME ZONE ${serverZone} AS until) n
    LEFT JOIN e ON e.added_at < n.until AND (e.left_at IS NULL OR e.left_at >= n.until)
    GROUP BY d.day)`;
}

/** Returns the report of a cycle: as it is now, or as it was frozen at its end. */
export async function readCycleReport(
  db: Database,
  viewer: TaskViewer,
  cycleId: string,
): Promise<CycleReport> {
  const cycle = await accessCycle(db, viewer, cycleId);
  const isEnded = cycle.ended_at !== null;
  const entries = isEnded
    ? sql`(SELECT * FROM task_cycle_outcomes WHERE cycle_id = ${cycle.id})`
    : entriesNow(cycle);
  const [sums, days, movedTo] = await Promise.all([
    sql<Sum>`SELECT e.is_planned, e.outcome, e.status, count(*)::int AS count,
        coalesce(sum(e.estimate_minutes), 0)::int AS minutes
      FROM ${entries} e GROUP BY e.is_planned, e.outcome, e.status`.execute(db),
    sql<CycleReport["days"][number]>`SELECT to_char(d.day, 'YYYY-MM-DD') AS day, d.scope, d.done,
        d.scope_minutes AS "scopeMinutes", d.done_minutes AS "doneMinutes"
      FROM ${
        isEnded
          ? sql`(SELECT * FROM task_cycle_days WHERE cycle_id = ${cycle.id})`
          : daysUntil(cycle, todayAtServer())
      } d ORDER BY d.day`.execute(db),
    findNext(db, cycle),
  ]);
  return {
    departmentId: cycle.department_id,
    cycle: presentCycle(cycle),
    movedTo,
    ...addUp(sums.rows),
    days: days.rows,
  };
}

interface Sum {
  is_planned: boolean;
  outcome: CycleOutcome;
  status: TaskStatus;
  count: number;
  minutes: number;
}

/** Pure: the figures of a report. */
function addUp(sums: readonly Sum[]) {
  const sumOf = (isOf: (sum: Sum) => boolean): CycleSum => {
    const own = sums.filter(isOf);
    return {
      count: own.reduce((total, { count }) => total + count, 0),
      estimateMinutes: own.reduce((total, { minutes }) => total + minutes, 0),
    };
  };
  const ofOutcome = (outcome: CycleOutcome) => sumOf((sum) => sum.outcome === outcome);
  return {
    planned: sumOf((sum) => sum.is_planned),
    added: sumOf((sum) => !sum.is_planned),
    removed: ofOutcome("removed"),
    done: ofOutcome("done"),
    moved: ofOutcome("moved"),
    left: ofOutcome("left"),
    statuses: taskStatuses.flatMap((status) => {
      const sum = sumOf((one) => one.status === status && one.outcome !== "removed");
      return sum.count > 0 ? [{ status, ...sum }] : [];
    }),
  };
}

/** Returns the cycle to which tasks would move now, or the one to which they moved, by its name then. */
async function findNext(db: Database, cycle: CycleRow): Promise<CycleReport["movedTo"]> {
  if (cycle.ended_at !== null)
    return cycle.moved_to_name === null ? null : { id: cycle.moved_to, name: cycle.moved_to_name };
  const next = await selectNext(db, cycle).executeTakeFirst();
  return next ? { id: next.id, name: next.name } : null;
}

export const selectNext = (db: Database, cycle: Pick<CycleRow, "department_id" | "starts_on">) =>
  selectOpenCycles(db, cycle.department_id).where(sql<boolean>`c.starts_on > ${cycle.starts_on}::date`);

/** The outcome, and the key in the list: a cursor names no task that is not named. */
const placeSchema = z.tuple([z.string(), z.hash("md5")]);

/** Returns a page of the tasks of a report. Those that the viewer may not read, and deleted ones, are not named. */
export async function listCycleTasks(
  db: Database,
  viewer: TaskViewer,
  cycleId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<{ items: CycleTask[]; nextCursor: string | null }> {
  const cycle = await accessCycle(db, viewer, cycleId);
  const entries = cycle.ended_at
    ? sql`(SELECT * FROM task_cycle_outcomes WHERE cycle_id = ${cycle.id})`
    : entriesNow(cycle);
  const keyed = sql`(SELECT md5(${cycle.id} || e.task_id::text) AS key, e.* FROM ${entries} e)`;
  const { rows, nextCursor } = await fetchPage(
    query,
    placeSchema,
    async (after, count) => {
      const rest = after ? sql`WHERE (e.outcome, e.key) > (${after[0]}, ${after[1]})` : sql``;
      const found =
        await sql<EntryRow>`SELECT e.key, e.task_id, e.title, e.status, e.state, e.is_planned, e.outcome,
          e.estimate_minutes, (t.id IS NOT NULL AND ${isReadable(viewer, "t")}) AS is_named
        FROM (SELECT * FROM ${keyed} e ${rest} ORDER BY e.outcome, e.key LIMIT ${count}) e
        LEFT JOIN tasks t ON t.id = e.task_id ORDER BY e.outcome, e.key`.execute(db);
      return found.rows;
    },
    ({ outcome, key }) => [outcome, key],
  );
  return {
    items: rows.map((row) => ({
      key: row.key,
      taskId: row.is_named ? row.task_id : null,
      title: row.is_named ? row.title : null,
      status: row.is_named ? row.status : null,
      state: row.is_named ? row.state : null,
      isPlanned: row.is_planned,
      outcome: row.outcome,
      estimateMinutes: row.is_named ? row.estimate_minutes : null,
    })),
    nextCursor,
  };
}

interface EntryRow {
  key: string;
  task_id: string;
  title: string;
  status: TaskStatus;
  state: string | null;
  is_planned: boolean;
  outcome: CycleOutcome;
  estimate_minutes: number | null;
  is_named: boolean;
}
