import type { HistoryEntry } from "@atoll/contract/tasks/changes";
import { sql } from "kysely";
import { z } from "zod";
import { takePage } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import type { People } from "../people/access.ts";
import { isReadable } from "./readable.ts";

const placeSchema = z.tuple([z.int()]);

/**
 * What was changed about a task, which the viewer may read; the newest first. What was taken back is left out, and so
 * is where it stood on the board. People, departments and tasks in it are named beside, as far as the viewer may know.
 */
export async function readHistory(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  taskId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<{ items: HistoryEntry[]; nextCursor: string | null; names: Record<string, string> }> {
  const { rows, nextCursor } = await takePage(
    query,
    placeSchema,
    (after, count) =>
      selectChanges(db, taskId)
        .$if(after !== undefined, (changes) => changes.where("id", "<", after?.[0] ?? 0))
        .limit(count)
        .execute(),
    (row) => [row.id],
  );
  const known = await people.of(rows.map(({ actor_id }) => actor_id));
  const items = rows.flatMap((row) => {
    const actor = known.get(row.actor_id);
    return actor ? [presentEntry(row, actor)] : [];
  });
  return { items, nextCursor, names: await nameAll({ db, people }, viewer, rows) };
}

type Row = Awaited<ReturnType<ReturnType<typeof selectChanges>["execute"]>>[number];

function selectChanges(db: Database, taskId: string) {
  return db
    .selectFrom("task_changes")
    .select(["id", "change_id", "actor_id", "at", "field", "before", "after"])
    .where("task_id", "=", taskId)
    .where("undone_at", "is", null)
    .where("field", "!=", "position")
    .orderBy("id", "desc");
}

function presentEntry(row: Row, actor: HistoryEntry["actor"]): HistoryEntry {
  return {
    id: String(row.id),
    changeId: row.change_id,
    actor,
    at: row.at.toISOString(),
    field: row.field,
    before: z.json().parse(row.before),
    after: z.json().parse(row.after),
  };
}

/** The names behind the ids that stand in changes. */
async function nameAll(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  rows: readonly Row[],
): Promise<Record<string, string>> {
  const idsOf = (...fields: Row["field"][]) =>
    rows.filter(({ field }) => fields.includes(field)).flatMap(({ before, after }) => [before, after].flat());
  const ids = (values: unknown[]) => [...new Set(values.filter((value) => typeof value === "string"))];
  const personIds = ids(idsOf("assignee", "watchers"));
  const taskIds = ids(idsOf("blockedBy"));
  const departmentIds = ids(idsOf("department"));
  const [persons, tasks, departments] = await Promise.all([
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
  ]);
  const named = [...persons.values(), ...tasks, ...departments];
  return Object.fromEntries(named.map(({ id, name }) => [id, name]));
}
