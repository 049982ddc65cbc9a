import {
  type TaskDuePart,
  type TaskPriority,
  type TaskScope,
  type TaskStatus,
  taskDueParts,
  taskPriorities,
  taskScopes,
  taskStatuses,
} from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { duePartOf } from "./due-part.ts";
import { type During, duringQuery, isDuring, readDuring, writeDuring } from "./during.ts";

/** Which tasks a screen shows. An empty list sets no limit. */
export interface ShownTasks {
  scope: TaskScope;
  statuses: readonly TaskStatus[];
  priorities: readonly TaskPriority[];
  /** People's ids; "none" is nobody. */
  assignees: readonly string[];
  tags: readonly string[];
  /** Their ids; "none" is no department. */
  departments: readonly string[];
  /** The filter of a figure of analytics. */
  during: During;
  /** By the viewer's clock. */
  due: readonly TaskDuePart[];
  /** Whether sub-tasks are listed together with their parents. */
  parents: "only" | "all";
  text: string;
}

/** Archived tasks are shown only on request. */
const usualStatuses: readonly TaskStatus[] = taskStatuses.filter((status) => status !== "archived");

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const maxValues = 50;
export const maxFilterLength = 200;

/**
 * Reads the filters of tasks from an address, `?scope=my&status=todo,done&text=tender`. Invalid parts are ignored.
 */
export function readShownTasks(search: Readonly<Record<string, unknown>>): ShownTasks {
  const said = (name: string) => {
    const value = search[name];
    return typeof value === "string" ? value.split(",").filter(Boolean).slice(0, maxValues) : [];
  };
  const statuses = taskStatuses.filter((status) => said("status").includes(status));
  return {
    scope: taskScopes.find((scope) => scope === search.scope) ?? "all",
    statuses: search.status === "all" ? taskStatuses : statuses.length > 0 ? statuses : usualStatuses,
    priorities: taskPriorities.filter((priority) => said("priority").includes(priority)),
    assignees: said("assignee").filter((value) => value === "none" || id.test(value)),
    tags: said("tag"),
    during: readDuring(search),
    departments: said("department").filter((value) => value === "none" || id.test(value)),
    due: taskDueParts.filter((part) => said("due").includes(part)),
    parents: search.parents === "all" ? "all" : "only",
    text: typeof search.text === "string" ? search.text.trim().slice(0, maxFilterLength) : "",
  };
}

/** The same as an address says it; what is as usual is left out. */
export function writeShownTasks(shown: ShownTasks): Record<string, string | undefined> {
  const { scope, statuses, priorities, assignees, tags, due, during, parents, text } = shown;
  const list = (values: readonly string[]) => values.join() || undefined;
  return {
    scope: scope === "all" ? undefined : scope,
    status: isUsual(statuses) ? undefined : statuses.length === taskStatuses.length ? "all" : list(statuses),
    priority: list(priorities),
    assignee: list(assignees),
    tag: list(tags),
    ...writeDuring(during),
    due: list(due),
    parents: parents === "all" ? "all" : undefined,
    text: text || undefined,
  };
}

/** Whether something narrows the tasks further than they usually are. */
export function isNarrowed(shown: ShownTasks): boolean {
  return Object.values(writeShownTasks(shown)).some((value) => value !== undefined && value !== "all");
}

/** The same as the server is asked for it. */
export function taskQuery({ scope, text, parents, during, ...lists }: ShownTasks) {
  return {
    ...duringQuery(during),
    scope,
    text,
    parents,
    due: lists.due.join(),
    zone: ownTimeZone(),
    statuses: lists.statuses.join(),
    priorities: lists.priorities.join(),
    assignees: lists.assignees.join(),
    tags: lists.tags.join(),
    departments: lists.departments.join(),
  };
}

/** Whether a task is among those shown; undefined where that cannot be told from what is known of it here. */
export function isShown(task: Task, shown: ShownTasks, viewerId: string): boolean | undefined {
  const allows = (list: readonly string[], value: string | null) =>
    list.length === 0 || list.includes(value ?? "none");
  const isCreator = task.createdBy.id === viewerId;
  const isAssignee = task.assignee?.id === viewerId;
  const scopes = { all: true, my: isCreator || isAssignee, assigned: isAssignee, created: isCreator };
  const isWanted =
    (shown.parents === "all" || task.parentId === null) &&
    scopes[shown.scope] &&
    allows(shown.statuses, task.status) &&
    allows(shown.priorities, task.priority) &&
    allows(shown.assignees, task.assignee?.id ?? null) &&
    allows(shown.departments, task.departmentId) &&
    allows(shown.due, duePartOf(task, new Date())) &&
    (shown.tags.length === 0 || task.tags.some((tag) => shown.tags.includes(tag)));
  const isThen = isWanted && isDuring(task, shown.during);
  if (!isThen || shown.text === "") return isThen;
  // Beyond its title a card knows only the beginning of what is said about the task.
  return task.title.toLowerCase().includes(shown.text.toLowerCase()) ? true : undefined;
}

function isUsual(statuses: readonly TaskStatus[]): boolean {
  return statuses.length === usualStatuses.length && !statuses.includes("archived");
}
