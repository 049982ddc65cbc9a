import type { Viewer } from "@atoll/contract/identity/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import type { TaskCycle } from "@atoll/contract/tasks/cycle-schemas";
import type { NewTask } from "@atoll/contract/tasks/schemas";
import type { TaskState } from "@atoll/contract/tasks/state-schemas";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import type { ShownTasks } from "../data/task-filter.ts";
import type { StateOption } from "../data/use-task-states.ts";
import { viewerAsPerson } from "../fields/people-fields.tsx";

/** The fields that a new task gets from where it is added. */
export interface Preset {
  task: Omit<NewTask, "id" | "title">;
  assignee: Person | null;
  /** The own state among the fields, as it is shown. */
  state?: TaskState | null;
  /** Its cycle, as it is shown. */
  cycle?: TaskCycle | null;
}

/** The fields of a new task in a state. */
export function presetIn({ status, state }: Pick<StateOption, "status" | "state">): Partial<Preset> {
  return { task: { status, ...(state && { stateId: state.id }) }, state };
}

/** The fields of a new task in a cycle; undefined for one that has ended. */
export function presetInCycle(value: string | null, cycle: TaskCycle | null): Partial<Preset> | undefined {
  if (value === null) return {};
  return cycle && !cycle.isEnded ? { task: { cycleId: cycle.id }, cycle } : undefined;
}

/**
 * Returns the fields without which the filter would hide a new task. A filter with several values gives its first. A
 * filter for another person, or for an earlier time, gives nothing.
 */
export function presetOf(shown: ShownTasks, viewer: Viewer, now: Date): Preset {
  const { scope, assignees, tags, priorities, departments, due } = shown;
  const [tag] = tags;
  const [priority] = priorities;
  const departmentId = departments.find((id) => viewer.departments.some((one) => one.id === id));
  const isOwn = scope === "my" || scope === "assigned" || assignees.includes(viewer.id);
  return {
    task: {
      ...(tag !== undefined && { tags: [tag] }),
      ...(priority && { priority }),
      ...(departmentId !== undefined && { departmentId }),
      ...((due.includes("today") || due.includes("week")) && { due: { date: dayOf(now) } }),
    },
    assignee: isOwn ? viewerAsPerson(viewer) : null,
  };
}
