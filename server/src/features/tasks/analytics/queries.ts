import type { OpenTaskStatus } from "@atoll/contract/tasks/limits";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { duePart } from "../due-part.ts";
import { cycleSeconds, leadSeconds } from "../lists/filter-tasks.ts";
import { openStatuses } from "../queries.ts";

/** SQL: the tasks `t` to count, which the viewer may read and the filter matches. */
type Wanted = RawBuilder<boolean>;

const times = (list: readonly Date[]) => sql`${list.map((time) => time.toISOString())}::timestamptz[]`;

interface CreatedRow {
  /** Counted from 1. */
  part: number;
  count: number;
}

interface DoneRow extends CreatedRow {
  department: string | null;
  leadBin: number;
  cycleBin: number | null;
}

/** Median and 85th percentile of the lead time; each is the time of one of the tasks. */
type Shares = [p50: number | null, p85: number | null];

export interface Counted {
  created: CreatedRow[];
  done: DoneRow[];
  /** Lead times of tasks finished after the first part. */
  lead: Shares | null;
  cycle: Shares | null;
}

/**
 * Counts the tasks created and finished in each part of a period, from one bound to the next; finished ones also by
 * department and by lead time, in bins. Permissions are checked once for all of these.
 */
export async function countCreatedAndDone(
  db: Database,
  wanted: Wanted,
  bounds: Date[],
  bins: readonly number[],
): Promise<Counted> {
  const list = times(bounds);
  const binOf = (seconds: string) => sql`width_bucket(${sql.ref(seconds)}, ${[...bins]}::float8[])`;
  const last = sql.lit(bounds.length - 1);
  const during = (column: string) =>
    sql`${sql.ref(column)} >= ${bounds[0]} AND ${sql.ref(column)} < ${bounds.at(-1)}`;
  const { rows } = await sql<Counted>`
    WITH mine AS MATERIALIZED (
      SELECT width_bucket(t.created_at, ${list}) AS made, width_bucket(t.completed_at, ${list}) AS finished,
        ${leadSeconds} AS lead, ${cycleSeconds} AS cycle, t.department_id AS department
      FROM tasks t WHERE ${wanted} AND ((${during("t.created_at")}) OR (${during("t.completed_at")})))
    SELECT
      (SELECT coalesce(json_agg(parts), '[]') FROM (
        SELECT made AS part, count(*) AS count FROM mine WHERE made BETWEEN 1 AND ${last} GROUP BY 1) parts) AS created,
      (SELECT coalesce(json_agg(parts), '[]') FROM (
        SELECT finished AS part, department, ${binOf("lead")} AS "leadBin", ${binOf("cycle")} AS "cycleBin",
          count(*) AS count
        FROM mine WHERE finished BETWEEN 1 AND ${last} GROUP BY 1, 2, 3, 4) parts) AS done,
      (SELECT percentile_disc(ARRAY[0.5, 0.85]) WITHIN GROUP (ORDER BY lead) FROM mine
        WHERE finished BETWEEN 2 AND ${last}) AS lead,
      (SELECT percentile_disc(ARRAY[0.5, 0.85]) WITHIN GROUP (ORDER BY cycle) FROM mine
        WHERE finished BETWEEN 2 AND ${last}) AS cycle`.execute(db);
  return rows[0] ?? { created: [], done: [], lead: null, cycle: null };
}

interface OpenRow {
  status: OpenTaskStatus;
  age: number | null;
  isOverdue: boolean | null;
  department: string | null;
  assignee: string | null;
  count: number;
  /** The field that the row is counted by. */
  by: "age" | "due" | "department" | "assignee";
}

/**
 * Counts open tasks by status and age, by whether they are overdue, by department, and by assignee where `isShared`
 * allows it.
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

/** The departments whose members may be shown by name. */
interface SharedWith {
  id: string;
  departments: readonly { id: string }[];
}

interface FlowRow {
  status: OpenTaskStatus;
  /** The first and the last step, from 0, at whose end so many tasks were in the status. */
  first: number;
  last: number;
  count: number;
}

/** Returns which open status tasks were in at the ends of steps. */
export async function countFlow(db: Database, wanted: Wanted, ends: Date[]): Promise<FlowRow[]> {
  const list = times(ends);
  // Tasks finished before the first end were in no open status since. Permissions are checked once per task, not once
  // per span, because the planner does not know how many spans there are. Most spans do not contain the end of any
  // step, so they are left out before the rest is counted.
  const { rows } = await sql<FlowRow>`
    WITH mine AS MATERIALIZED (SELECT t.id FROM tasks t
      WHERE ${wanted} AND (t.completed_at IS NULL OR t.completed_at >= ${ends[0]})),
    stays AS (SELECT s.status, width_bucket(s.entered_at, ${list}) AS first,
        coalesce(width_bucket(s.left_at, ${list}), ${ends.length}) - 1 AS last
      FROM task_status_spans s
      WHERE s.status IN ${openStatuses} AND (s.left_at IS NULL OR s.left_at >= ${ends[0]})
        AND s.entered_at < ${ends.at(-1)} AND s.task_id IN (SELECT id FROM mine))
    SELECT status, first, last, count(*) AS count FROM stays WHERE first <= last GROUP BY 1, 2, 3`.execute(
    db,
  );
  return rows;
}
