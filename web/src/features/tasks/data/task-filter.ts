import { isFieldValueWanted, withDays, writeFieldFilter } from "@atoll/contract/fields/filter";
import type { SearchValues } from "@atoll/contract/list-search";
import { isWantedCycle } from "@atoll/contract/tasks/cycles";
import type { TaskDependency, TaskStart } from "@atoll/contract/tasks/limits";
import { taskSearch } from "@atoll/contract/tasks/list-search";
import type { Task } from "@atoll/contract/tasks/schemas";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { duePartOf } from "./due-part.ts";
import { duringQuery, isDuring } from "./during.ts";
import { isOpen } from "./is-open.ts";
import { fieldValueOf } from "./use-task-fields.ts";

/** Which tasks a screen shows. An empty list sets no limit. */
export type ShownTasks = SearchValues<typeof taskSearch>;

/** The parameters that show these tasks. The department is not among them: the navigation may have chosen it. */
export function writeShownTasks(shown: ShownTasks) {
  const { department: _department, ...search } = taskSearch.write(shown);
  return search;
}

/** Whether something narrows the tasks further than they usually are. */
export function isNarrowed(shown: ShownTasks): boolean {
  return Object.values(writeShownTasks(shown)).some((value) => value !== undefined && value !== "all");
}

/** The same as the server is asked for it. */
export function taskQuery(shown: ShownTasks) {
  const { scope, text, parents, due, dependencies, statuses, states, priorities, assignees, tags } = shown;
  const { departments, start, dates, cycles } = shown;
  const filters = {
    ...{
      scope,
      text,
      parents,
      due,
      dependencies,
      statuses,
      states,
      priorities,
      assignees,
      tags,
      departments,
    },
    ...{ start, dates, cycles },
  };
  const fields = writeFieldFilter(shown.fields);
  return {
    ...duringQuery(shown),
    ...taskSearch.query(filters),
    ...(fields !== "" && { fields }),
    zone: ownTimeZone(),
  };
}

/** Whether a task is among those shown; undefined where that cannot be told from what is known of it here. */
export function isShown(task: Task, shown: ShownTasks, viewerId: string): boolean | undefined {
  const allows = (list: readonly string[], value: string | null) =>
    list.length === 0 || list.includes(value ?? "none");
  const isCreator = task.createdBy.id === viewerId;
  const isAssignee = task.assignee?.id === viewerId;
  const scopes = { all: true, my: isCreator || isAssignee, assigned: isAssignee, created: isCreator };
  const inCycle = isInCycle(task, shown.cycles ?? [], new Date());
  const today = dayOf(new Date());
  const isWanted =
    (shown.parents === "all" || task.parentId === null) &&
    scopes[shown.scope] &&
    allows(shown.statuses, task.status) &&
    // A list that an earlier version of the app has kept for later has no such filter.
    (task.status === "archived" || allows(shown.states ?? [], task.state?.id ?? null)) &&
    allows(shown.priorities, task.priority) &&
    allows(shown.assignees, task.assignee?.id ?? null) &&
    allows(shown.departments, task.departmentId) &&
    allows(shown.start ?? [], startOf(task)) &&
    (shown.dates ?? "all") !== (task.due || task.startsOn ? "none" : "some") &&
    inCycle !== false &&
    isDependent(task, shown.dependencies ?? []) &&
    allows(shown.due, duePartOf(task, new Date())) &&
    (shown.tags.length === 0 || task.tags.some((tag) => shown.tags.includes(tag))) &&
    // A list that an earlier version of the app has kept for later has no such filter.
    Object.entries(shown.fields ?? {}).every(([name, wanted]) =>
      isFieldValueWanted(
        fieldValueOf(task, name),
        wanted.map((value) => withDays(value, today)),
      ),
    );
  const isThen = isWanted && inCycle && isDuring(task, shown);
  if (!isThen || shown.text === "") return isThen;
  // Beyond its title a card knows only the beginning of what is said about the task.
  return task.title.toLowerCase().includes(shown.text.toLowerCase()) ? true : undefined;
}

/**
 * Whether a filter wants the task's cycle. Its phase follows the company's calendar: undefined where that depends on a
 * time zone, because the company's is unknown here.
 */
export function isInCycle(
  { cycle }: Partial<Pick<Task, "cycle">>,
  wanted: readonly string[],
  now: Date,
): boolean | undefined {
  // It may be any day that it is now somewhere on Earth.
  const answers = new Set(
    [-12, 0, 14].map((hours) => {
      const today = new Date(now.getTime() + hours * 3_600_000).toISOString().slice(0, 10);
      return isWantedCycle(wanted, cycle ?? null, today);
    }),
  );
  return answers.size === 1 ? answers.has(true) : undefined;
}

/** When it starts, by the viewer's clock. */
function startOf({ startsOn }: Task): TaskStart {
  if (!startsOn) return "none";
  return startsOn <= dayOf(new Date()) ? "reached" : "later";
}

/** Whether open tasks hold up an open task, or wait for it. No wish is no limit. */
function isDependent(task: Task, wanted: readonly TaskDependency[]): boolean {
  const counts = { blocked: task.blockedBy, blocking: task.blocks };
  return wanted.length === 0 || (isOpen(task) && wanted.some((one) => counts[one] > 0));
}
