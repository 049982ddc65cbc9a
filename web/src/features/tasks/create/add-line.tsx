import { isWantedCycle } from "@atoll/contract/tasks/cycles";
import { taskTitleMaxLength } from "@atoll/contract/tasks/limits";
import { Plus } from "lucide-react";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { submitTo } from "../../../lib/form/submit-to.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { useTextLimit } from "../../../ui/field/text-limit.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { taskChanges } from "../changes/task-changes.ts";
import type { ShownTasks } from "../data/task-filter.ts";
import { useTaskCycles } from "../data/use-task-cycles.ts";
import type { AddTask } from "./new-task-form.ts";
import { type Preset, presetOf } from "./preset.ts";

export interface AddLineProps {
  label: string;
  /** The other fields of the new task. */
  preset: Preset;
  /** The preset in words. */
  said?: string;
  /** Given where a button opened the line: it has the focus, and closes when it is left empty. */
  onClose?: (() => void) | undefined;
  /** Opens the form with all fields, with what was typed as the title. */
  onMore?: ((title: string) => void) | undefined;
  /** Called with each new task. */
  onAdd?: ((taskId: string) => void) | undefined;
  className?: string;
}

/** Adds a task of one line in its place. Enter adds one and waits for the next. */
export function AddLine({ label, preset, said, onClose, onMore, onAdd, className }: AddLineProps) {
  const queue = useChanges(taskChanges);
  const [title, setTitle] = useState("");
  const limit = useTextLimit({ maxLength: taskTitleMaxLength, value: title });
  const field = useRef<HTMLInputElement>(null);
  const isOpened = onClose !== undefined;
  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);

  function add() {
    const wanted = title.trim();
    if (wanted === "" || limit.error) return;
    setTitle("");
    const { assignee, state = null, cycle = null } = preset;
    const task = { title: wanted, ...preset.task, assigneeId: assignee?.id ?? null };
    const id = uuidv7();
    const change = { act: "create" as const, task, assignee, state, cycle };
    queue.run({ about: [id], title: `“${wanted}”`, said: "", change }, id).then(
      () => onAdd?.(id),
      (error: unknown) => {
        notify.error(errorMessage(error, "Failed to create task"), { id: "task-added" });
        setTitle((typed) => (typed === "" ? wanted : typed));
      },
    );
    showCard(id);
  }
  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    if (title.trim() === "" && !currentTarget.contains(relatedTarget)) onClose?.();
  }
  return (
    <form
      className={cx(
        "flex h-[33px] flex-none items-center gap-2 rounded-md border border-control border-dashed px-3 text-muted focus-within:border-solid focus-within:bg-surface-raised max-md:h-11",
        className,
      )}
      data-clear-of-toasts={isOpened ? "" : undefined}
      onBlur={leave}
      onSubmit={submitTo(add)}
    >
      <Plus aria-hidden="true" className="size-3.5 flex-none" />
      <input
        aria-label={label}
        className="h-full min-w-0 flex-1 bg-transparent text-sm text-text outline-none placeholder:text-muted max-md:text-lg"
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          setTitle("");
          onClose?.();
        }}
        placeholder={label}
        ref={field}
        value={title}
      />
      {limit.error ? (
        <span className="flex-none text-2xs text-danger-text" role="alert">
          {limit.error}
        </span>
      ) : (
        said !== undefined && <span className="flex-none text-2xs text-muted">{said}</span>
      )}
      {onMore && (
        <Button className="-mr-2" onClick={() => onMore(title)} size="xs" variant="ghost">
          All fields
        </Button>
      )}
    </form>
  );
}

export interface AddInPlaceProps extends Partial<Preset> {
  label: string;
  shown: ShownTasks;
  /** All tasks of the column or group are loaded, so that a new one is seen in it. */
  isWhole: boolean;
  onAdd: AddTask;
  onClose: () => void;
  className?: string;
}

/** The line for new tasks of a column of the board, or of a group of the list. */
export function AddInPlace(props: AddInPlaceProps) {
  const { label, shown, isWhole, onAdd, onClose, className = "" } = props;
  const { task, assignee } = presetOf(shown, useViewer(), new Date());
  const { open, today } = useTaskCycles();
  const { cycles } = shown;
  // One that the filter wants; a filter that also wants tasks without a cycle gives none.
  const wanted =
    cycles.length > 0 && !cycles.includes("none") && task.departmentId
      ? open(task.departmentId).find((one) => isWantedCycle(cycles, one, today))
      : undefined;
  const place = { status: props.task?.status ?? "todo", stateId: props.task?.stateId ?? null };
  return (
    <AddLine
      className={className}
      label={label}
      onAdd={isWhole ? undefined : () => notify.success("Task created", { id: "task-added" })}
      onClose={onClose}
      onMore={(title) => {
        onClose();
        onAdd(place, title);
      }}
      preset={{
        task: { ...task, ...(wanted && { cycleId: wanted.id }), ...props.task },
        cycle: props.cycle === undefined ? (wanted ?? null) : props.cycle,
        assignee: props.assignee === undefined ? assignee : props.assignee,
        state: props.state ?? null,
      }}
    />
  );
}

/** Brings a new task into view: it is at the end of its column or group, which may be long. */
export function showCard(taskId: string): void {
  requestAnimationFrame(() => {
    document
      .querySelector(`[data-drag-item="${taskId}"], [data-task="${taskId}"]`)
      ?.scrollIntoView({ block: "nearest" });
  });
}
