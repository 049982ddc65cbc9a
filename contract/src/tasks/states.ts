import type { StateTone } from "../state-tones.ts";
import type { TaskStatus } from "./limits.ts";

/** The statuses that a company's own states belong to. Archived tasks have none. */
export const statesStatuses = ["todo", "in_progress", "in_review", "done"] as const satisfies TaskStatus[];
export type StatesStatus = (typeof statesStatuses)[number];

/** The colours of the statuses of the board. */
export const usualTones: Readonly<Record<StatesStatus, StateTone>> = {
  todo: "neutral",
  in_progress: "highlight",
  in_review: "info",
  done: "success",
};

/** The number of states in one list. */
export const maxTaskStates = 24;
export const maxStateName = 40;

interface StateList<State> {
  departmentId: string | null;
  states: readonly State[];
  /** It has states that are not known. */
  isHidden?: boolean;
}

const filledOf = <List extends StateList<unknown>>(lists: readonly List[]) =>
  lists.filter(({ states, isHidden }) => states.length > 0 || isHidden);

/** Returns the list of the tasks of a department: its own, or else the company's. Undefined if neither has states. */
export function stateListOf<List extends StateList<unknown>>(
  lists: readonly List[],
  departmentId: string | null,
): List | undefined {
  const filled = filledOf(lists);
  return (
    filled.find((list) => list.departmentId === departmentId) ??
    filled.find((list) => list.departmentId === null)
  );
}

/**
 * Returns the one list that all tasks of these departments have; undefined if they have several, or none. Browser and
 * server share this function.
 * @param departments IDs, or "none" for tasks without a department, as in a filter; empty for all departments.
 */
export function sharedStateList<List extends StateList<unknown>>(
  lists: readonly List[],
  departments: readonly string[],
): List | undefined {
  if (departments.length === 0) {
    const filled = filledOf(lists);
    return filled.length === 1 && filled[0]?.departmentId === null ? filled[0] : undefined;
  }
  const [first, ...others] = departments.map((id) => stateListOf(lists, id === "none" ? null : id));
  return others.every((list) => list === first) ? first : undefined;
}

/**
 * Returns the lists that tasks of these departments have. Browser and server share this function.
 * @param departments as in `sharedStateList`.
 */
export function stateListsOf<List extends StateList<unknown>>(
  lists: readonly List[],
  departments: readonly string[],
): List[] {
  if (departments.length === 0) return filledOf(lists);
  return [...new Set(departments.flatMap((id) => stateListOf(lists, id === "none" ? null : id) ?? []))];
}
