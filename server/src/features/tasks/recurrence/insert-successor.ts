import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { lastOccurrence, nextOccurrence, type Recurrence } from "@atoll/contract/tasks/recurrence";
import { addDays, daysFrom } from "@atoll/contract/zones";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { FieldChange } from "../../../platform/changes/field.ts";
import { personsIn } from "../../../platform/fields/field-cell.ts";
import type { Database } from "../../../tables.ts";
import { columnsOf, recurrenceColumns } from "../changes/columns.ts";
import { type LockedTask, lockTasks } from "../changes/locked-task.ts";
import { fitValues, readFieldSets } from "../own-fields/field-sets.ts";
import { lockColumns, ranksOnArrival } from "../ranks.ts";

const status: TaskStatus = "todo";

/** The newest task of a series, with its row locked. */
export type SeriesHead = LockedTask & { recurrence: Recurrence };

export function isSeriesHead(task: LockedTask): task is SeriesHead {
  return task.recurrence !== null;
}

/**
 * Returns the due date of the next task of a series. If it is counted from completion, that is the day on which the
 * task was finished. On schedule it is the first day that is not past, or with `isAlsoPast` the latest past day, if
 * there is one.
 */
export function nextDay(
  { recurrence }: SeriesHead,
  today: string,
  { isAlsoPast = false } = {},
): string | null {
  if (recurrence.from === "completion") return nextOccurrence({ ...recurrence, anchor: today }, today);
  const next = nextOccurrence(recurrence, recurrence.day);
  if (next === null || next >= today) return next;
  const coming = nextOccurrence(recurrence, addDays(today, -1));
  if (!isAlsoPast) return coming;
  return coming === today ? coming : lastOccurrence(recurrence, today);
}

/**
 * Creates the next task of a series, once. It takes over the recurrence, text, people, tags, requirements and links,
 * and copies of the sub-tasks as open. Comments stay with the previous task. The definitions of own fields must be locked.
 * @returns the recorded changes; empty if the series already has a task on this day.
 */
export async function insertSuccessor(tx: Database, head: SeriesHead, day: string): Promise<FieldChange[]> {
  const parts = (await lockTasks(tx, await partIds(tx, head.id))).filter(
    ({ deleted_at }) => deleted_at === null,
  );
  await lockColumns(tx, [status]);
  const [rank = "", ...ranks] = await ranksOnArrival(tx, status, parts.length + 1);
  const recurrence: Recurrence = {
    ...head.recurrence,
    ...(head.recurrence.from === "completion" ? { anchor: day } : {}),
    day,
  };
  const id = uuidv7();
  const movedDays = daysFrom(head.recurrence.day, day);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("tasks")
    .values({
      ...copyOf(head, id, rank, dueOn(head, day)),
      starts_on: startBefore(head, day),
      ...recurrenceColumns(recurrence),
      series_id: head.series_id,
      occurrence: day,
    })
    .onConflict((conflict) =>
      conflict.columns(["series_id", "occurrence"]).where("series_id", "is not", null).doNothing(),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return [];
  await tx.updateTable("tasks").set(recurrenceColumns(null)).where("id", "=", head.id).execute();
  await copyAround(tx, head.id, id);
  const made = [{ taskId: id, from: head.id }];
  for (const [index, part] of parts.entries()) {
    const partId = uuidv7();
    const due = part.due_date === null ? null : dueOn(part, addDays(part.due_date, movedDays));
    await tx
      .insertInto("tasks")
      .values({
        ...copyOf(part, partId, ranks[index] ?? "", due),
        starts_on: part.starts_on === null ? null : addDays(part.starts_on, movedDays),
        parent_id: id,
      })
      .execute();
    await copyAround(tx, part.id, partId);
    made.push({ taskId: partId, from: part.id });
  }
  const madeIds = made.map(({ taskId }) => taskId);
  await dropUnavailable(tx, madeIds);
  await fitFields(tx, [head, ...parts], madeIds);
  return [
    { subjectId: head.id, field: "successor", before: head.recurrence, after: { id, day } },
    ...made.map(({ taskId, from }) => ({
      subjectId: taskId,
      field: "created",
      before: null,
      after: { from },
    })),
  ];
}

async function partIds(tx: Database, taskId: string): Promise<string[]> {
  const rows = await tx.selectFrom("tasks").select("id").where("parent_id", "=", taskId).execute();
  return rows.map(({ id }) => id);
}

function dueOn({ due_time, due_zone }: LockedTask, date: string) {
  return { date, clock: due_time && due_zone ? { time: due_time, zone: due_zone } : null };
}

/** Returns the start of the next task: as long before its due date as that of the last one. */
function startBefore({ starts_on, due_date }: LockedTask, day: string): string | null {
  return starts_on === null || due_date === null ? null : addDays(day, -daysFrom(starts_on, due_date));
}

function copyOf(task: LockedTask, id: string, rank: string, due: ReturnType<typeof dueOn> | null) {
  return {
    ...columnsOf({
      due,
      priority: task.priority,
      tags: task.tags,
      estimate: task.estimate_minutes,
      assignee: task.assignee_id,
      department: task.department_id,
    }),
    id,
    title: task.title,
    description: task.description,
    fields: JSON.stringify(task.fields),
    status,
    rank,
    created_by: task.created_by,
    // The server generates the ID, so no request repeats it.
    sent_hash: Buffer.from(id),
  };
}

/** Copies the watchers, requirements and links of a task. */
async function copyAround(tx: Database, fromId: string, toId: string): Promise<void> {
  await sql`INSERT INTO task_watchers (task_id, user_id)
    SELECT ${toId}, user_id FROM task_watchers WHERE task_id = ${fromId}`.execute(tx);
  await sql`INSERT INTO task_requirements (id, task_id, name, kind, url, notes, created_at)
    SELECT uuidv7(), ${toId}, name, kind, url, notes, created_at FROM task_requirements
    WHERE task_id = ${fromId}`.execute(tx);
  await sql`INSERT INTO task_links (id, task_id, added_by, url, filename, created_at)
    SELECT uuidv7(), ${toId}, added_by, url, filename, created_at FROM task_links
    WHERE task_id = ${fromId}`.execute(tx);
}

/**
 * Leaves out of new tasks the values that fit their fields no longer, and people who have since left. Their definitions
 * must be locked, so that no option is renamed at the same time.
 */
async function fitFields(
  tx: Database,
  copied: readonly Pick<LockedTask, "fields">[],
  taskIds: readonly string[],
): Promise<void> {
  if (copied.every(({ fields }) => Object.keys(fields).length === 0)) return;
  const sets = await readFieldSets(tx);
  const fields = sets.flatMap((set) => set.fields);
  const named = copied.flatMap((task) => personsIn(fields, task.fields));
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM accounts WHERE id = ANY(${named}::uuid[]) AND disabled_at IS NULL`.execute(tx);
  const available = new Set(rows.map(({ id }) => id));
  for (const [index, task] of copied.entries()) {
    const kept = Object.entries(fitValues(sets, task.fields)).filter(([name]) =>
      personsIn(
        fields.filter((field) => field.name === name),
        task.fields,
      ).every((id) => available.has(id)),
    );
    await tx
      .updateTable("tasks")
      .set({ fields: JSON.stringify(Object.fromEntries(kept)) })
      .where("id", "=", taskIds[index] ?? "")
      .execute();
  }
}

/** Removes people who have since left from new tasks, and guests, who were invited to the last one. */
async function dropUnavailable(tx: Database, taskIds: readonly string[]): Promise<void> {
  await sql`UPDATE tasks SET assignee_id = NULL WHERE id = ANY(${[...taskIds]}::uuid[])
    AND NOT EXISTS (SELECT FROM accounts a WHERE a.id = tasks.assignee_id AND a.disabled_at IS NULL AND a.guest_until IS NULL)`.execute(
    tx,
  );
}
