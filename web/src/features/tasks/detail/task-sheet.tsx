import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { type TaskScreenProps, useTaskScreen } from "./use-task-screen.tsx";

/**
 * A task over the board. Escape closes it unless something is being written; the focus goes back to where it came from.
 * Without `onOpen` the other tasks it names are followed as any link.
 */
export function TaskSheet(props: TaskScreenProps) {
  const { title, head, body, isEditing } = useTaskScreen({ ...props, heading: "h2" });
  return (
    <Drawer
      open
      title={title}
      head={head}
      // After J and K, the card of the task that was open last.
      finalFocus={() => document.querySelector<HTMLElement>(cardOf(props.taskId))}
      onOpenChange={(isOpen, byEscape) => {
        if (!isOpen && !(byEscape && isEditing())) props.onClose();
      }}
    >
      <div className="px-6 py-5 max-md:px-4">{body}</div>
    </Drawer>
  );
}

const cardOf = (taskId: string) => `[data-drag-item="${taskId}"] a, [data-task="${taskId}"] a`;
