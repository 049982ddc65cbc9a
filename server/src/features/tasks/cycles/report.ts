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

/**
 * SQL: the tasks of a cycle as they are now. Planned is what was in it at the end of its first day; a task that left on
 * that day, or before, was never part of it. A deleted task is removed.
 */
export function entriesNow({ id, starts_on }: Pick<Cycle, "id" | "starts_on">): RawBuilder<unknown> {
  const start = sql`${starts_on}::date`;
  return sql`(SELECT s.task_id, coalesce(t.title, '') AS title, coalesce(t.status, 'todo') AS status,
      CASE WHEN t.id IS NOT NULL THEN ${stateOfTask} ->> 'name' END AS state, s.is_planned,
      CASE WHEN NOT s.is_in OR t.id IS NULL OR t.deleted_at IS NOT NULL THEN 'removed'
        WHEN t.completed_at IS NOT NULL THEN 'done' ELSE 'left' END AS outcome,
      t.estimate_minutes
    FROM (SELECT task_id, bool_or(left_at IS NULL) AS is_in,
        bool_or(${dayOf(sql`added_at`)} <= ${start}
          AND (left_at IS NULL OR ${dayOf(sql`left_at`)} > ${start})) AS is_planned
      FROM task_cycle_spans WHERE cycle_id = ${id}
        AND (left_at IS NULL OR ${dayOf(sql`left_at`)} > ${start}) GROUP BY task_id) s
    LEFT JOIN tasks t ON t.id = s.task_id
    WHERE t.deleted_at IS NULL OR ${dayOf(sql`t.deleted_at`)} > ${start})`;
}

/** SQL: what was in a cycle, and done, at the end of each of its days until today. */
export function daysUntil({ id, starts_on, ends_on }: Cycle, today: string): RawBuilder<unknown> {
  return sql`(WITH e AS MATERIALIZED (
      SELECT s.added_at, least(s.left_at, t.deleted_at) AS left_at, t.completed_at, t.estimate_minutes
      FROM task_cycle_spans s LEFT JOIN tasks t ON t.id = s.task_id WHERE s.cycle_id = ${id})
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
    movedTo: movedTo ? presentCycle(movedTo) : null,
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

async function findNext(db: Database, cycle: CycleRow): Promise<CycleRow | undefined> {
  if (cycle.ended_at === null)
    return selectOpenCycles(db, cycle.department_id)
      .where(sql<boolean>`c.starts_on > ${cycle.starts_on}::date`)
      .executeTakeFirst();
  return cycle.moved_to === null
    ? undefined
    : selectCycles(db).where("c.id", "=", cycle.moved_to).executeTakeFirst();
}

const placeSchema = z.tuple([z.string(), z.uuid()]);

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
  const { rows, nextCursor } = await fetchPage(
    query,
    placeSchema,
    async (after, count) => {
      const rest = after ? sql`WHERE (e.outcome, e.task_id) > (${after[0]}, ${after[1]}::uuid)` : sql``;
      const found = await sql<EntryRow>`SELECT e.task_id, e.title, e.status, e.state, e.is_planned, e.outcome,
          e.estimate_minutes, (t.id IS NOT NULL AND ${isReadable(viewer, "t")}) AS is_named
        FROM (SELECT * FROM ${entries} e ${rest} ORDER BY e.outcome, e.task_id LIMIT ${count}) e
        LEFT JOIN tasks t ON t.id = e.task_id ORDER BY e.outcome, e.task_id`.execute(db);
      return found.rows;
    },
    ({ outcome, task_id }) => [outcome, task_id],
  );
  return {
    items: rows.map((row) => ({
      taskId: row.task_id,
      title: row.is_named ? row.title : null,
      status: row.status,
      state: row.is_named ? row.state : null,
      isPlanned: row.is_planned,
      outcome: row.outcome,
      estimateMinutes: row.is_named ? row.estimate_minutes : null,
    })),
    nextCursor,
  };
}

interface EntryRow {
  task_id: string;
  title: string;
  status: TaskStatus;
  state: string | null;
  is_planned: boolean;
  outcome: CycleOutcome;
  estimate_minutes: number | null;
  is_named: boolean;
}
