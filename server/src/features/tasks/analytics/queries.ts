import type { OpenTaskStatus } from "@atoll/contract/tasks/limits";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { duePart } from "../due-part.ts";
import { cycleSeconds, leadSeconds } from "../filter-tasks.ts";
import { openStatuses } from "../queries.ts";

/** SQL: which tasks `t` are counted: those that the viewer may read and the filter leaves. */
type Wanted = RawBuilder<boolean>;

const times = (list: readonly Date[]) => sql`${list.map((time) => time.toISOString())}::timestamptz[]`;

/**
 * How many tasks were made in each part of a time, from one bound to the next.
 * @returns by the number of the part, from 1.
 */
export async function countCreated(db: Database, wanted: Wanted, bounds: Date[]) {
  const { rows } = await sql<{ part: number; count: number }>`
    SELECT width_bucket(t.created_at, ${times(bounds)}) AS part, count(*) AS count FROM tasks t
    WHERE ${wanted} AND t.created_at >= ${bounds[0]} AND t.created_at < ${bounds.at(-1)} GROUP BY 1`.execute(
    db,
  );
  return new Map(rows.map(({ part, count }) => [part, count]));
}

interface DoneRow {
  part: number;
  department: string | null;
  leadBin: number;
  cycleBin: number | null;
  count: number;
}

/** How many were finished in each part of a time, by department, and by how long they took: in which of the bins. */
export async function countDone(
  db: Database,
  wanted: Wanted,
  bounds: Date[],
  bins: readonly number[],
): Promise<DoneRow[]> {
  const { rows } = await sql<DoneRow>`
    SELECT width_bucket(t.completed_at, ${times(bounds)}) AS part, t.department_id AS department,
      width_bucket(${leadSeconds}, ${[...bins]}::float8[]) AS "leadBin",
      width_bucket(${cycleSeconds}, ${[...bins]}::float8[]) AS "cycleBin", count(*) AS count
    FROM tasks t WHERE ${wanted} AND t.completed_at >= ${bounds[0]} AND t.completed_at < ${bounds.at(-1)}
    GROUP BY 1, 2, 3, 4`.execute(db);
  return rows;
}

/** How long half of the tasks that were finished in a time took at most, and 85 of 100; each is the time of one of them. */
export async function measureDone(db: Database, wanted: Wanted, from: Date, before: Date) {
  const { rows } = await sql<{ lead: number[] | null; cycle: number[] | null }>`
    SELECT percentile_disc(ARRAY[0.5, 0.85]) WITHIN GROUP (ORDER BY ${leadSeconds}) AS lead,
      percentile_disc(ARRAY[0.5, 0.85]) WITHIN GROUP (ORDER BY ${cycleSeconds}) AS cycle
    FROM tasks t WHERE ${wanted} AND t.completed_at >= ${from} AND t.completed_at < ${before}`.execute(db);
  return rows[0];
}

interface OpenRow {
  status: OpenTaskStatus;
  age: number | null;
  isOverdue: boolean | null;
  department: string | null;
  assignee: string | null;
  count: number;
  /** What the row is counted by. */
  by: "age" | "due" | "department" | "assignee";
}

/**
 * Open tasks: by status and age, by whether they are overdue, by department, and by assignee as far as `isShared` says.
 * @param ages instants of creation, the oldest first.
 */
export async function countOpen(
  db: Database,
  wanted: Wanted,
  { ages, zone, now, viewer }: { ages: Date[]; zone: string; now: Date; viewer: SharedWith },
): Promise<OpenRow[]> {
  const { rows } = await sql<OpenRow>`
    WITH open AS MATERIALIZED (
      SELECT t.status, width_bucket(t.created_at, ${times(ages)}) AS age, t.department_id, t.assignee_id,
        ${duePart(zone, now)} = 'overdue' AS is_overdue
      FROM tasks t WHERE ${wanted} AND t.status IN ${openStatuses})
    SELECT 'age' AS by, status, age, NULL::boolean AS "isOverdue", NULL::uuid AS department, NULL::uuid AS assignee,
      count(*) AS count FROM open GROUP BY status, age
    UNION ALL SELECT 'due', NULL, NULL, is_overdue, NULL, NULL, count(*) FROM open GROUP BY is_overdue
    UNION ALL SELECT 'department', NULL, NULL, NULL, department_id, NULL, count(*) FROM open GROUP BY department_id
    UNION ALL SELECT 'assignee', status, NULL, NULL, NULL, assignee_id, count(*) FROM open
      WHERE assignee_id IS NULL OR assignee_id = ${viewer.id} OR assignee_id IN (
        SELECT user_id FROM user_departments
        WHERE department_id = ANY(${viewer.departments.map(({ id }) => id)}::uuid[]))
      GROUP BY status, assignee_id`.execute(db);
  return rows;
}

/** Whose colleagues may be shown by name. */
interface SharedWith {
  id: string;
  departments: readonly { id: string }[];
}

interface FlowRow {
  status: OpenTaskStatus;
  /** The first and the last end of a step, from 0, at which so many tasks were in the status. */
  first: number;
  last: number;
  count: number;
}

/** In which open status tasks were at the ends of steps. */
export async function countFlow(db: Database, wanted: Wanted, ends: Date[]): Promise<FlowRow[]> {
  const list = times(ends);
  // Tasks that were finished before were in no open status since. Rights are looked at once for each task, not for
  // each of its spans, of which the planner does not know how many there are.
  const { rows } = await sql<FlowRow>`
    WITH mine AS MATERIALIZED (SELECT t.id FROM tasks t
      WHERE ${wanted} AND (t.completed_at IS NULL OR t.completed_at >= ${ends[0]}))
    SELECT s.status, width_bucket(s.entered_at, ${list}) AS first,
      coalesce(width_bucket(s.left_at, ${list}), ${ends.length}) - 1 AS last, count(*) AS count
    FROM task_status_spans s JOIN mine ON mine.id = s.task_id
    WHERE s.status IN ${openStatuses} AND (s.left_at IS NULL OR s.left_at >= ${ends[0]})
      AND s.entered_at < ${ends.at(-1)}
    GROUP BY 1, 2, 3`.execute(db);
  return rows;
}
