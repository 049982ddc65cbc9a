import type { Task } from "@atoll/contract/tasks/schemas";
import { Calendar } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { describeDue } from "../data/due.ts";

export interface DueDateProps {
  due: NonNullable<Task["due"]>;
  /** A done task is not late. */
  isDone: boolean;
  now: Date;
}

/** When a task is due, in danger when that is today or past. */
export function DueDate({ due, isDone, now }: DueDateProps) {
  const { text, isToday, isLate } = describeDue(due, now);
  const isPressing = !isDone && (isToday || isLate);
  return (
    <span
      className={cx(
        "flex items-center gap-1 whitespace-nowrap text-xs",
        isPressing ? "font-semibold text-danger-text" : "text-muted",
      )}
    >
      <Calendar aria-hidden="true" className="size-3" />
      <VisuallyHidden>{isLate && !isDone ? "Overdue since " : "Due "}</VisuallyHidden>
      {text}
    </span>
  );
}
