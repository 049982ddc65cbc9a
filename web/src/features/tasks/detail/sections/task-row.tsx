import type { TaskReference } from "@atoll/contract/tasks/schemas";
import type { MouseEvent, ReactNode } from "react";
import { PersonAvatar } from "../../../../capabilities/people/person-avatar.tsx";
import { useNow } from "../../../../lib/time/use-now.ts";
import { cx } from "../../../../ui/base/cx.ts";
import { describeDue } from "../../data/due.ts";
import { isOpen } from "../../data/is-open.ts";
import { stateName } from "../../data/use-task-states.ts";
import { StatusRing } from "../../status-ring.tsx";

export interface TaskRowProps {
  task: TaskReference;
  onOpen: OpenTaskById;
  /** Stands in place of its status. */
  lead?: ReactNode;
  end?: ReactNode;
}

/** Shows another task; left out, its link is followed as any other. */
export type OpenTaskById = ((taskId: string) => void) | undefined;

/** Another task, in one line that leads to it. */
export function TaskRow({ task, onOpen, lead, end }: TaskRowProps) {
  const now = useNow();
  const due = task.due && describeDue(task.due, now);
  return (
    <li className="flex min-h-9 items-center gap-2.5 px-3 py-1">
      {lead ?? (
        <>
          <StatusRing status={task.status} state={task.state} />
          <span className="sr-only">{stateName(task)}: </span>
        </>
      )}
      <TaskLink task={task} onOpen={onOpen} />
      {due && isOpen(task) && (
        <span className={cx("flex-none text-xs", due.isLate ? "text-danger-text" : "text-muted")}>
          {due.text}
        </span>
      )}
      {task.assignee && <PersonAvatar person={task.assignee} size={20} />}
      {end}
    </li>
  );
}

/** A real link, so that it can be opened in another tab; a plain press stays in the sheet. */
export function TaskLink({ task, onOpen }: { task: TaskReference; onOpen: OpenTaskById }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || !onOpen) return;
    event.preventDefault();
    onOpen(task.id);
  }
  return (
    <a
      href={taskPath(task.id)}
      onClick={follow}
      className={cx(
        "min-w-0 flex-1 truncate rounded-xs py-1 hover:underline",
        !isOpen(task) && "text-muted line-through decoration-(--text-faint)",
      )}
    >
      {task.title}
    </a>
  );
}

/** Specification, section 2: notification links. */
export function taskPath(taskId: string): string {
  return `/tasks?task=${taskId}`;
}

export const rowList = "divide-y rounded-md border";
