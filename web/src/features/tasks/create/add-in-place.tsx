import { useViewer } from "../../../lib/session/use-session.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import type { ShownTasks } from "../data/task-filter.ts";
import { AddLine } from "./add-line.tsx";
import type { AddTask } from "./new-task-form.ts";
import { type Preset, presetOf } from "./preset.ts";

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
  const status = props.task?.status ?? "todo";
  return (
    <AddLine
      className={className}
      label={label}
      onAdd={isWhole ? undefined : () => notify.success("Task created", { id: "task-added" })}
      onClose={onClose}
      onMore={(title) => {
        onClose();
        onAdd(status, title);
      }}
      preset={{
        task: { ...task, ...props.task },
        assignee: props.assignee === undefined ? assignee : props.assignee,
      }}
    />
  );
}
