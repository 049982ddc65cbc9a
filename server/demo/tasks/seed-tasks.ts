import { nextOccurrence } from "@atoll/contract/tasks/recurrence";
import { generateNKeysBetween } from "fractional-indexing";
import { sql } from "kysely";
import type { Database } from "../../src/tables.ts";
import type { DemoCompany } from "../types.ts";
import type { DemoTask } from "./generate-tasks.ts";

/** Writes the tasks as they would lie there if everything in them had happened. People and departments have to be there. */
export async function seedTasks(
  tx: Database,
  { departments }: DemoCompany,
  tasks: DemoTask[],
): Promise<void> {
  const nameOf = new Map(departments.map(({ key, name }) => [key, name]));
  const rows = withRanks(tasks).map((task) => ({
    id: task.id,
    title: task.title,
    description: task.note,
    status: task.last.status,
    rank: task.rank,
    priority: task.priority,
    starts_on: task.start,
    due_date: task.due,
    tags: task.tags,
    created_by: task.creatorId,
    assignee_id: task.assigneeId,
    department: nameOf.get(task.department) ?? task.department,
    created_at: task.first.at,
    updated_at: task.last.at,
    started_at:
      task.steps.find(({ status }) => status === "in_progress" || status === "in_review")?.at ?? null,
    ...recurrenceOf(task),
    completed_at: task.steps.find(({ status }) => status === "done")?.at ?? null,
    version: task.steps.length,
  }));
  await sql`INSERT INTO tasks (id, title, description, status, rank, priority, starts_on, due_date, tags, created_by,
      assignee_id, department_id, created_at, updated_at, started_at, completed_at, version, recurrence, series_id, occurrence,
      recurs_on, sent_hash)
    SELECT t.id, t.title, t.description, t.status, t.rank, t.priority, t.starts_on, t.due_date,
      ARRAY(SELECT jsonb_array_elements_text(t.tags)), t.created_by, t.assignee_id, d.id, t.created_at, t.updated_at,
      t.started_at, t.completed_at, t.version, t.recurrence, t.series_id, t.occurrence, t.recurs_on, '\\x00'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t (id uuid, title text, description text, status text,
      rank text, priority text, starts_on date, due_date date, tags jsonb, created_by uuid, assignee_id uuid, department text,
      created_at timestamptz, updated_at timestamptz, started_at timestamptz, completed_at timestamptz, version int,
      recurrence jsonb, series_id uuid, occurrence date, recurs_on date)
    JOIN departments d ON d.name = t.department`.execute(tx);
  await seedDependencies(tx, tasks);
  await seedHistory(tx, tasks);
}

async function seedDependencies(tx: Database, tasks: DemoTask[]): Promise<void> {
  const idOf = new Map(tasks.map(({ id, title }) => [title, id]));
  const pairs = tasks.flatMap(({ id, waitsFor }) => {
    const blockerId = waitsFor && idOf.get(waitsFor);
    return blockerId ? [{ blocked_id: id, blocker_id: blockerId }] : [];
  });
  await tx.insertInto("task_dependencies").values(pairs).execute();
}

/** A recurring task repeats from its due date. */
function recurrenceOf({ id, due, repeats }: DemoTask) {
  if (!repeats || due === null) return {};
  const recurrence = { ...repeats, from: "schedule" as const, anchor: due, day: due };
  return { recurrence, series_id: id, occurrence: due, recurs_on: nextOccurrence(recurrence, due) };
}

/** In each status they stand in the order that they come in. */
function withRanks(tasks: DemoTask[]) {
  const found = tasks.map((task) => {
    const [first] = task.steps;
    const last = task.steps.at(-1);
    if (!first || !last) throw new Error(`demo: nothing ever happened to "${task.title}"`);
    return { ...task, first, last };
  });
  const byStatus = Object.groupBy(found, ({ last }) => last.status);
  return Object.values(byStatus).flatMap((column) => {
    const ranks = generateNKeysBetween(null, null, column.length);
    return column.map((task, index) => ({ ...task, rank: ranks[index] ?? "" }));
  });
}

async function seedHistory(tx: Database, tasks: DemoTask[]): Promise<void> {
  const steps = tasks.flatMap(({ id, steps }) =>
    steps.map((step, index) => ({
      task_id: id,
      status: step.status,
      at: step.at,
      left_at: steps[index + 1]?.at ?? null,
      before: steps[index - 1]?.status ?? null,
      by: step.byId,
    })),
  );
  // The table's own trigger has noted that they came today.
  await sql`DELETE FROM task_status_spans WHERE task_id = ANY(${tasks.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  );
  await sql`WITH steps AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      AS s (task_id uuid, status text, at timestamptz, left_at timestamptz, before text, by uuid)),
    spans AS (INSERT INTO task_status_spans (task_id, status, entered_at, left_at)
      SELECT task_id, status, at, left_at FROM steps ORDER BY at)
    INSERT INTO object_changes (change_id, subject_kind, subject_id, actor_id, at, field, before, after)
    SELECT gen_random_uuid(), 'task', task_id, by, at, CASE WHEN before IS NULL THEN 'created' ELSE 'status' END,
      coalesce(to_jsonb(before), 'null'), CASE WHEN before IS NULL THEN 'true' ELSE to_jsonb(status) END
    FROM steps ORDER BY at`.execute(tx);
}
