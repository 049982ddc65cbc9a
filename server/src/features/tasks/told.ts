import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import { type RawBuilder, sql } from "kysely";
import {
  type EntryColumns,
  namesInWords,
  type ToldEntry,
  type ToldKind,
  type WordSources,
} from "../../platform/notification-kinds.ts";
import { openStatuses } from "./queries.ts";

/** In the words of one entry: who did it, and to which task. */
type Say = (actor: string, title: string, entry: ToldEntry, due: Date) => string;

/** The toast that takes a change back is shown for so long. */
const undoOfferedMs = 10_000;

/**
 * What people are told of tasks. An entry stands as long as it is true: who was given a task and does not have it any
 * more, also because the giving was taken back, has none.
 */
export const taskToldKinds: readonly ToldKind[] = [
  ofTask(
    "task.assigned",
    (actor, title) => `${actor} gave you “${title}”`,
    ({ userId }) => sql`t.assignee_id = ${userId}`,
  ),
  ofTask("task.mention", (actor, title) => `${actor} mentioned you on “${title}”`),
  ofTask("task.comment", (actor, title, { count }) =>
    count > 1 ? `${actor} wrote ${count} comments on “${title}”` : `${actor} commented on “${title}”`,
  ),
  ofTask(
    "task.done",
    (actor, title) => `${actor} finished “${title}”`,
    () => sql`t.status = 'done'`,
  ),
  ofTask(
    "task.due-tomorrow",
    (_actor, title, _entry, due) => `“${title}” is due tomorrow, ${dayAndMonth.format(due)}`,
    (entry) => sql`${isToldStill(entry, "task.due-tomorrow")}
      AND NOT EXISTS (SELECT FROM task_due_told later WHERE later.task_id = t.id AND later.user_id = ${entry.userId}
        AND later.kind = 'task.overdue' AND later.due_date = t.due_date LIMIT 1)`,
  ),
  ofTask(
    "task.overdue",
    (_actor, title, _entry, due) => `“${title}” was due on ${dayAndMonth.format(due)}`,
    (entry) => sql`${isToldStill(entry, "task.overdue")} AND (t.due_at IS NULL OR t.due_at <= now())`,
  ),
  ofTask(
    "task.unblocked",
    (_actor, title) => `Nothing holds up “${title}” any more`,
    () => sql`t.status IN ${openStatuses} AND NOT EXISTS (
      SELECT FROM task_dependencies d JOIN tasks o ON o.id = d.blocker_id
      WHERE d.blocked_id = t.id AND o.deleted_at IS NULL AND o.status IN ${openStatuses} LIMIT 1)`,
  ),
];

/** Those that may read differently once something about a task was changed. */
export const taskKindNames: readonly NotificationKind[] = taskToldKinds.map(({ kind }) => kind);

function ofTask(
  kind: NotificationKind,
  say: Say,
  isTrue: (entry: EntryColumns) => RawBuilder<unknown> = () => sql`true`,
): ToldKind {
  return {
    kind,
    canBeTakenBackMs: undoOfferedMs,
    audience: ({ people }) => sql`
      SELECT id, ${kind === "task.mention" ? "named" : "concerned"} AS reason FROM unnest(${[...people]}::uuid[]) AS p (id)`,
    isReadable: (entry) => sql<boolean>`EXISTS (
      SELECT FROM tasks t LEFT JOIN tasks whole ON whole.id = t.parent_id
      WHERE t.id = ${entry.subjectId} AND t.deleted_at IS NULL AND ${isTrue(entry)}
        AND (${isOf(entry, "t")} OR ${isOf(entry, "whole")}) LIMIT 1)`,
    async inWords(sources, entries) {
      const [actors, tasks] = await findNames(sources, entries);
      return new Map(
        entries.flatMap((entry) => {
          const task = tasks.get(entry.subjectId);
          if (!task) return [];
          const names = entry.actorIds.flatMap((id) => actors.get(id)?.name ?? []);
          const words = {
            title: say(namesInWords(names.slice(0, 2), names.length), task.title, entry, task.due),
            link: `/tasks?task=${entry.subjectId}`,
          };
          return [[entry.id, words] as const];
        }),
      );
    },
  };
}

/** SQL: the entry's person was told of the date that the task has now, and it is still theirs to do. */
function isToldStill({ userId }: EntryColumns, kind: NotificationKind): RawBuilder<boolean> {
  return sql<boolean>`t.status IN ${openStatuses} AND coalesce(t.assignee_id, t.created_by) = ${userId}
    AND EXISTS (SELECT FROM task_due_told told WHERE told.task_id = t.id AND told.user_id = ${userId}
      AND told.kind = ${sql.lit(kind)} AND told.due_date = t.due_date LIMIT 1)`;
}

const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** SQL: the entry's person has a part in the task of this alias. As `isReadable` of tasks, of many people at once. */
function isOf({ userId }: EntryColumns, alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column("created_by")} = ${userId} OR ${column("assignee_id")} = ${userId}
    OR EXISTS (SELECT FROM task_watchers w WHERE w.task_id = ${column("id")} AND w.user_id = ${userId} LIMIT 1)
    OR EXISTS (SELECT FROM user_departments ud
      WHERE ud.department_id = ${column("department_id")} AND ud.user_id = ${userId} LIMIT 1))`;
}

async function findNames({ db, people }: WordSources, entries: readonly ToldEntry[]) {
  const taskIds = entries.map(({ subjectId }) => subjectId);
  const [actors, { rows }] = await Promise.all([
    people.of(entries.flatMap(({ actorIds }) => actorIds)),
    // The beginning of the day, as UTC counts it: only kinds that need a due date look at it.
    sql<{ id: string; title: string; due: Date }>`
      SELECT id, title, coalesce(due_date, '1970-01-01')::timestamp AT TIME ZONE 'UTC' AS due FROM tasks WHERE id = ANY(${taskIds}::uuid[]) AND deleted_at IS NULL`.execute(
      db,
    ),
  ]);
  return [actors, new Map(rows.map((task) => [task.id, task]))] as const;
}
