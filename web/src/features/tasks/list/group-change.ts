import type { TaskCycle } from "@atoll/contract/tasks/cycle-schemas";
import {
  isOwnFieldName,
  type OwnFieldName,
  taskPriorities,
  taskStatuses,
} from "@atoll/contract/tasks/limits";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays, ownTimeZone, weekdayOf } from "../../../lib/time/wall-time.ts";
import type { NewValues } from "../changes/task-act.ts";
import type { Arrangement } from "../data/arrangement.ts";
import { describeDue } from "../data/due.ts";
import { dueNames, priorityNames, statusNames } from "../data/task-words.ts";
import { valuesInCycle } from "../data/use-task-cycles.ts";
import type { TaskGroupOf } from "../data/use-task-list.ts";
import { valuesIn } from "../data/use-task-states.ts";

/** The change that brings tasks into a group, and the text that says so. */
export interface GroupChange {
  set: NewValues;
  said: string;
}

type Group = Pick<TaskGroupOf, "value" | "person" | "state"> & Partial<Pick<TaskGroupOf, "cycle">>;

/** Returns the change that brings tasks into a group. Undefined if no change can, as for what is overdue or finished. */
export function changeToGroup(
  { group }: Pick<Arrangement, "group">,
  { value, person, state, cycle }: Group,
  now: Date,
): GroupChange | undefined {
  if (group === "status" && state)
    return { set: valuesIn({ status: state.status, state }), said: `moved to ${state.name}` };
  if (group === "status") {
    const status = taskStatuses.find((one) => one === value);
    return status && { set: { status }, said: `moved to ${statusNames[status]}` };
  }
  if (group === "priority") {
    const priority = taskPriorities.find((one) => one === value);
    return (
      priority && { set: { priority }, said: `set to ${priorityNames[priority].toLowerCase()} priority` }
    );
  }
  if (isOwnFieldName(group)) return changeOfField(group, { value, person });
  if (group === "assignee")
    return { set: { assignee: person }, said: `assigned to ${person ? authorName(person) : "nobody"}` };
  if (group === "cycle") return changeOfCycle(value, cycle);
  return group === "due" ? changeOfDue(value, now) : undefined;
}

/** Nothing moves into a cycle that has ended. */
function changeOfCycle(value: string | null, cycle: Group["cycle"]): GroupChange | undefined {
  if (value === null) return { set: valuesInCycle(null), said: "moved to no cycle" };
  return cycle && !cycle.isEnded ? { set: valuesInCycle(cycle), said: `moved to ${cycle.name}` } : undefined;
}

/** A box is ticked or not; a choice and a person have their text or ID. */
function changeOfField(name: OwnFieldName, { value, person }: Pick<Group, "value" | "person">): GroupChange {
  const next = value === "true" ? true : value;
  return {
    set: { fields: { [name]: next }, ...(person && { fieldPeople: [person] }) },
    said:
      value === null
        ? "moved to none"
        : `moved to ${person ? authorName(person) : next === true ? "yes" : value}`,
  };
}

/** Each task keeps its time of day. A day of this week is its last working day, as far as there is one. */
function changeOfDue(value: string | null, now: Date): GroupChange | undefined {
  if (value === "none") return { set: { due: null }, said: "without a date now" };
  const date = dayIn(value, now);
  if (date === undefined) return undefined;
  return {
    set: { dueDay: { date, zone: ownTimeZone() } },
    said: `due ${describeDue({ date, clock: null }, now).text}`,
  };
}

const [monday, friday, saturday] = [1, 5, 6];

/** The day that a drop into a group of due dates means: this week its end, later the next Monday. */
function dayIn(value: string | null, now: Date): string | undefined {
  const today = dayOf(now);
  const weekday = weekdayOf(today) % 7;
  if (value === "today") return today;
  if (value === "week" && weekday < saturday)
    return addDays(today, (weekday < friday ? friday : saturday) - weekday);
  return value === "later" ? addDays(today, 7 - weekday + monday) : undefined;
}

const dueTargets = ["today", "week", "later", "none"] as const;
const dueOrder: readonly string[] = Object.keys(dueNames);

/** Returns the groups with the empty ones that a task can be dragged into. */
export function withEmptyGroups(
  groups: readonly TaskGroupOf[],
  { group }: Pick<Arrangement, "group">,
  now: Date,
  cycles: readonly TaskCycle[] = [],
): readonly TaskGroupOf[] {
  if (group === "cycle") return withOpenCycles(groups, cycles);
  if (group !== "due") return groups;
  const missing = dueTargets
    .filter((value) => value === "none" || dayIn(value, now) !== undefined)
    .filter((value) => !groups.some((one) => one.value === value))
    .map((value) => ({ ...nothing, value }));
  const place = ({ value }: TaskGroupOf) => dueOrder.indexOf(value ?? "");
  return [...groups, ...missing].toSorted((one, other) => place(one) - place(other));
}

const nothing = { person: null, state: null, cycle: null, total: 0, items: [], nextCursor: null };

/** The open cycles come first, then no cycle where nothing has ended. */
function withOpenCycles(
  groups: readonly TaskGroupOf[],
  cycles: readonly TaskCycle[],
): readonly TaskGroupOf[] {
  const open = cycles
    .filter(({ isEnded }) => !isEnded)
    .map((cycle) => groups.find(({ value }) => value === cycle.id) ?? { ...nothing, value: cycle.id, cycle });
  const others = groups.filter(({ value }) => !open.some((one) => one.value === value));
  const none = others.some(({ value }) => value === null) ? [] : [{ ...nothing, value: null }];
  return open.length > 0 ? [...open, ...others, ...none] : groups;
}

/** Returns the name of a group of the list. */
export function groupName({ group }: Arrangement, { value, person, state, cycle }: TaskGroupOf): string {
  if (state) return state.name;
  if (group === "cycle") return cycle?.name ?? (value === null ? "No cycle" : "A cycle");
  if (group === "none") return "Tasks";
  if (isOwnFieldName(group)) {
    if (person) return authorName(person);
    return value === null ? "None" : value === "true" ? "Yes" : value;
  }
  if (group === "assignee") return person ? authorName(person) : value === null ? "Nobody" : "A colleague";
  const names: Readonly<Record<string, string>> =
    group === "status" ? statusNames : group === "priority" ? priorityNames : dueNames;
  return names[value ?? ""] ?? "";
}
