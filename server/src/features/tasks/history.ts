import type { HistoryEntry, HistoryField } from "@atoll/contract/tasks/changes";
import type { TaskViewer } from "@atoll/contract/tasks/policy";
import { isUuid } from "@atoll/contract/uuid";
import { sql } from "kysely";
import { z } from "zod";
import { type HistoryRow, readHistoryPage } from "../../platform/changes/history.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import type { People } from "../people/public.ts";
import { readFieldSets } from "./own-fields/field-sets.ts";
import { isReadable } from "./readable.ts";

/** Fields whose values are IDs of tasks. */
const taskFields = ["blockedBy", "successor"] as const satisfies readonly HistoryField[];

/** Fields whose changes people would not call news. */
export const hiddenFields = ["position"] as const satisfies readonly HistoryField[];

/**
 * Returns a page of the changes of a task that the viewer may read, the newest first. Undone changes and moves within a
 * column are left out. Includes the names of people, departments and tasks that the viewer may know.
 */
export async function readHistory(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  taskId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<{ items: HistoryEntry[]; nextCursor: string | null; names: Record<string, string> }> {
  const { rows, nextCursor } = await readHistoryPage(
    db,
    { kind: "task", subjectId: taskId, hidden: [...hiddenFields] },
    query,
  );
  const { items, names } = await presentHistory({ db, people }, viewer, rows);
  return { items: items.map(({ of: _, ...entry }) => entry), nextCursor, names };
}

/** Presents changes of tasks that the viewer may read, each with the ID of its task. */
export async function presentHistory(
  { db, people }: { db: Database; people: People },
  viewer: TaskViewer,
  rows: readonly HistoryRow[],
): Promise<{ items: (HistoryEntry & { of: string })[]; names: Record<string, string> }> {
  const known = await people.of(rows.map(({ actorId }) => actorId));
  const names = await nameAll({ db, people }, viewer, rows);
  const items = rows.flatMap((row) => {
    const actor = known.get(row.actorId);
    const seen = withoutHidden(row, names);
    return actor && seen ? [{ ...presentEntry(seen, actor), of: row.subjectId }] : [];
  });
  return { items, names };
}

/** Removes tasks that the viewer may not read from an entry. Returns undefined if nothing else is left in it. */
function withoutHidden(row: HistoryRow, names: Record<string, string>): HistoryRow | undefined {
  if (!taskFields.some((field) => field === row.field)) return row;
  const seen = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((id: unknown) => typeof id === "string" && id in names);
    return typeof value !== "string" || value in names ? value : null;
  };
  const [before, after] = [seen(row.before), seen(row.after)];
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : { ...row, before, after };
}

function presentEntry(row: HistoryRow, actor: HistoryEntry["actor"]): HistoryEntry {
  return {
    id: row.id,
    changeId: row.changeId,
    actor,
    at: row.at.toISOString(),
    // Only names of `taskFields` are stored.
    field: row.field as HistoryField,
    before: z.json().parse(row.before),
    after: z.json().parse(row.after),
  };
}

/** Returns the names for the IDs that appear in changes, and the labels of own fields by their names. */
async function nameAll(
  { db, people }: { db: Database; people: People },
  viewer: TaskViewer,
  rows: readonly HistoryRow[],
): Promise<Record<string, string>> {
  const idsOf = (...fields: HistoryField[]) =>
    rows
      .filter(({ field }) => fields.some((one) => one === field))
      .flatMap(({ before, after }) => [before, after].flat());
  const ids = (values: unknown[]) => [...new Set(values.filter((value) => typeof value === "string"))];
  const values = rows
    .filter(({ field }) => field === "fields")
    .flatMap(({ before, after }) => [before, after]);
  const isFields = values.length > 0;
  const inFields = values.flatMap((one) => (one && typeof one === "object" ? Object.values(one) : []));
  const personIds = ids([...idsOf("assignee", "watchers"), ...inFields]).filter(isUuid);
  const taskIds = ids(idsOf(...taskFields));
  const departmentIds = ids(idsOf("department"));
  const stateIds = ids(idsOf("state"));
  const cycleIds = ids(idsOf("cycle"));
  const [persons, tasks, departments, states, cycles, sets] = await Promise.all([
    people.of(personIds),
    db
      .selectFrom("tasks as t")
      .select(["t.id", "t.title as name"])
      .where(sql<boolean>`t.id = ANY(${taskIds}::uuid[])`)
      .where(isReadable(viewer))
      .execute(),
    db
      .selectFrom("departments")
      .select(["id", "name"])
      .where(sql<boolean>`id = ANY(${departmentIds}::uuid[])`)
      .execute(),
    // Also those that were removed since.
    db
      .selectFrom("task_states")
      .select(["id", "name"])
      .where(sql<boolean>`id = ANY(${stateIds}::uuid[])`)
      .execute(),
    db
      .selectFrom("task_cycles")
      .select(["id", "name"])
      .where(sql<boolean>`id = ANY(${cycleIds}::uuid[])`)
      .execute(),
    isFields ? readFieldSets(db) : [],
  ]);
  const fields = sets.flatMap((set) => set.fields.map(({ name: id, label: name }) => ({ id, name })));
  const named = [...persons.values(), ...tasks, ...departments, ...states, ...cycles, ...fields];
  return Object.fromEntries(named.map(({ id, name }) => [id, name]));
}
