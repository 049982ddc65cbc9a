import { type TaskStatus, taskStatuses } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { taskStateRoutes } from "@atoll/contract/tasks/state-routes";
import type { ListedState, TaskState, TaskStateList } from "@atoll/contract/tasks/state-schemas";
import { sharedStateList, stateListOf, stateListsOf } from "@atoll/contract/tasks/states";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import type { ShownTasks } from "./task-filter.ts";
import { statusNames } from "./task-words.ts";

/** A state that tasks can be in: one of the company's own, or a status of the board. */
export interface StateOption {
  /** The ID of an own state, else the status. */
  value: string;
  status: TaskStatus;
  /** Null for a status that has no own states. */
  state: TaskState | null;
  name: string;
  /** The one for tasks that come to the status. */
  isDefault: boolean;
}

/** The company's own states of tasks, as far as the viewer knows them; none until they are loaded. */
export function useStateLists() {
  const { departments } = useViewer();
  // A viewer knows the states of their departments: they are fetched again when these change.
  const own = departments.map(({ id }) => id).join();
  return useLiveQuery<{ lists: TaskStateList[] }>({
    queryKey: ["tasks", "states", own],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(taskStateRoutes.listTaskStates, {}, { signal }),
    on: { "task-states.changed": refetchSpread },
    retry: 1,
  });
}

export interface TaskStates {
  /** Returns the states of tasks of a department. */
  of: (departmentId: string | null) => readonly StateOption[];
  /** Returns the states of tasks of these departments, or of all: the statuses where the departments have several lists. */
  shared: (departments: readonly string[]) => readonly StateOption[];
  /** Returns the state of a department that a key of any list means: else the default of its status there. */
  find: (key: string, departmentId: string | null) => StateOption;
}

export function useTaskStates(): TaskStates {
  const { data } = useStateLists();
  return useMemo(() => {
    const lists = data?.lists ?? [];
    const all = [...lists.filter(({ states }) => states.length > 0).flatMap(optionsOf), ...plainOptions];
    const of = (departmentId: string | null) => optionsOf(stateListOf(lists, departmentId));
    return {
      of,
      find(key, departmentId) {
        const options = of(departmentId);
        const { status } = all.find((one) => one.value === key) ?? plainOption("todo");
        const usual = options.find((one) => one.status === status && one.isDefault);
        return options.find((one) => one.value === key) ?? usual ?? plainOption(status);
      },
      shared: (departments) => optionsOf(sharedStateList(lists, departments)),
    };
  }, [data]);
}

const plainOption = (status: TaskStatus): StateOption => ({
  value: status,
  status,
  state: null,
  name: statusNames[status],
  isDefault: true,
});
const plainOptions = taskStatuses.map(plainOption);

/** A status alone is right for a list that the viewer does not know: the server takes its default there. */
export function optionsOf(
  list: { states: readonly ListedState[]; isHidden?: boolean } | undefined,
): readonly StateOption[] {
  if (!list || list.isHidden || list.states.length === 0) return plainOptions;
  const own = list.states.map(
    ({ isDefault, ...state }, order): StateOption => ({
      value: state.id,
      status: state.status,
      state: { ...state, order },
      name: state.name,
      isDefault,
    }),
  );
  return [...own, plainOption("archived")];
}

type InState = Pick<Task, "status"> & Partial<Pick<Task, "state">>;

/** The key of the option that a task is in. A task that an earlier version of the app has kept for later has no state. */
export const stateKey = ({ status, state }: InState): string => state?.id ?? status;

/**
 * The key of the column or group, told apart by own states, in which a task is. A change that named only its status has not
 * reached the server, which knows the state: until then the task is in the first one of the status.
 */
export function groupKeyIn(groups: readonly { state: TaskState | null }[], task: InState): string {
  const first = groups.find(({ state }) => state?.status === task.status);
  return task.state || !first ? stateKey(task) : stateKey({ status: task.status, ...first });
}

/** The name of the state of a task, or of a column. */
export const stateName = ({ status, state }: InState): string => state?.name ?? statusNames[status];

/** The states that all of these tasks can be moved to: the statuses where their departments have several lists. */
export function sharedOptions(
  states: TaskStates,
  tasks: readonly Pick<Task, "departmentId">[],
): readonly StateOption[] {
  return states.shared([...new Set(tasks.map(({ departmentId }) => departmentId ?? "none"))]);
}

/** The key of the option that a task is in; of its status where its states are not among them. */
export function keyIn(options: readonly StateOption[], task: InState): string {
  const own = stateKey(task);
  return options.some(({ value }) => value === own) ? own : task.status;
}

/** The values of a task that is moved to a state. */
export function valuesIn({ status, state }: Pick<StateOption, "status" | "state">) {
  return state ? { status, stateId: state.id, state } : { status };
}

/** The options that a filter lets through. */
export function chosenStates(options: readonly StateOption[], { statuses, states }: ShownTasks): string[] {
  return options
    .filter(({ status, state }) => statuses.includes(status) && (!state || isAllowed(states, state.id)))
    .map(({ value }) => value);
}

const isAllowed = (states: readonly string[], id: string) => states.length === 0 || states.includes(id);

/** The filter that lets these options through; all statuses where none is chosen. */
export function withStates(
  options: readonly StateOption[],
  keys: readonly string[],
): Pick<ShownTasks, "statuses" | "states"> {
  const chosen = options.filter(({ value }) => keys.includes(value));
  if (chosen.length === 0) return { statuses: taskStatuses, states: [] };
  const statuses = taskStatuses.filter((status) => chosen.some((one) => one.status === status));
  const isWhole = options.every((one) => !statuses.includes(one.status) || chosen.includes(one));
  return { statuses, states: isWhole ? [] : chosen.flatMap(({ state }) => state?.id ?? []) };
}

/**
 * The tasks that an address means: with the states that removed ones have become, and without those that its departments
 * do not have.
 */
export function useCurrentStates(shown: ShownTasks): ShownTasks {
  const { data } = useStateLists();
  return useMemo(() => {
    if (!data || shown.states.length === 0) return shown;
    const lists = stateListsOf(data.lists, shown.departments);
    const living = new Map<string, string | null>(
      lists.flatMap(({ states, removed }) => [
        ...states.map(({ id }) => [id, id] as const),
        ...removed.map(({ id, to }) => [id, to] as const),
      ]),
    );
    const states = [...new Set(shown.states.flatMap((id) => living.get(id) ?? []))];
    return states.join() === shown.states.join() ? shown : { ...shown, states };
  }, [data, shown]);
}
