import type { TaskFilter } from "@atoll/contract/tasks/filter";
import type { TaskSort } from "@atoll/contract/tasks/limits";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import type { Task } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { csvBeginning, toCsv } from "../../../platform/csv.ts";
import { fieldCell } from "../../../platform/fields/field-cell.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { readOwnSets } from "../own-fields/field-sets.ts";
import { presentTasks } from "../present.ts";
import { listTasks } from "./list-tasks.ts";

interface ExportQuery extends TaskFilter {
  sort: TaskSort;
  order: "ascending" | "descending";
  cursor?: string | undefined;
  limit: number;
  /** The names of own fields. Every part of a file has the same ones, whatever is changed while it is fetched. */
  columns: readonly string[];
}

/** The names of the columns that every task has. */
export const columns = [
  "id",
  "title",
  "description",
  "status",
  "priority",
  "assignee",
  "due date",
  "due time",
  "due time zone",
  "tags",
  "department",
  "created by",
  "created at",
  "updated at",
  "completed at",
  "part of",
  "sub-tasks",
  "sub-tasks done",
  "blocked by",
  "blocks",
  "comments",
  "attachments",
  "estimate in minutes",
  "time in minutes",
  "state",
  "start date",
  "cycle",
];

/**
 * Returns a part of a CSV file of tasks, in the order of a list. The first part starts with the header row. Each part
 * is a request of its own, so the server holds nothing between two of them, and each checks again which tasks the
 * viewer may read.
 */
export async function exportTasks(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  query: ExportQuery,
): Promise<{ csv: string; count: number; nextCursor: string | null }> {
  const { rows, nextCursor } = await listTasks(db, viewer, query);
  const tasks = await presentTasks(people, rows);
  const [departments, descriptions, sets] = await Promise.all([
    findDepartments(db, viewer, tasks),
    findDescriptions(db, tasks),
    query.columns.length > 0 ? readOwnSets(db, viewer) : [],
  ]);
  const known = new Map(sets.flatMap((set) => set.fields.map((field) => [field.name, field] as const)));
  // One that the viewer has lost since is empty: every part has the same columns.
  const fields = query.columns.map((name) => known.get(name) ?? { name, label: name, kind: undefined });
  const cells = tasks.map((task) => {
    const people = new Map(task.fieldPeople.map((person) => [person.id, person]));
    return [
      ...toCells(task, descriptions.get(task.id) ?? "", departments.get(task.departmentId ?? "") ?? ""),
      ...fields.map(({ name, kind }) => (kind ? fieldCell({ name, kind }, task.fields, people) : "")),
    ];
  });
  const head = [...columns, ...fields.map(({ label }) => label)];
  const csv = query.cursor === undefined ? csvBeginning + toCsv([head, ...cells]) : toCsv(cells);
  return { csv, count: tasks.length, nextCursor };
}

/** A task in these columns. */
export function toCells(task: Task, description: string, department: string): (string | number)[] {
  return [
    task.id,
    task.title,
    description,
    task.status,
    task.priority,
    task.assignee?.name ?? "",
    task.due?.date ?? "",
    task.due?.clock?.time ?? "",
    task.due?.clock?.zone ?? "",
    task.tags.join(", "),
    department,
    task.createdBy.name,
    task.createdAt,
    task.updatedAt,
    task.completedAt ?? "",
    task.parentId ?? "",
    task.subtasks.total,
    task.subtasks.done,
    task.blockedBy,
    task.blocks,
    task.commentCount,
    task.attachmentCount,
    task.estimateMinutes ?? "",
    task.trackedMinutes,
    task.state?.name ?? "",
    task.startsOn ?? "",
    task.cycle?.name ?? "",
  ];
}

/** Returns the names of departments, but only of those that the viewer is in, as on the screen. */
async function findDepartments(
  db: Database,
  viewer: RequestViewer,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, string>> {
  const own = viewer.departments.map(({ id }) => id);
  const named = tasks.flatMap(({ departmentId: id }) =>
    id !== null && (canManageTasks(viewer) || own.includes(id)) ? [id] : [],
  );
  const rows = await db
    .selectFrom("departments")
    .select(["id", "name"])
    .where(sql<boolean>`id = ANY(${[...new Set(named)]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function findDescriptions(db: Database, tasks: readonly Task[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("tasks")
    .select(["id", "description"])
    .where(sql<boolean>`id = ANY(${tasks.map(({ id }) => id)}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, description }) => [id, description]));
}
