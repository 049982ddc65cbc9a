import { taskPriorities } from "@atoll/contract/tasks/limits";
import type { Task } from "@atoll/contract/tasks/schemas";
import { User } from "lucide-react";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatWeekday } from "../../../lib/time/format-more-dates.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { PriorityBadge } from "../../../ui/badge/priority-badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import type { NewValues, TaskChangePending } from "../changes/task-act.ts";
import { describeDue } from "../data/due.ts";
import { priorityNames } from "../data/task-words.ts";
import { stateName, valuesIn } from "../data/use-task-states.ts";
import type { TaskField } from "../keys/shortcuts.ts";
import { StatusRing } from "../status-ring.tsx";
import { useStateChoice } from "./choice-fields.tsx";
import { DueForm } from "./due-field.tsx";
import { AssigneePicker, assignedWords } from "./people-fields.tsx";

export interface CellProps {
  task: Task;
  onChange: (change: TaskChangePending) => void;
}

export function changeOf({ id, title }: Task, set: NewValues, said: string): TaskChangePending {
  return { about: [id], title: `“${title}”`, said, change: { act: "set", set } };
}

/** The status as a ring, chosen from a menu. */
export function StatusCell({ task, onChange }: CellProps) {
  return (
    <Menu
      label="Status"
      align="start"
      items={[
        useStateChoice(task, (option) =>
          onChange(changeOf(task, valuesIn(option), `Moved to ${option.name}`)),
        ),
      ]}
      trigger={
        <CellButton cell="status" label={`Status of ${task.title}: ${stateName(task)}`}>
          <StatusRing status={task.status} state={task.state} />
        </CellButton>
      }
    />
  );
}

/** The priority, chosen from a menu. */
export function PriorityCell({ task, onChange }: CellProps) {
  return (
    <Menu
      label="Priority"
      align="start"
      items={[
        {
          choice: "Priority",
          hasDigits: true,
          value: task.priority,
          options: taskPriorities.map((value) => ({ value, label: priorityNames[value] })),
          onValueChange(next) {
            const priority = taskPriorities.find((value) => value === next);
            if (priority && priority !== task.priority) {
              const said = `Priority changed to ${priorityNames[priority]}`;
              onChange(changeOf(task, { priority }, said));
            }
          },
        },
      ]}
      trigger={
        <CellButton
          cell="priority"
          className="-ml-0.5"
          label={`Priority of ${task.title}: ${priorityNames[task.priority]}`}
        >
          <PriorityBadge priority={task.priority} />
        </CellButton>
      }
    />
  );
}

const daysWithName = 7;

/** "Wed 25 Nov" within a week from now, else "4 Dec". */
function dueText(due: NonNullable<Task["due"]>, now: Date): string {
  const { text, isToday } = describeDue(due, now);
  const day = instantOf(due.date);
  const isNear = day > now && day.getTime() - now.getTime() < daysWithName * 86_400_000;
  return isToday || !isNear || due.clock ? text : `${formatWeekday(day)} ${text}`;
}

/** When it is due, in danger when that is today or past. */
export function DueCell({ task, onChange, now }: CellProps & { now: Date }) {
  const { due, status } = task;
  const isDone = status === "done" || status === "archived";
  const shown = due && describeDue(due, now);
  const isLate = shown?.isLate === true && !isDone;
  const isPressing = isLate || (shown?.isToday === true && !isDone);
  // A phone has no heads of columns that say of what there is none.
  const text = due ? dueText(due, now) : "No date";
  return (
    <Popover
      label="Due date"
      align="end"
      className="w-[280px]"
      trigger={
        <CellButton
          cell="due"
          className={cx(
            "-ml-1 whitespace-nowrap text-xs",
            isPressing ? "font-semibold text-danger-text" : due ? "text-muted" : "text-faint",
          )}
          label={`Due date of ${task.title}: ${isLate ? "overdue since " : ""}${text}`}
        >
          {text}
        </CellButton>
      }
    >
      {(close) => (
        <DueForm
          due={due}
          now={now}
          onSet={(next) => {
            close();
            if (JSON.stringify(next) === JSON.stringify(due)) return;
            const said = next ? `Due ${describeDue(next, now).text}` : "Due date removed";
            onChange(changeOf(task, { due: next }, said));
          }}
        />
      )}
    </Popover>
  );
}

/** The assignee. */
export function AssigneeCell({ task, onChange }: CellProps) {
  const viewer = useViewer();
  const { assignee } = task;
  const name = assignee ? authorName(assignee) : "Nobody";
  return (
    <Popover
      label="Assignee"
      align="end"
      className="w-[320px]"
      trigger={
        <CellButton cell="assignee" label={`Assignee of ${task.title}: ${name}`}>
          {assignee ? (
            <PersonAvatar person={assignee} decorative size={20} />
          ) : (
            <span className="grid size-5 place-items-center rounded-full text-faint inset-ring-1 inset-ring-border-control">
              <User aria-hidden="true" className="size-3" />
            </span>
          )}
        </CellButton>
      }
    >
      {(close) => (
        <AssigneePicker
          assigneeId={assignee?.id}
          viewer={viewer}
          onChoose={(person) => {
            close();
            if (person?.id === assignee?.id) return;
            onChange(changeOf(task, { assignee: person ?? null }, assignedWords(person, viewer)));
          }}
        />
      )}
    </Popover>
  );
}

interface CellButtonProps extends ComponentPropsWithRef<"button"> {
  /** The name by which the list's shortcuts find the cell. */
  cell: TaskField;
  /** The field with what stands in it, for assistive tech. */
  label: string;
  children: ReactNode;
}

/** The content of a cell of the list, which can be pressed to change it in place. */
export function CellButton({ cell, label, children, className, ...rest }: CellButtonProps) {
  return (
    <button
      {...rest}
      aria-label={label}
      className={cx(
        "relative z-1 inline-flex min-h-6 items-center rounded-sm px-0.5 hover:bg-surface-active " +
          "data-popup-open:bg-surface-active max-md:min-h-9",
        className,
      )}
      data-cell={cell}
      type="button"
    >
      {children}
    </button>
  );
}
