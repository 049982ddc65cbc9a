import { undoOfferedMs } from "@atoll/contract/changes/limits";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { openTaskStatuses, type TaskPriority } from "@atoll/contract/tasks/limits";
import { type RawBuilder, sql } from "kysely";
import {
  type EntryColumns,
  type NotificationDefinition,
  namesInWords,
  type StoredNotification,
  type WordSources,
} from "../../../platform/kinds/notification-kinds.ts";
import { namedPeople } from "../../../platform/kinds/notification-words.ts";
import { openStatuses } from "../queries.ts";
import { isReadableBy } from "../readable.ts";

/** Words the title of one entry from its actor and the task's title. */
type Say = (actor: string, title: string, entry: StoredNotification, due: Date) => string;

/** Wording and filter for a notification about several tasks. */
interface Many {
  /** Words the title for several tasks. */
  say: (actor: string, howMany: number) => string;
  /** The filter of the list that it opens, in addition to the tasks. */
  query: string;
}

/** The kinds that guests of a task are notified of. */
const ofGuests: ReadonlySet<NotificationKind> = new Set([
  "task.assigned",
  "task.mention",
  "task.comment",
  "task.due-tomorrow",
  "task.overdue",
]);

/**
 * The kinds of notifications about tasks. An entry stays as long as it is true: it disappears from a person's inbox
 * when the task is no longer assigned to them, such as after an undo.
 */
export const taskNotificationDefinitions: readonly NotificationDefinition[] = [
  ofTask(
    "task.assigned",
    (actor, title) => `${actor} gave you “${title}”`,
    ({ userId }) => sql`t.assignee_id = ${userId}`,
    { say: (actor, howMany) => `${actor} assigned you ${howMany} tasks`, query: "scope=assigned&status=all" },
  ),
  ofTask("task.mention", (actor, title) => `${actor} mentioned you on “${title}”`),
  ofTask("task.comment", (actor, title, { count }) =>
    count > 1 ? `${actor} wrote ${count} comments on “${title}”` : `${actor} commented on “${title}”`,
  ),
  ofTask(
    "task.done",
    (actor, title) => `${actor} finished “${title}”`,
    () => sql`t.status = 'done'`,
    { say: (actor, howMany) => `${actor} finished ${howMany} of your tasks`, query: "status=done" },
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
    {
      say: (_actor, howMany) => `Nothing holds up ${howMany} of your tasks any more`,
      query: `status=${openTaskStatuses.join()}`,
    },
  ),
];

/** The kinds that may need an update after a task has changed. */
export const taskKindNames: readonly NotificationKind[] = taskNotificationDefinitions.map(({ kind }) => kind);

function ofTask(
  kind: NotificationKind,
  say: Say,
  isTrue: (entry: Pick<EntryColumns, "userId">) => RawBuilder<unknown> = () => sql`true`,
  many?: Many,
): NotificationDefinition {
  const isSeen = ({ userId }: Pick<EntryColumns, "userId">) =>
    sql<boolean>`${isTrue({ userId })} AND ${isReadableBy(userId, "t", "whole")}`;
  return {
    kind,
    ...(ofGuests.has(kind) && { isForGuests: true }),
    canBeTakenBackMs: undoOfferedMs,
    audience: namedPeople(kind === "task.mention" ? "named" : "concerned"),
    isReadable: (entry) => {
      const ofOne = sql<boolean>`EXISTS (SELECT FROM tasks t LEFT JOIN tasks whole ON whole.id = t.parent_id
        WHERE t.id = ${entry.subjectId} AND ${isSeen(entry)} LIMIT 1)`;
      if (!many) return ofOne;
      return sql<boolean>`(${ofOne} OR EXISTS (SELECT FROM task_told_together b JOIN tasks t ON t.id = b.task_id
        LEFT JOIN tasks whole ON whole.id = t.parent_id
        WHERE b.id = ${entry.subjectId} AND b.user_id = ${entry.userId} AND ${isSeen(entry)} LIMIT 1))`;
    },
    async inWords(sources, entries) {
      const [actors, tasks, together] = await Promise.all([
        sources.people.of(entries.flatMap(({ actorIds, userId }) => [...actorIds, userId])),
        findTasks(sources, entries),
        many ? findMany(sources, entries, isSeen) : new Map<string, FoundMany>(),
      ]);
      return new Map(
        entries.flatMap((entry) => {
          const names = entry.actorIds.flatMap((id) => actors.get(id)?.name ?? []);
          const actor = namesInWords(names.slice(0, 2), names.length);
          const several = together.get(entry.subjectId);
          if (many && several && several.count > 1) {
            const link = `/tasks?view=list&department=all&parents=all&${many.query}&told=${entry.subjectId}`;
            return [[entry.id, { title: many.say(actor, several.count), link }] as const];
          }
          const task = several ?? tasks.get(entry.subjectId);
          if (!task) return [];
          const words = {
            title: say(actor, task.title, entry, task.due),
            excerpt: kind === "task.assigned" && task.hasDue ? `Due on ${dayAndMonth.format(task.due)}` : "",
            link: `/tasks?task=${task.id}`,
            // Guests do not see it on the task either.
            ...(!actors.get(entry.userId)?.isGuest && { priority: task.priority }),
          };
          return [[entry.id, words] as const];
        }),
      );
    },
  };
}

/** SQL: the entry's recipient was notified of the task's current due date, and the task is still theirs to do. */
function isToldStill({ userId }: Pick<EntryColumns, "userId">, kind: NotificationKind): RawBuilder<boolean> {
  return sql<boolean>`t.status IN ${openStatuses} AND coalesce(t.assignee_id, t.created_by) = ${userId}
    AND EXISTS (SELECT FROM task_due_told told WHERE told.task_id = t.id AND told.user_id = ${userId}
      AND told.kind = ${sql.lit(kind)} AND told.due_date = t.due_date LIMIT 1)`;
}

const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

interface Found {
  id: string;
  title: string;
  priority: TaskPriority;
  due: Date;
  hasDue: boolean;
}

/** Several tasks of one notification, and the title of one of them for when no other is left. */
interface FoundMany extends Found {
  count: number;
}

/** The start of the due date in UTC. Only kinds that need a due date read it. */
const dueColumn = sql<Date>`coalesce(t.due_date, '1970-01-01')::timestamp AT TIME ZONE 'UTC'`;

async function findTasks(
  { db }: WordSources,
  entries: readonly StoredNotification[],
): Promise<Map<string, Found>> {
  const { rows } = await sql<Found>`
    SELECT t.id, t.title, t.priority, ${dueColumn} AS due, t.due_date IS NOT NULL AS "hasDue" FROM tasks t
    WHERE t.id = ANY(${entries.map(({ subjectId }) => subjectId)}::uuid[]) AND t.deleted_at IS NULL`.execute(
    db,
  );
  return new Map(rows.map((task) => [task.id, task]));
}

async function findMany(
  { db }: WordSources,
  entries: readonly StoredNotification[],
  isSeen: (entry: Pick<EntryColumns, "userId">) => RawBuilder<boolean>,
): Promise<Map<string, FoundMany>> {
  const { rows } = await sql<FoundMany & { togetherId: string }>`
    SELECT DISTINCT ON (b.id) b.id AS "togetherId", t.id, t.title, t.priority, ${dueColumn} AS due,
      t.due_date IS NOT NULL AS "hasDue", (count(*) OVER (PARTITION BY b.id))::int AS count
    FROM task_told_together b JOIN tasks t ON t.id = b.task_id LEFT JOIN tasks whole ON whole.id = t.parent_id
    WHERE b.id = ANY(${entries.map(({ subjectId }) => subjectId)}::uuid[]) AND ${isSeen({ userId: sql<string>`b.user_id` })}
    ORDER BY b.id, t.id`.execute(db);
  return new Map(rows.map(({ togetherId, ...found }) => [togetherId, found]));
}
