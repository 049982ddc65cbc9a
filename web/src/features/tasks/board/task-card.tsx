import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { Calendar, Lock, MessageSquare, Network, Paperclip, Repeat, User } from "lucide-react";
import { memo, type ReactNode } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { PriorityBadge } from "../../../ui/badge/priority-badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { describeDue } from "../data/due.ts";
import { recurrenceInSentence, recurrenceWords } from "../data/recurrence-words.ts";
import { OwnChips } from "../fields/own-value.tsx";

export interface TaskCardProps {
  task: Task;
  /** The slug of its department, for the dots of its tags. */
  department: string;
  /** The company's own fields that are shown. */
  fields?: readonly TaskField[] | undefined;
  now: Date;
  /** The title as a link, and what else can be done with it. Left out: a card that is only looked at. */
  title?: ReactNode;
  actions?: ReactNode;
}

const maxTags = 3;

/** A task as the board shows it; the column says its status. Design, "Task card". */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { task, department, fields = [], now, title, actions } = props;
  const more = task.tags.length - maxTags;
  return (
    <>
      <div className="flex items-start gap-1">
        <h3 className="line-clamp-2 min-w-0 flex-1 font-semibold text-sm/[18px] wrap-anywhere">
          {title ?? task.title}
        </h3>
        {actions}
      </div>
      {task.note !== "" && (
        <p className="-mt-1 line-clamp-2 text-muted text-xs/[17px] wrap-anywhere">
          {withoutMarks(task.note)}
        </p>
      )}
      {task.tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1" data-dept={department}>
          {task.tags.slice(0, maxTags).map((tag) => (
            <li key={tag} className={tagLook}>
              <span className="size-[5px] flex-none rounded-full bg-dept" />
              <span className="truncate">{tag}</span>
            </li>
          ))}
          {more > 0 && <li className={tagLook}>+{more}</li>}
        </ul>
      )}
      <OwnChips fields={fields} task={task} />
      <div className="flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1.5">
        <PriorityBadge priority={task.priority} />
        {task.due && <DueDate due={task.due} isDone={task.completedAt !== null} now={now} />}
        <span className="ml-auto flex items-center gap-2 text-muted text-xs">
          {task.blockedBy > 0 && task.completedAt === null && (
            <Figure className="text-danger-text" icon={Lock} value={task.blockedBy} what="open blockers" />
          )}
          {task.recurrence && (
            <span title={recurrenceWords(task.recurrence)}>
              <Repeat aria-hidden="true" className="size-3" />
              <VisuallyHidden>{`Repeats ${recurrenceInSentence(task.recurrence)}`}</VisuallyHidden>
            </span>
          )}
          {task.subtasks.total > 0 && (
            <Figure
              icon={Network}
              value={`${task.subtasks.done}/${task.subtasks.total}`}
              what="sub-tasks done"
            />
          )}
          {task.attachmentCount > 0 && (
            <Figure icon={Paperclip} value={task.attachmentCount} what="attachments" />
          )}
          {task.commentCount > 0 && <Figure icon={MessageSquare} value={task.commentCount} what="comments" />}
          <Assignee task={task} />
        </span>
      </div>
    </>
  );
});

export const cardLook =
  "flex flex-col gap-2 rounded-md border bg-surface-raised px-3 py-2.5 shadow-1 transition-shadow duration-fast";

const tagLook =
  "inline-flex h-[18px] max-w-full items-center gap-[5px] rounded-xs bg-surface-sunken px-1.5 text-2xs text-muted";

interface FigureProps {
  icon: IconType;
  value: number | string;
  what: string;
  className?: string;
}

function Figure({ icon: Icon, value, what, className }: FigureProps) {
  return (
    <span className={cx("flex items-center gap-[3px] tabular-nums", className)}>
      <Icon aria-hidden="true" className="size-3" />
      {value}
      <VisuallyHidden> {what}</VisuallyHidden>
    </span>
  );
}

function Assignee({ task: { assignee } }: { task: Task }) {
  if (assignee) return <PersonAvatar person={assignee} size={20} />;
  return (
    <span className="grid size-5 place-items-center rounded-full text-faint inset-ring-1 inset-ring-border-control">
      <User aria-hidden="true" className="size-3" />
      <VisuallyHidden>Nobody assigned</VisuallyHidden>
    </span>
  );
}

interface DueDateProps {
  due: NonNullable<Task["due"]>;
  /** A done task is not late. */
  isDone: boolean;
  now: Date;
}

/** When a task is due, in danger when that is today or past. */
function DueDate({ due, isDone, now }: DueDateProps) {
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
