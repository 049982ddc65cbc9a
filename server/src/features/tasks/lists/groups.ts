import { exactly } from "@atoll/contract/fields/filter";
import type { Person } from "@atoll/contract/people/schemas";
import type { TaskCycle } from "@atoll/contract/tasks/cycle-schemas";
import type { TaskFilter } from "@atoll/contract/tasks/filter";
import {
  isOwnFieldName,
  listedStatuses,
  type TaskGroup,
  type TaskSort,
  taskDueParts,
  taskPriorities,
} from "@atoll/contract/tasks/limits";
import type { TaskState } from "@atoll/contract/tasks/state-schemas";
import { z } from "zod";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { cyclesOf } from "../cycles/cycle-queries.ts";
import { findField } from "../own-fields/field-queries.ts";
import type { TaskRow } from "../queries.ts";
import { asShown, listOfFilter, readStateLists, type StateList } from "../states/state-lists.ts";
import { countTasks } from "./count-tasks.ts";
import { listTasks } from "./list-tasks.ts";

/** Each group needs a query of its own, so groups further down are loaded when they come into view. */
const maxGroupsAtOnce = 12;
const maxRowsAtOnce = 300;

interface GroupsQuery extends TaskFilter {
  by: "status" | "state";
  group: TaskGroup;
  sort: TaskSort;
  order: "ascending" | "descending";
  limit: number;
}

export interface TaskGroupRows {
  value: string | null;
  person: Person | null;
  state: TaskState | null;
  cycle: TaskCycle | null;
  total: number;
  rows: TaskRow[];
  nextCursor: string | null;
}

/**
 * Returns the viewer's tasks that a filter matches, grouped by a field: the groups with tasks, and the first tasks of
 * as many groups as one response may contain.
 */
export async function readGroups(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  { group, by, ...query }: GroupsQuery,
): Promise<{ by: "status" | "state"; groups: TaskGroupRows[] }> {
  const lists = by === "state" && group === "status" ? await readStateLists(db) : [];
  const list = await listOfFilter(db, viewer, lists, query);
  const counted = await countTasks(db, viewer, query, group, list && lists);
  const field = isOwnFieldName(group) ? await findField(db, group) : undefined;
  const isOfPeople = group === "assignee" || field?.kind === "person";
  const known = await people.of(isOfPeople ? counted.flatMap(({ value }) => value ?? []) : []);
  const cycles =
    group === "cycle"
      ? await cyclesOf(
          db,
          counted.flatMap(({ value }) => value ?? []),
        )
      : [];
  const ordered = inOrder(
    isOfPeople
      ? "people"
      : group === "cycle"
        ? cycles.map(({ id }) => id)
        : (field?.options ?? (list ? valuesOf(list) : group)),
    counted,
    known,
  );
  let rowsToCome = 0;
  const groups = await Promise.all(
    ordered.map(async ({ value, count: total }, index) => {
      const isRead = index < maxGroupsAtOnce && rowsToCome < maxRowsAtOnce;
      rowsToCome += Math.min(total, query.limit);
      const page = isRead
        ? await listTasks(db, viewer, { ...query, ...narrowed(group, value, query.fields, list) })
        : { rows: [], nextCursor: null };
      const state = value === null || !list ? null : asShown(list, value);
      const cycle = cycles.find(({ id }) => id === value) ?? null;
      return { value, total, state, cycle, person: (value !== null && known.get(value)) || null, ...page };
    }),
  );
  return { by: list ? "state" : "status", groups };
}

/** The groups of a list of states, in the order of a list by status. */
function valuesOf({ states }: StateList): string[] {
  return listedStatuses.flatMap((status) => [
    ...states.filter((state) => state.status === status).map(({ id }) => id),
    status,
  ]);
}

const orders = { status: listedStatuses, priority: taskPriorities, due: taskDueParts, cycle: [] } as const;

/** @param by what the groups are of: people, or a field with these values. */
function inOrder(
  by: TaskGroup | "people" | readonly string[],
  counted: readonly { value: string | null; count: number }[],
  known: ReadonlyMap<string, Person>,
) {
  if (by === "none") return counted;
  if (by !== "people" && by !== "assignee") {
    const values: readonly string[] = typeof by === "object" ? by : isOwnFieldName(by) ? [] : orders[by];
    const order: readonly (string | null)[] = [...values, null];
    return counted.toSorted((one, other) => order.indexOf(one.value) - order.indexOf(other.value));
  }
  const keyOf = ({ value }: { value: string | null }) =>
    value === null ? [1, "", ""] : [0, known.get(value)?.name.toLowerCase() ?? "", value];
  return counted.toSorted((one, other) => compare(keyOf(one), keyOf(other)));
}

function compare(one: readonly (string | number)[], other: readonly (string | number)[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? 0 : (one[at] ?? "") < (other[at] ?? "") ? -1 : 1;
}

const values = {
  status: z.array(z.enum(listedStatuses)),
  priority: z.array(z.enum(taskPriorities)),
  due: z.array(z.enum(taskDueParts)),
};

/** Returns the filter that matches the tasks of one group. */
export function narrowed(
  group: TaskGroup,
  value: string | null,
  fields: TaskFilter["fields"] = {},
  list?: StateList,
): Partial<TaskFilter> {
  if (isOwnFieldName(group))
    return { fields: { ...fields, [group]: [value === null ? "" : exactly(value)] } };
  if (group === "none") return {};
  if (group === "cycle") return { cycles: [value ?? "none"] };
  if (group === "assignee") return { assignees: [value ?? "none"] };
  const state = list?.states.find(({ id }) => id === value);
  if (state) return { statuses: [state.status], states: [state.id] };
  if (group === "status") return { statuses: values.status.parse([value]) };
  if (group === "priority") return { priorities: values.priority.parse([value]) };
  return { due: values.due.parse([value]) };
}
