import type { TaskFilter } from "@atoll/contract/tasks/filter";
import {
  isOwnFieldName,
  type TaskSort,
  taskPriorities,
  type taskSorts,
  taskStatuses,
} from "@atoll/contract/tasks/limits";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { fetchPage } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { fieldSortKey, findField } from "../own-fields/field-queries.ts";
import { selectTasks, type TaskRow } from "../queries.ts";
import { readStateLists, stateSortKey } from "../states/state-lists.ts";
import { isWanted } from "./filter-tasks.ts";

interface ListQuery extends TaskFilter {
  sort: TaskSort;
  order: "ascending" | "descending";
  cursor?: string | undefined;
  limit: number;
  /** An additional condition that no filter in the address expresses. */
  only?: RawBuilder<boolean>;
}

const position = (order: readonly string[], column: RawBuilder<unknown>) =>
  sql<string>`lpad(array_position(${sql.lit(`{${order.join()}}`)}::text[], ${column})::text, 2, '0')`;

/**
 * The sort key of each order, as text in byte order. Tasks without a value come last in ascending order. All keys are
 * text, so that one kind of cursor fits every order.
 */
const statusKey = position(taskStatuses, sql`t.status`);
const keys: Record<Exclude<(typeof taskSorts)[number], "status">, RawBuilder<string>> = {
  manual: sql`${statusKey} || t.rank`,
  updated: sql`to_char(t.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  created: sql`to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`,
  start: sql`coalesce(to_char(t.starts_on, 'YYYY-MM-DD'), '~')`,
  due: sql`coalesce(to_char(t.due_date, 'YYYY-MM-DD') || coalesce(to_char(t.due_time, 'HH24:MI'), '~'), '~')`,
  priority: position(taskPriorities, sql`t.priority`),
  title: sql`lower(t.title)`,
  cycle: sql`coalesce((SELECT to_char(c.starts_on, 'YYYY-MM-DD') FROM task_cycles c WHERE c.id = t.cycle_id), '~')`,
};

async function orderOf(db: Database, sort: TaskSort): Promise<RawBuilder<string>> {
  if (isOwnFieldName(sort)) return fieldSortKey(await findField(db, sort));
  return sort === "status" ? stateSortKey(await readStateLists(db), statusKey) : keys[sort];
}

const placeSchema = z.tuple([z.string(), z.string()]);

/**
 * Returns a page of the viewer's tasks that a filter matches. Specification, section 7 (tasks: list, recent, filtered
 * list).
 */
export async function listTasks(
  db: Database,
  viewer: RequestViewer,
  query: ListQuery,
): Promise<{ rows: TaskRow[]; nextCursor: string | null }> {
  const { sort } = query;
  const order = await orderOf(db, sort);
  const key = sql<string>`(${order} COLLATE "C")`;
  const isRising = query.order === "ascending";
  const direction = isRising ? "asc" : "desc";
  const wanted = await isWanted(db, viewer, query);
  return fetchPage(
    query,
    placeSchema,
    (after, count) =>
      selectTasks(db)
        .select(key.as("key"))
        .where(wanted)
        .$if(query.only !== undefined, (rows) => rows.where(query.only ?? sql<boolean>`TRUE`))
        .$if(after !== undefined, (rows) =>
          rows.where(
            sql<boolean>`(${key}, t.id::text COLLATE "C") ${sql.raw(isRising ? ">" : "<")} (${after?.[0]}, ${after?.[1]})`,
          ),
        )
        .orderBy(key, direction)
        .orderBy(sql`t.id::text COLLATE "C"`, direction)
        .limit(count)
        .execute(),
    (row) => [row.key, row.id],
  );
}
