import {
  isUrgentByDate,
  type MatrixView,
  type TaskQuadrant,
  taskQuadrants,
} from "@atoll/contract/tasks/quadrants";
import type { Task } from "@atoll/contract/tasks/schemas";
import { Calendar, Clock, Ellipsis, Flag, GitMerge, Lock, MessageSquare, User } from "lucide-react";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { counted } from "../../../lib/counted.ts";
import { PriorityBadge } from "../../../ui/badge/priority-badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { cardInList, cardLink, gapLook } from "../../../ui/board/drop-slot.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { describeDue } from "../data/due.ts";
import { stateName } from "../data/use-task-states.ts";
import { StatusRing } from "../status-ring.tsx";
import { TaskLink } from "../task-link.tsx";
import { quadrantWords } from "./quadrant-words.ts";

export interface MatrixRowProps {
  task: Task;
  department: string;
  view: MatrixView;
  title?: ReactNode;
  actions?: ReactNode;
}

/** A task as the matrix shows it: what it is, and on the second line why it stands there. */
export function MatrixRow({ task, department, view, title, actions }: MatrixRowProps) {
  const { assignee, tags, commentCount } = task;
  return (
    <>
      <span className="flex flex-none pt-0.5">
        <StatusRing status={task.status} state={task.state} />
        <VisuallyHidden>{stateName(task)}</VisuallyHidden>
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <h3 className="min-w-0 flex-1 truncate font-semibold text-sm/5">{title ?? task.title}</h3>
          <PriorityBadge priority={task.priority} />
          {assignee ? (
            <PersonAvatar person={assignee} size={20} />
          ) : (
            <span className="grid size-5 flex-none place-items-center rounded-full text-faint inset-ring-1 inset-ring-border-control">
              <User aria-hidden="true" className="size-3" />
              <VisuallyHidden>Nobody assigned</VisuallyHidden>
            </span>
          )}
          {actions}
        </div>
        <div className="flex h-5 min-w-0 items-center gap-2 text-xs">
          <Reason task={task} view={view} />
          {tags[0] !== undefined && (
            <span
              className="inline-flex h-[18px] min-w-0 items-center gap-[5px] rounded-xs bg-surface-sunken px-1.5 text-2xs text-muted"
              data-dept={department}
            >
              <span className="size-[5px] flex-none rounded-full bg-dept" />
              <span className="truncate">{tags[0]}</span>
            </span>
          )}
          {commentCount > 0 && (
            <span className="ml-auto flex flex-none items-center gap-[3px] text-2xs text-faint">
              <MessageSquare aria-hidden="true" className="size-3" />
              {commentCount}
              <VisuallyHidden> comments</VisuallyHidden>
            </span>
          )}
        </div>
      </div>
    </>
  );
}

interface ReasonLook {
  icon: IconType;
  look: string;
  text: string;
}

function Reason({ task, view }: { task: Task; view: MatrixView }) {
  const { icon: Icon, look, text } = reasonOf(task, view);
  return (
    <span className={cx("flex min-w-0 items-center gap-1", look)}>
      <Icon aria-hidden="true" className="size-3 flex-none" />
      <span className="truncate">{text}</span>
    </span>
  );
}

/** Danger today, mango within the days of the setting, plain otherwise. */
function reasonOf({ due, isUrgent, blocks, blockedBy }: Task, view: MatrixView): ReasonLook {
  const hot = "font-semibold text-danger-text";
  const warm = "font-semibold text-warning-text";
  const plain = "text-muted";
  if (due) {
    const { text, isToday, isLate } = describeDue(due, view.now);
    if (isLate) return { icon: Clock, look: hot, text: `Overdue since ${isToday ? "today" : text}` };
    if (isToday) return { icon: Clock, look: hot, text: `Due ${text.replace("Today", "today")}` };
    if (isUrgentByDate(due, view)) return { icon: Clock, look: warm, text: `Due ${text}` };
  }
  if (isUrgent) return { icon: Flag, look: warm, text: "Urgent, set by hand" };
  if (blockedBy > 0) return { icon: Lock, look: plain, text: `Waits for ${counted(blockedBy, "task")}` };
  if (blocks > 0) return { icon: GitMerge, look: warm, text: `Holds up ${counted(blocks, "task")}` };
  if (due) return { icon: Calendar, look: plain, text: `Due ${describeDue(due, view.now).text}` };
  return { icon: Calendar, look: plain, text: "No date" };
}

export interface MatrixCardProps extends Omit<MatrixRowProps, "title" | "actions"> {
  quadrant: TaskQuadrant;
  isOpen: boolean;
  dragged: "no" | "home" | "away";
  hintId: string;
  onOpen: (taskId: string) => void;
  onMove: (taskId: string, quadrant: TaskQuadrant) => void;
  /** The field that is being changed by keys, a `CardField`. */
  field?: ReactNode;
}

/** A task that opens, and can be brought to another field with and without dragging. */
export function MatrixCard(props: MatrixCardProps) {
  const { task, department, view, quadrant, isOpen, dragged, hintId, onOpen, onMove, field } = props;
  return (
    <li
      className={cx(rowLook, cardInList, leftOut, isOpen && "border-primary/60", gapLook[dragged])}
      data-drag-item={task.id}
    >
      <MatrixRow
        actions={
          <span className="relative -my-1 -mr-1.5 flex-none max-md:-my-2.5" data-no-drag="">
            <Menu
              align="end"
              items={taskQuadrants
                .filter((one) => one !== quadrant)
                .map((one) => ({
                  label: `Move to ${quadrantWords[one].name}`,
                  icon: quadrantWords[one].icon,
                  onSelect: () => onMove(task.id, one),
                }))}
              label={`Actions for ${task.title}`}
              trigger={<IconButton icon={Ellipsis} label={`Actions for ${task.title}`} size="xs" />}
            />
          </span>
        }
        department={department}
        task={task}
        title={
          <TaskLink
            aria-describedby={hintId}
            className={cardLink}
            onOpen={() => onOpen(task.id)}
            task={task}
          />
        }
        view={view}
      />
      {field}
    </li>
  );
}

export const rowLook = "flex gap-2.5 rounded-md border bg-surface-raised px-3 py-1.5 shadow-1 max-md:py-2.5";

const leftOut =
  "flex-none [-webkit-touch-callout:none] [contain-intrinsic-size:auto_54px] [content-visibility:auto]";
