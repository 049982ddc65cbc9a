import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import type { Task } from "@atoll/contract/tasks/schemas";
import { CloudOff, GitMerge, ListChecks, Lock } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import type { TaskChangePending } from "../changes/task-act.ts";
import { AssigneeCell, changeOf, DueCell, PriorityCell, StatusCell } from "../fields/cells.tsx";
import { CycleCell } from "../fields/cycle-fields.tsx";
import { OwnCell } from "../fields/own-cell.tsx";
import { OwnChips } from "../fields/own-value.tsx";
import { TaskLink } from "../task-link.tsx";
import { TitleEditor } from "./title-cell.tsx";

export interface ListRowProps {
  task: Task;
  /** The company's own fields that have a column. */
  columns: readonly TaskField[];
  /** How many of them the list has space for; the others are below the title. */
  fitting: number;
  /** The slug of its department, for the dots of its tags. */
  department: string;
  now: Date;
  isPhone: boolean;
  isSelected: boolean;
  /** The ID of the text that explains how a row is dragged; none where there are no groups. */
  hintId: string | undefined;
  /** It is dragged: this is where it was. */
  isDragged: boolean;
  /** The task is open next to the list. */
  isOpen: boolean;
  isEditing: boolean;
  /** A change to the task has not been sent yet, because there is no connection. */
  isWaiting: boolean;
  onOpen: (taskId: string) => void;
  onSelect: (taskId: string, isExtending: boolean) => void;
  onEdit: (taskId: string | undefined) => void;
  onChange: (change: TaskChangePending) => void;
}

/** A task as a row, each of whose fields is changed where it stands. */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const {
    task,
    columns,
    fitting,
    department,
    now,
    isPhone,
    isSelected,
    isOpen,
    isEditing,
    isWaiting,
    hintId,
    isDragged,
  } = props;
  const { onOpen, onSelect, onEdit, onChange } = props;
  const title = useRef<HTMLAnchorElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone.
    if (wasEditing.current && !isEditing) title.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const cell = { task, onChange };
  const [tag] = task.tags;
  return (
    <li
      className={cx(
        rowLook,
        isSelected ? "bg-primary-soft" : "hover:bg-surface-hover",
        isOpen && openLook,
        isDragged && "opacity-40",
      )}
      data-drag-item={hintId === undefined ? undefined : task.id}
      data-task={task.id}
    >
      <span className="relative z-1 flex justify-center">
        <Checkbox
          checked={isSelected}
          hideLabel
          label={`Select ${task.title}`}
          onChange={({ nativeEvent }) =>
            onSelect(task.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </span>
      <StatusCell {...cell} />
      <span className="flex min-w-0 items-center gap-2 pr-3 max-md:pr-1">
        {isEditing ? (
          <TitleEditor
            onClose={() => onEdit(undefined)}
            onSave={(next) => onChange(changeOf(task, { title: next }, "Title changed"))}
            title={task.title}
          />
        ) : (
          <TaskLink
            aria-describedby={hintId}
            className="min-w-0 truncate font-medium text-sm outline-none after:absolute after:inset-0"
            data-title=""
            onDoubleClick={() => onEdit(task.id)}
            onOpen={(taskId, isByKeys) => (isOpen && isByKeys ? focusPane() : onOpen(taskId))}
            ref={title}
            task={task}
          />
        )}
        {!isEditing && <Marks isWaiting={isWaiting} task={task} />}
        {!isEditing && <CycleCell {...cell} isChip />}
      </span>
      {!isPhone && (
        <>
          <span className="flex min-w-0 items-center gap-1 pr-2" data-dept={department}>
            {tag !== undefined && (
              <span className={tagLook} title={task.tags.join(", ")}>
                <span className="size-[5px] flex-none rounded-full bg-dept" />
                <span className="truncate">{tag}</span>
              </span>
            )}
            {task.tags.length > 1 && <span className="text-2xs text-faint">+{task.tags.length - 1}</span>}
          </span>
          <span className="flex">
            <PriorityCell {...cell} />
          </span>
          <span className="flex">
            <DueCell {...cell} now={now} />
          </span>
          {columns.slice(0, fitting).map((field) => (
            <span className="flex min-w-0 overflow-hidden pr-2" key={field.name}>
              <OwnCell field={field} task={task} />
            </span>
          ))}
        </>
      )}
      <span className="flex justify-end">
        <AssigneeCell {...cell} />
      </span>
      {!isPhone && columns.length > fitting && (
        <span className="col-start-3 -col-end-1 pb-1 empty:hidden">
          <OwnChips fields={columns.slice(fitting)} task={task} />
        </span>
      )}
      {isPhone && (
        <span className="col-start-3 col-end-4 flex flex-wrap items-center gap-2 pb-1">
          <PriorityCell {...cell} />
          <DueCell {...cell} now={now} />
          <OwnChips fields={columns} task={task} />
        </span>
      )}
    </li>
  );
});

/** Enter on the row of the open task leads into it. */
function focusPane(): void {
  document.querySelector<HTMLElement>("[data-task-pane]")?.focus();
}

/** Columns of the head and of every row. */
export const listColumns =
  "grid grid-cols-[34px_26px_minmax(0,1fr)_122px_94px_92px_var(--own,)_32px] items-center " +
  "max-md:grid-cols-[34px_30px_minmax(0,1fr)_36px]";

const rowLook =
  `${listColumns} relative min-h-8 border-b pr-2.5 [contain-intrinsic-size:auto_32px] [content-visibility:auto] ` +
  "max-md:min-h-11 max-md:pr-2 has-[a:focus-visible]:shadow-[inset_2px_0_0_var(--primary)] " +
  "has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring has-[a:focus-visible]:-outline-offset-2";
const openLook = "shadow-[inset_2px_0_0_var(--primary)]";
const tagLook =
  "inline-flex h-[18px] min-w-0 items-center gap-[5px] rounded-xs bg-surface-sunken px-1.5 text-2xs text-muted";

function Marks({ task, isWaiting }: { task: Task; isWaiting: boolean }) {
  return (
    <span className="flex flex-none items-center gap-2 text-faint text-xs">
      {task.subtasks.total > 0 && (
        <Mark icon={ListChecks} text={`${task.subtasks.done}/${task.subtasks.total}`} what="sub-tasks done" />
      )}
      {task.blockedBy > 0 && task.completedAt === null && (
        <Mark className="text-danger-text" icon={Lock} what={`Blocked by ${task.blockedBy}`} />
      )}
      {task.blocks > 0 && <Mark icon={GitMerge} text={String(task.blocks)} what="tasks wait for it" />}
      {isWaiting && <Mark icon={CloudOff} what="Changed here, and not sent yet" />}
    </span>
  );
}

function Mark({
  icon: Icon,
  text,
  what,
  className,
}: {
  icon: IconType;
  text?: string;
  what: string;
  className?: string;
}) {
  return (
    <span
      className={cx("flex items-center gap-[3px] tabular-nums", className)}
      title={text ? undefined : what}
    >
      <Icon aria-hidden="true" className="size-3" />
      {text}
      <VisuallyHidden> {what}</VisuallyHidden>
    </span>
  );
}
