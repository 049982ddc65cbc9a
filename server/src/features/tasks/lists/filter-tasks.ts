import { withDaysOf } from "@atoll/contract/fields/filter";
import type { TaskFilter } from "@atoll/contract/tasks/filter";
import type { TaskDependency, TaskStart } from "@atoll/contract/tasks/limits";
import { stateListsOf } from "@atoll/contract/tasks/states";
import { dayIn } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { isInCycles } from "../cycles/cycle-queries.ts";
import { duePart } from "../due-part.ts";
import { hasWantedFields } from "../own-fields/field-queries.ts";
import { openStatuses } from "../queries.ts";
import { isReadable } from "../readable.ts";
import { effectiveState, livingStates, readStateLists } from "../states/state-lists.ts";

/**
 * SQL: the tasks `t` match a filter and the viewer may read them. Specification, sections 4 and 7 (scopes), 5 (text
 * filter).
 */
export async function isWanted(
  db: Database,
  viewer: RequestViewer,
  filter: TaskFilter,
): Promise<RawBuilder<boolean>> {
  const parts = [isReadable(viewer), isInScope(viewer.id, filter.scope)];
  const { statuses, priorities, assignees, tags, departments, text, dueFrom, dueTo } = filter;
  if (filter.states?.length) {
    const lists = await readStateLists(db);
    const states = livingStates(stateListsOf(lists, departments ?? []), filter.states);
    // Those of a list that is gone, or that no task of the departments has, limit nothing.
    if (states.length > 0)
      parts.push(sql`(t.status = 'archived' OR ${effectiveState(lists)} = ANY(${states}::text[]))`);
  }
  if (statuses?.length) parts.push(sql`t.status = ANY(${statuses}::text[])`);
  if (priorities?.length) parts.push(sql`t.priority = ANY(${priorities}::text[])`);
  if (assignees?.length) parts.push(isOneOf(sql`t.assignee_id`, assignees));
  if (tags?.length) parts.push(sql`t.tags && ${tags}::text[]`);
  if (departments?.length) parts.push(isOneOf(sql`t.department_id`, departments));
  if (text !== "") parts.push(isInText(text));
  if (dueFrom !== undefined) parts.push(sql`t.due_date >= ${dueFrom}::date`);
  if (dueTo !== undefined) parts.push(sql`t.due_date <= ${dueTo}::date`);
  if (filter.cycles?.length) parts.push(isInCycles(filter.cycles));
  if (filter.due?.length) parts.push(sql`${duePart(filter.zone)} = ANY(${filter.due}::text[])`);
  if (filter.start?.length) parts.push(startsAt(filter.start, dayIn(filter.zone, new Date())));
  if (filter.dates === "some" || filter.dates === "none")
    parts.push(sql`(t.starts_on IS NULL AND t.due_date IS NULL) = ${filter.dates === "none"}`);
  if (filter.dependencies?.length) parts.push(isDependent(filter.dependencies));
  if (filter.fields) {
    const today = dayIn(filter.zone, new Date());
    parts.push(...(await hasWantedFields(db, withDaysOf(filter.fields, today))));
  }
  parts.push(...duringTimes(filter));
  if (filter.told !== undefined)
    parts.push(sql`t.id IN (SELECT b.task_id FROM task_told_together b
      WHERE b.id = ${filter.told} AND b.user_id = ${viewer.id})`);
  if (filter.parents === "only") parts.push(sql`t.parent_id IS NULL`);
  return sql<boolean>`(${sql.join(parts, sql` AND `)})`;
}

/** SQL: a column has one of these ids, or none where "none" is among them. */
function isOneOf(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean> {
  const ids = values.filter((id) => id !== "none");
  const orNone = ids.length < values.length ? sql`OR ${column} IS NULL` : sql``;
  return sql<boolean>`(${column} = ANY(${ids}::uuid[]) ${orNone})`;
}

/** SQL: the start of a task is reached on this day, is later, or is not set. */
function startsAt(wanted: readonly TaskStart[], today: string): RawBuilder<boolean> {
  const each = {
    reached: sql`t.starts_on <= ${today}::date`,
    later: sql`t.starts_on > ${today}::date`,
    none: sql`t.starts_on IS NULL`,
  };
  return sql<boolean>`(${sql.join(
    wanted.map((one) => each[one]),
    sql` OR `,
  )})`;
}

/**
 * SQL: an open task that waits for an open one, or holds one up. As the counts of a task, this includes tasks that the
 * viewer may not read.
 */
function isDependent(wanted: readonly TaskDependency[]): RawBuilder<boolean> {
  const columns = { blocked: ["blocked_id", "blocker_id"], blocking: ["blocker_id", "blocked_id"] } as const;
  const each = wanted.map((one) => {
    const [own, other] = columns[one].map((column) => sql.ref(`d.${column}`));
    return sql`t.id IN (SELECT ${own} FROM task_dependencies d JOIN tasks o ON o.id = ${other}
      WHERE o.deleted_at IS NULL AND o.status IN ${openStatuses})`;
  });
  return sql<boolean>`(t.status IN ${openStatuses} AND (${sql.join(each, sql` OR `)}))`;
}

/** SQL: how many seconds after its creation, or its start, a task was finished. */
export const leadSeconds = sql<number>`date_part('epoch', t.completed_at - t.created_at)`;
export const cycleSeconds = sql<number>`date_part('epoch', t.completed_at - t.started_at)`;

/** Conditions that only the lists behind analytics use. */
function duringTimes(filter: TaskFilter): RawBuilder<boolean>[] {
  const limits: [value: string | number | undefined, condition: RawBuilder<boolean>][] = [
    [filter.createdFrom, sql<boolean>`t.created_at >= ${filter.createdFrom}::timestamptz`],
    [filter.createdBefore, sql<boolean>`t.created_at < ${filter.createdBefore}::timestamptz`],
    [filter.doneFrom, sql<boolean>`t.completed_at >= ${filter.doneFrom}::timestamptz`],
    [filter.doneBefore, sql<boolean>`t.completed_at < ${filter.doneBefore}::timestamptz`],
    [filter.leadFrom, sql<boolean>`${leadSeconds} >= ${filter.leadFrom}::float8`],
    [filter.leadBefore, sql<boolean>`${leadSeconds} < ${filter.leadBefore}::float8`],
    [filter.cycleFrom, sql<boolean>`${cycleSeconds} >= ${filter.cycleFrom}::float8`],
    [filter.cycleBefore, sql<boolean>`${cycleSeconds} < ${filter.cycleBefore}::float8`],
    [
      filter.was?.length ? filter.wasAt : undefined,
      sql<boolean>`EXISTS (SELECT FROM task_status_spans s WHERE s.task_id = t.id AND s.status = ANY(${filter.was ?? []}::text[])
        AND s.entered_at < ${filter.wasAt}::timestamptz
        AND (s.left_at IS NULL OR s.left_at >= ${filter.wasAt}::timestamptz))`,
    ],
  ];
  return limits.flatMap(([value, condition]) => (value === undefined ? [] : [condition]));
}

function isInScope(viewerId: string, scope: TaskFilter["scope"]): RawBuilder<boolean> {
  if (scope === "created") return sql`t.created_by = ${viewerId}`;
  if (scope === "assigned") return sql`t.assignee_id = ${viewerId}`;
  if (scope === "my") return sql`(t.created_by = ${viewerId} OR t.assignee_id = ${viewerId})`;
  return sql`TRUE`;
}

/**
 * SQL: the title or the description contains the text, ignoring case. The index needs three letters in a row; for
 * fewer, PostgreSQL would read the whole index, which takes longer than checking each task.
 */
function isInText(text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const folded = /[\p{L}\p{N}]{3}/u.test(text) ? sql`t.folded` : sql`(t.folded || '')`;
  return sql<boolean>`${folded} LIKE lower(${pattern})`;
}
