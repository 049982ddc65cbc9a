import type { Person } from "@atoll/contract/people/schemas";
import type { OpenTask, Task, TaskReference } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import type { People } from "../people/access.ts";
import {
  type OpenTaskRow,
  openStatuses,
  type ReferenceRow,
  selectReferences,
  type TaskRow,
} from "./queries.ts";
import { isReadable } from "./readable.ts";

/** Tasks as those who may read them see them. */
export async function presentTasks(people: People, rows: readonly TaskRow[]): Promise<Task[]> {
  const known = await people.of(rows.flatMap((row) => [row.created_by, row.assignee_id ?? row.created_by]));
  return rows.map((row) => presentTask(known, row));
}

function presentTask(known: ReadonlyMap<string, Person>, row: TaskRow): Task {
  const createdBy = known.get(row.created_by);
  if (!createdBy) throw new Error(`nobody is known who created the task ${row.id}`);
  return {
    id: row.id,
    title: row.title,
    note: row.note,
    status: row.status,
    rank: row.rank,
    priority: row.priority,
    due: presentDue(row),
    tags: row.tags,
    isUrgent: row.is_urgent,
    createdBy,
    assignee: (row.assignee_id && known.get(row.assignee_id)) || null,
    watcherIds: row.watcher_ids,
    departmentId: row.department_id,
    parentId: row.parent_id,
    sourceMessageId: row.source_message_id,
    commentCount: row.comment_count,
    attachmentCount: row.link_count,
    subtasks: { done: row.subtasks_done, total: row.subtask_count },
    blockedBy: row.blocked_by,
    blocks: row.blocks,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}

/** A task with everything about it. Of the tasks around it only those are named that the viewer may read. */
export async function presentOpenTask(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  row: OpenTaskRow,
): Promise<OpenTask> {
  const around = selectReferences(db)
    .select([
      sql<boolean>`t.id = ${row.parent_id}::uuid`.as("is_parent"),
      sql<boolean>`t.parent_id = ${row.id}::uuid`.as("is_subtask"),
      sql<boolean>`EXISTS (SELECT FROM task_dependencies d WHERE d.blocked_id = ${row.id} AND d.blocker_id = t.id)`.as(
        "is_blocker",
      ),
      sql<boolean>`EXISTS (SELECT FROM task_dependencies d WHERE d.blocker_id = ${row.id} AND d.blocked_id = t.id)`.as(
        "is_blocked",
      ),
    ])
    .where(sql<boolean>`t.id IN (SELECT ${row.parent_id}::uuid
      UNION SELECT id FROM tasks WHERE parent_id = ${row.id}
      UNION SELECT blocker_id FROM task_dependencies WHERE blocked_id = ${row.id}
      UNION SELECT blocked_id FROM task_dependencies WHERE blocker_id = ${row.id})`)
    .where(isReadable(viewer))
    .orderBy(sql`t.status NOT IN ${openStatuses}`)
    .orderBy("t.created_at")
    .orderBy("t.id");
  const references = await around.execute();
  const known = await people.of([
    row.created_by,
    ...(row.assignee_id ? [row.assignee_id] : []),
    ...row.watcher_ids,
    ...references.flatMap(({ assignee_id }) => assignee_id ?? []),
  ]);
  const present = (chosen: typeof references) =>
    chosen.map((reference) => presentReference(known, reference));
  return {
    ...presentTask(known, row),
    description: row.description,
    descriptionVersion: row.description_version,
    watchers: row.watcher_ids.flatMap((id) => known.get(id) ?? []),
    parent: present(references.filter(({ is_parent }) => is_parent))[0] ?? null,
    subtaskList: present(references.filter(({ is_subtask }) => is_subtask)),
    blockedByList: present(references.filter(({ is_blocker }) => is_blocker)),
    blocksList: present(references.filter(({ is_blocked }) => is_blocked)),
  };
}

function presentReference(known: ReadonlyMap<string, Person>, row: ReferenceRow): TaskReference {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    due: presentDue(row),
    assignee: (row.assignee_id && known.get(row.assignee_id)) || null,
  };
}

function presentDue(row: Pick<TaskRow, "due_date" | "due_time" | "due_zone">): Task["due"] {
  const { due_date: date, due_time: time, due_zone: zone } = row;
  return date === null ? null : { date, clock: time !== null && zone !== null ? { time, zone } : null };
}
