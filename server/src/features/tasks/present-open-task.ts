import type { Person } from "@atoll/contract/people/schemas";
import type { OpenTask, TaskReference } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { presentAttachment } from "../files/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import type { People } from "../people/public.ts";
import { fieldsOf, otherFieldsOf, readFieldSets } from "./own-fields/field-sets.ts";
import { personsOf, presentDue, presentTask } from "./present.ts";
import {
  type OpenTaskRow,
  openStatuses,
  type ReferenceRow,
  selectLinks,
  selectReferences,
  selectRequirements,
} from "./queries.ts";
import { isReadable } from "./readable.ts";
import { presentState } from "./states/state-lists.ts";

/** Returns a task with all details. Related tasks are only named if the viewer may read them. */
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
  const [references, requirements, links, sets] = await Promise.all([
    around.execute(),
    selectRequirements(db, row.id),
    selectLinks(db, row.id),
    readFieldSets(db),
  ]);
  const known = await people.of([
    row.created_by,
    ...(row.assignee_id ? [row.assignee_id] : []),
    ...row.watcher_ids,
    ...personsOf(row),
    ...references.flatMap(({ assignee_id }) => assignee_id ?? []),
    ...links.map(({ added_by }) => added_by),
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
    requirements: requirements.map(({ created_at, ...requirement }) => ({
      ...requirement,
      createdAt: created_at.toISOString(),
    })),
    links: links.flatMap(({ added_by, created_at, ...link }) => {
      const addedBy = known.get(added_by);
      return addedBy ? [{ ...link, addedBy, createdAt: created_at.toISOString() }] : [];
    }),
    attachments: row.files?.map(presentAttachment) ?? [],
    ownFields: fieldsOf(sets, row.department_id),
    ...(row.has_guests && { hasGuests: true as const }),
    otherFields: otherFieldsOf(sets, { departmentId: row.department_id, values: row.fields }),
  };
}

/** Returns the tasks with these IDs that the viewer may read, in the order of the IDs. */
export async function findTaskReferences(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  taskIds: readonly string[],
): Promise<TaskReference[]> {
  if (taskIds.length === 0) return [];
  const rows = await selectReferences(db)
    .where(sql<boolean>`t.id = ANY(${taskIds}::uuid[])`)
    .where(isReadable(viewer))
    .execute();
  const known = await people.of(rows.flatMap(({ assignee_id }) => assignee_id ?? []));
  const byId = new Map(rows.map((row) => [row.id, presentReference(known, row)]));
  return taskIds.flatMap((id) => byId.get(id) ?? []);
}

/** Returns enough of a task to name it. */
export function presentReference(known: ReadonlyMap<string, Person>, row: ReferenceRow): TaskReference {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    state: presentState(row.state),
    due: presentDue(row),
    assignee: (row.assignee_id && known.get(row.assignee_id)) || null,
  };
}
