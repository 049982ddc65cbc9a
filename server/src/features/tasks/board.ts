import type { TaskFilter } from "@atoll/contract/tasks/filter";
import { type TaskStatus, taskStatuses } from "@atoll/contract/tasks/limits";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { countTasks } from "./count-tasks.ts";
import { listTasks } from "./list-tasks.ts";
import type { TaskRow } from "./queries.ts";

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
