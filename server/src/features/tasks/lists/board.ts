import type { TaskFilter } from "@atoll/contract/tasks/filter";
import { type TaskSort, type TaskStatus, taskStatuses } from "@atoll/contract/tasks/limits";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { TaskRow } from "../queries.ts";
import { countTasks } from "./count-tasks.ts";
import { listTasks } from "./list-tasks.ts";

interface BoardQuery extends TaskFilter {
  /** Manual, unless the viewer has chosen another order. */
  sort: TaskSort;
  order: "ascending" | "descending";
  limit: number;
}

interface Column {
  status: TaskStatus;
  total: number;
  rows: TaskRow[];
  nextCursor: string | null;
}

/** Returns the first tasks of each status that a filter matches, and how many there are. */
export async function readBoard(db: Database, viewer: RequestViewer, query: BoardQuery): Promise<Column[]> {
  const wanted = taskStatuses.filter((status) => !query.statuses?.length || query.statuses.includes(status));
  const [counts, ...pages] = await Promise.all([
    countTasks(db, viewer, query, "status"),
    ...wanted.map((status) => listTasks(db, viewer, { ...query, statuses: [status] })),
  ]);
  const totals = new Map(counts.map(({ value, count }) => [value, count]));
  return wanted.flatMap((status, index) => {
    const page = pages[index];
    return page ? [{ status, total: totals.get(status) ?? 0, ...page }] : [];
  });
}
