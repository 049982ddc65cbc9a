import type { Viewer } from "@atoll/contract/identity/schemas";
import { taskPriorities } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { useDepartmentNames } from "../../../capabilities/people/use-department-names.ts";
import { DepartmentDot } from "../../../ui/badge/department-badge.tsx";
import { PriorityBadge } from "../../../ui/badge/priority-badge.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { MenuChoice } from "../../../ui/popup/menu-entry.ts";
import { setFields } from "../changes/open-task-changes.ts";
import type { TaskWork } from "../changes/use-open-task.ts";
import { priorityNames } from "../data/task-words.ts";
import { keyIn, type StateOption, stateName, useTaskStates, valuesIn } from "../data/use-task-states.ts";
import { StatusRing } from "../status-ring.tsx";
import { ValueButton } from "./value-button.tsx";

/** The status, chosen from a menu. */
export function StatusField({ work }: { work: TaskWork }) {
  const { task } = work;
  const choice = useStateChoice(task, (option) =>
    work.change(setFields(valuesIn(option), `Moved to ${option.name}`)),
  );
  return (
    <Menu
      label="Status"
      items={[choice]}
      trigger={
        <ValueButton label="Status" field="status">
          <StatusRing status={task.status} state={task.state} />
          <span className="truncate">{stateName(task)}</span>
        </ValueButton>
      }
    />
  );
}

/** The states that a task can be moved to, for a menu. */
export function useStateChoice(
  task: Pick<Task, "status" | "state" | "departmentId">,
  onChoose: (option: StateOption) => void,
): MenuChoice {
  const options = useTaskStates().of(task.departmentId);
  const value = keyIn(options, task);
  return {
    choice: "Status",
    hasDigits: true,
    value,
    options: options.map((one) => ({ value: one.value, label: one.name, lead: <StatusRing {...one} /> })),
    onValueChange(next) {
      const chosen = options.find((one) => one.value === next);
      if (chosen && next !== value) onChoose(chosen);
    },
  };
}

/** The priority, chosen from a menu. */
export function PriorityField({ work }: { work: TaskWork }) {
  const { priority } = work.task;
  const choice: MenuChoice = {
    choice: "Priority",
    hasDigits: true,
    value: priority,
    options: taskPriorities.map((value) => ({ value, label: priorityNames[value] })),
    onValueChange(next) {
      const chosen = taskPriorities.find((value) => value === next);
      if (chosen && chosen !== priority)
        work.change(setFields({ priority: chosen }, `Priority changed to ${priorityNames[chosen]}`));
    },
  };
  return (
    <Menu
      label="Priority"
      items={[choice]}
      trigger={
        <ValueButton label="Priority" field="priority">
          <PriorityBadge priority={priority} />
        </ValueButton>
      }
    />
  );
}

/** The department, chosen from those that the viewer is in. */
export function DepartmentField({ work, viewer }: { work: TaskWork; viewer: Viewer }) {
  const { departmentId } = work.task;
  const foreign = useForeignDepartment(departmentId);
  const name = departmentName(departmentId, viewer, foreign);
  const slug = viewer.departments.find(({ id }) => id === departmentId)?.slug;
  return (
    <Menu
      label="Department"
      items={[departmentChoice("Department", work, viewer, foreign)]}
      trigger={
        <ValueButton label="Department">
          {departmentId !== null && <DepartmentDot department={slug ?? ""} />}
          <span className={departmentId === null ? "text-muted" : "line-clamp-2"}>{name}</span>
        </ValueButton>
      }
    />
  );
}

const none = "none";

/** The departments that a task can be moved to, for a menu; `verb` before each of them, among rows of other kinds. */
export function departmentChoice(
  label: string,
  work: TaskWork,
  viewer: Viewer,
  foreign: string,
  verb = "",
): MenuChoice {
  const { departmentId } = work.task;
  const isForeign = departmentId !== null && !viewer.departments.some((one) => one.id === departmentId);
  return {
    choice: label,
    value: departmentId ?? none,
    options: [
      ...viewer.departments.map(({ id: value, name, slug }) => ({
        value,
        label: verb + name,
        lead: <DepartmentDot department={slug} className="mx-1" />,
      })),
      ...(isForeign ? [{ value: departmentId, label: foreign, lead: <span className="w-[17px]" /> }] : []),
      { value: none, label: `${verb}${verb ? "no" : "No"} department`, lead: <span className="w-[17px]" /> },
    ],
    onValueChange(next) {
      const chosen = next === none ? null : next;
      if (chosen === departmentId) return;
      const said =
        chosen === null
          ? "Removed from its department"
          : `Moved to ${departmentName(chosen, viewer, foreign)}`;
      // A cycle belongs to a department.
      const { cycle } = work.task;
      work.change(setFields({ departmentId: chosen }, cycle ? `${said}, and out of ${cycle.name}` : said));
    },
  };
}

/** The name for a department that the viewer is not in. */
export function useForeignDepartment(departmentId: string | null): string {
  const nameOf = useDepartmentNames(departmentId === null ? [] : [departmentId]);
  return (departmentId !== null && nameOf(departmentId)) || "Another department";
}

function departmentName(departmentId: string | null, { departments }: Viewer, foreign: string): string {
  if (departmentId === null) return "No department";
  return departments.find(({ id }) => id === departmentId)?.name ?? foreign;
}
