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
type Say = (actor: string, title: string, entry: ToldEntry) => string;

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
    audience: ({ people }) => sql`
      SELECT id, ${kind === "task.mention" ? "named" : "concerned"} AS reason FROM unnest(${[...people]}::uuid[]) AS p (id)`,
    isReadable: (entry) => sql<boolean>`EXISTS (
      SELECT FROM tasks t LEFT JOIN tasks whole ON whole.id = t.parent_id
      WHERE t.id = ${entry.subjectId} AND t.deleted_at IS NULL AND ${isTrue(entry)}
        AND (${isOf(entry, "t")} OR ${isOf(entry, "whole")}) LIMIT 1)`,
    async inWords(sources, entries) {
      const [actors, titles] = await findNames(sources, entries);
      return new Map(
        entries.flatMap((entry) => {
          const title = titles.get(entry.subjectId);
          if (title === undefined) return [];
          const names = entry.actorIds.flatMap((id) => actors.get(id)?.name ?? []);
          const words = {
            title: say(namesInWords(names.slice(0, 2), names.length), title, entry),
            link: `/tasks?task=${entry.subjectId}`,
          };
          return [[entry.id, words] as const];
        }),
      );
    },
  };
}

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
    sql<{ id: string; title: string }>`
      SELECT id, title FROM tasks WHERE id = ANY(${taskIds}::uuid[]) AND deleted_at IS NULL`.execute(db),
  ]);
  return [actors, new Map(rows.map(({ id, title }) => [id, title]))] as const;
}
