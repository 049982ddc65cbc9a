import type { TaskFilter } from "@atoll/contract/tasks/filter";
import { type TaskGroup, type TaskStatus, taskStatuses } from "@atoll/contract/tasks/limits";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { isWanted } from "./filter-tasks.ts";
import { listTasks } from "./list-tasks.ts";
import type { TaskRow } from "./queries.ts";

/** In a list that is told apart by people, those beyond are few tasks each. */
const maxGroups = 200;

interface Column {
  status: TaskStatus;
  total: number;
  rows: TaskRow[];
  nextCursor: string | null;
}

/** The first tasks of each status that a filter leaves, and how many there are. */
export async function readBoard(
  db: Database,
  viewer: RequestViewer,
  { limit, ...filter }: TaskFilter & { limit: number },
): Promise<Column[]> {
  const wanted = taskStatuses.filter(
    (status) => !filter.statuses?.length || filter.statuses.includes(status),
  );
  const [counts, ...pages] = await Promise.all([
    countTasks(db, viewer, filter, "status"),
    ...wanted.map((status) =>
      listTasks(db, viewer, { ...filter, statuses: [status], sort: "manual", order: "ascending", limit }),
    ),
  ]);
  const totals = new Map(counts.map(({ value, count }) => [value, count]));
  return wanted.flatMap((status, index) => {
    const page = pages[index];
    return page ? [{ status, total: totals.get(status) ?? 0, ...page }] : [];
  });
}

const groupColumns = { status: "t.status", priority: "t.priority", assignee: "t.assignee_id" } as const;

/** How many of the viewer's tasks a filter leaves, the largest groups first. */
export function countTasks(
  db: Database,
  viewer: RequestViewer,
  filter: TaskFilter,
  group: TaskGroup,
): Promise<{ value: string | null; count: number }[]> {
  const column = sql.ref<string | null>(groupColumns[group]);
  return db
    .selectFrom("tasks as t")
    .select([sql<string | null>`${column}::text`.as("value"), ({ fn }) => fn.countAll<number>().as("count")])
    .where(isWanted(viewer, filter))
    .groupBy(column)
    .orderBy("count", "desc")
    .orderBy(column)
    .limit(maxGroups)
    .execute();
}
