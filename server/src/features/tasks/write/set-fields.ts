import type { taskChangeSchema } from "@atoll/contract/tasks/changes";
import type { TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { anchorFor } from "@atoll/contract/tasks/recurrence";
import { stateListOf } from "@atoll/contract/tasks/states";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { isSame } from "../../../platform/changes/field.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Database } from "../../../tables.ts";
import { assertAssignable, assertOwnDepartment } from "../assignable.ts";
import type { NewTaskValues } from "../changes/fields.ts";
import type { LockedTask } from "../changes/locked-task.ts";
import type { TaskChanging } from "../changes/task-changes.ts";
import { assertCycle } from "../cycles/cycle-queries.ts";
import { lockFieldSets, mergeFields, readFieldSets } from "../own-fields/field-sets.ts";
import { lockColumns, ranksOnArrival } from "../ranks.ts";
import { readStateLists, type StateList, stateFor } from "../states/state-lists.ts";

/** Fields that can be set on one task or on many. */
type Settable = Omit<
  z.output<typeof taskChangeSchema>,
  "changeId" | "title" | "tags" | "description" | "seenFields" | "seenStatus"
>;

/**
 * Sets the same values on these tasks. If a status is among them, its column must be locked: the tasks go to its end, in Done to its
 * start. If own fields are among them, their definitions must be locked.
 * @param own values for each task alone.
 * @throws {AppError} `assignee_unavailable`, `department_not_found`, `recurrence_without_due`, `recurrence_of_part`,
 *   `task_start_after_due`, `task_field_wrong`, `task_state_wrong`, `task_cycle_wrong`.
 */
export async function setFields(
  changing: TaskChanging,
  tasks: readonly LockedTask[],
  settable: Settable,
  own: (task: LockedTask) => NewTaskValues = () => ({}),
): Promise<void> {
  const { tx, viewer } = changing;
  const {
    status,
    stateId,
    recurrence: _rule,
    assigneeId,
    departmentId,
    fields,
    estimateMinutes,
    startsOn,
    cycleId,
    ...columns
  } = settable;
  if (assigneeId)
    await assertAssignable(
      tx,
      [assigneeId],
      tasks.map(({ id }) => id),
    );
  if (departmentId && tasks.some(({ department_id }) => department_id !== departmentId))
    assertOwnDepartment(viewer, canManageTasks(viewer), departmentId);
  if (cycleId)
    await assertCycle(
      tx,
      viewer,
      cycleId,
      tasks.map(({ department_id }) => (departmentId === undefined ? department_id : departmentId)),
    );
  const coming = status === undefined ? [] : tasks.filter((task) => task.status !== status);
  const ranks = status === undefined ? [] : await ranksOnArrival(tx, status, coming.length);
  const sets = fields ? await readFieldSets(tx) : [];
  const moves = status !== undefined || stateId !== undefined || departmentId !== undefined;
  const lists = moves ? await readStateLists(tx) : [];
  // Finishing a task with its sub-tasks names a state of its own list; those of another list get their default.
  const isForSome = tasks.some((task) => hasState(lists, task, settable));
  const rankOf = new Map(coming.map((task, index) => [task.id, ranks[index]]));
  for (const task of tasks) {
    const position = rankOf.get(task.id);
    const values = {
      ...(position === undefined ? {} : { status, position }),
      ...newState(
        lists,
        task,
        isForSome && !hasState(lists, task, settable) ? { ...settable, stateId: undefined } : settable,
      ),
      ...columns,
      ...(fields && {
        fields: await mergeFields(
          tx,
          sets,
          departmentId === undefined ? task.department_id : departmentId,
          task.fields,
          fields,
        ),
      }),
      ...newRecurrence(task, settable),
      estimate: estimateMinutes,
      ...newCycle(task, settable),
      assignee: assigneeId,
      department: departmentId,
      ...own(task),
    };
    const set = changing.set(task, { ...values, ...newStart(task, values.due, startsOn) });
    await rejectViolation(set, { tasks_department_id_fkey: "department_not_found" });
  }
}

/** Takes the locks that setting these fields needs before those of the tasks. */
export async function lockForFields(
  tx: Database,
  {
    status,
    stateId,
    departmentId,
    fields,
    cycleId,
  }: Pick<Settable, "status" | "stateId" | "departmentId" | "fields" | "cycleId">,
): Promise<void> {
  // No option or state is removed, and no cycle ends, while a task gets it or is finished in it. A finished task of a series is copied with its values.
  if ([fields, status, stateId, departmentId, cycleId].some((value) => value !== undefined))
    await lockFieldSets(tx, "to read");
  await lockColumns(tx, status ? [status] : []);
}

/**
 * Returns the state that a task gets: the wanted one, or the default where it comes to another status or to the list of
 * another department; none where it stays.
 */
export function newState(
  lists: readonly StateList[],
  task: LockedTask,
  { status = task.status, stateId, departmentId = task.department_id }: Settable,
): NewTaskValues {
  if (stateId) return { state: stateFor(lists, departmentId, status, stateId) };
  const isOther = stateListOf(lists, departmentId) !== stateListOf(lists, task.department_id);
  return status === task.status && !isOther ? {} : { state: stateFor(lists, departmentId, status) };
}

/** Returns the cycle that a task gets: it leaves its cycle when it moves to another department. */
function newCycle(task: LockedTask, { cycleId, departmentId }: Settable): NewTaskValues {
  if (cycleId !== undefined) return { cycle: cycleId };
  const isMoved = departmentId !== undefined && departmentId !== task.department_id;
  return isMoved && task.cycle_id !== null ? { cycle: null } : {};
}

/** Whether the wanted state is one of the list that a task is in, or comes to. */
function hasState(
  lists: readonly StateList[],
  task: LockedTask,
  { stateId, departmentId = task.department_id }: Settable,
): boolean {
  return stateListOf(lists, departmentId)?.states.some(({ id }) => id === stateId) ?? false;
}

/**
 * Returns the start of a task with a new due date or start. A due date before the start takes it along, so that a drag to
 * an earlier day, also of many tasks, is not refused; undo brings back both.
 * @throws {AppError} `task_start_after_due` for a new start after the day on which the task is due.
 */
export function newStart(
  task: Pick<LockedTask, "starts_on" | "due_date">,
  due: { date: string } | null | undefined,
  startsOn?: string | null,
): { start?: string | null } {
  const dueDay = due === undefined ? task.due_date : (due?.date ?? null);
  if (startsOn !== undefined) {
    assertStartsInTime(startsOn, dueDay === null ? null : { date: dueDay });
    return { start: startsOn };
  }
  return due && task.starts_on !== null && task.starts_on > due.date ? { start: due.date } : {};
}

/** @throws {AppError} `task_start_after_due`. */
export function assertStartsInTime(startsOn: string | null, due: { date: string } | null): void {
  if (startsOn !== null && due !== null && startsOn > due.date) throw new AppError("task_start_after_due");
}

/** Returns the new recurrence, or none if the due date is removed. */
function newRecurrence(task: LockedTask, { due, recurrence }: Settable): NewTaskValues {
  if (recurrence === undefined) return due === null && task.recurrence ? { recurrence: null } : {};
  if (recurrence === null) return { recurrence };
  if (task.parent_id !== null) throw new AppError("recurrence_of_part");
  const date = due === undefined ? task.due_date : due?.date;
  if (!date) throw new AppError("recurrence_without_due");
  return {
    recurrence: { ...recurrence, anchor: anchorFor(recurrence.every, date, task.recurrence), day: date },
  };
}

/** @throws {AppError} `changed_meanwhile` if someone else has since changed one of these fields. */
export function assertSeenFields(task: LockedTask, seen: TaskFieldValues): void {
  const isSeen = Object.entries(seen).every(([name, value]) => isSame(task.fields[name] ?? null, value));
  if (!isSeen) throw new AppError("changed_meanwhile");
}

/** @throws {AppError} `changed_meanwhile` if somebody has since changed the description. */
export function assertSeenDescription(task: LockedTask, version: number): void {
  if (task.description_version !== version) throw new AppError("changed_meanwhile");
}
