import type { Person } from "@atoll/contract/people/schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { isUuid } from "@atoll/contract/uuid";
import type { People } from "../people/public.ts";
import { presentCycleOf } from "./cycles/cycle-queries.ts";
import type { TaskRow } from "./queries.ts";
import { presentState } from "./states/state-lists.ts";

/** Returns tasks as people who may read them see them. */
export async function presentTasks(people: People, rows: readonly TaskRow[]): Promise<Task[]> {
  const known = await people.of(
    rows.flatMap((row) => [row.created_by, row.assignee_id ?? row.created_by, ...personsOf(row)]),
  );
  return rows.map((row) => presentTask(known, row));
}

/** Returns one task, with people from those already loaded. */
export function presentTask(known: ReadonlyMap<string, Person>, row: TaskRow): Task {
  const createdBy = known.get(row.created_by);
  if (!createdBy) throw new Error(`nobody is known who created the task ${row.id}`);
  return {
    id: row.id,
    title: row.title,
    note: row.note,
    status: row.status,
    state: presentState(row.state),
    rank: row.rank,
    priority: row.priority,
    startsOn: row.starts_on,
    due: presentDue(row),
    recurrence: row.recurrence && { ...row.recurrence, weekdays: [...row.recurrence.weekdays] },
    tags: row.tags,
    isUrgent: row.is_urgent,
    estimateMinutes: row.estimate_minutes,
    trackedMinutes: row.tracked_minutes,
    cycle: presentCycleOf(row.cycle),
    fields: row.fields,
    ...(Object.keys(row.formula_faults).length > 0 && { fieldFaults: row.formula_faults }),
    fieldPeople: personsOf(row).flatMap((id) => known.get(id) ?? []),
    createdBy,
    assignee: (row.assignee_id && known.get(row.assignee_id)) || null,
    watcherIds: row.watcher_ids,
    departmentId: row.department_id,
    parentId: row.parent_id,
    sourceMessageId: row.source_message_id,
    commentCount: row.comment_count,
    attachmentCount: row.link_count + row.file_count,
    subtasks: { done: row.subtasks_done, total: row.subtask_count },
    blockedBy: row.blocked_by,
    blocks: row.blocks,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
  };
}

/** The IDs in the fields of a task: only those of people are UUIDs. */
export function personsOf({ fields }: Pick<TaskRow, "fields">): string[] {
  return Object.values(fields).filter((value) => typeof value === "string" && isUuid(value)) as string[];
}

export function presentDue(row: Pick<TaskRow, "due_date" | "due_time" | "due_zone">): Task["due"] {
  const { due_date: date, due_time: time, due_zone: zone } = row;
  return date === null ? null : { date, clock: time !== null && zone !== null ? { time, zone } : null };
}
