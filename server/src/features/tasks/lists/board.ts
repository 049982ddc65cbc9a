import type { TaskFilter } from "@atoll/contract/tasks/filter";
import { type TaskSort, type TaskStatus, taskStatuses } from "@atoll/contract/tasks/limits";
import type { TaskState } from "@atoll/contract/tasks/state-schemas";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { TaskRow } from "../queries.ts";
import {
  asShown,
  listOfFilter,
  livingStates,
  readStateLists,
  type StateList,
} from "../states/state-lists.ts";
import { countTasks } from "./count-tasks.ts";
import { listTasks } from "./list-tasks.ts";

interface BoardQuery extends TaskFilter {
  by: "status" | "state";
  /** Manual, unless the viewer has chosen another order. */
  sort: TaskSort;
  order: "ascending" | "descending";
  limit: number;
}

interface Column {
  status: TaskStatus;
  state: TaskState | null;
  total: number;
  rows: TaskRow[];
  nextCursor: string | null;
}

/** Returns the first tasks of each status or own state that a filter matches, and how many there are. */
export async function readBoard(
  db: Database,
  viewer: RequestViewer,
  { by, ...query }: BoardQuery,
): Promise<{ by: "status" | "state"; columns: Column[] }> {
  const lists = by === "state" ? await readStateLists(db) : [];
  const list = await listOfFilter(db, viewer, lists, query);
  const wanted = taskStatuses
    .filter((status) => !query.statuses?.length || query.statuses.includes(status))
    .flatMap((status) => columnsOf(status, list, query.states ?? []));
  const [counts, ...pages] = await Promise.all([
    countTasks(db, viewer, query, "status", list && lists),
    ...wanted.map(({ status, state }) =>
      listTasks(db, viewer, { ...query, statuses: [status], ...(state && { states: [state.id] }) }),
    ),
  ]);
  const totals = new Map(counts.map(({ value, count }) => [value, count]));
  const columns = wanted.flatMap(({ status, state }, index) => {
    const page = pages[index];
    return page ? [{ status, state, total: totals.get(state?.id ?? status) ?? 0, ...page }] : [];
  });
  return { by: list ? "state" : "status", columns };
}

/** The columns of a status: of each of its states, or one. Archived tasks have no states. */
function columnsOf(
  status: TaskStatus,
  list: StateList | undefined,
  wanted: readonly string[],
): Pick<Column, "status" | "state">[] {
  if (!list || status === "archived") return [{ status, state: null }];
  const known = livingStates([list], wanted);
  return list.states
    .filter((state) => state.status === status && (known.length === 0 || known.includes(state.id)))
    .map(({ id }) => ({ status, state: asShown(list, id) }));
}
