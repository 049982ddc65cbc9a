import { useRef } from "react";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { DrawerFrame } from "../../../ui/dialog/drawer-frame.tsx";
import { type TaskScreenProps, useTaskScreen } from "./use-task-screen.tsx";

/**
 * A task next to its list, which keeps the focus and its keys. Enter on the row of the open task leads into the pane, Escape
 * closes it unless something is being written. Design, "List".
 */
export function TaskPane(props: TaskScreenProps) {
  const { title, head, body, isEditing } = useTaskScreen({ ...props, heading: "h2" });
  const pane = useRef<HTMLElement>(null);
  function close() {
    // The row of the task takes the focus back before the pane is gone.
    if (pane.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>(`[data-task="${props.taskId}"] a`)?.focus();
    props.onClose();
  }
  /** While rows are selected, Escape is for the selection. */
  const isFirst = () =>
    pane.current?.contains(document.activeElement) || !document.querySelector(selectionBar);
  useShortcut(closePane, () => isFirst() && !isEditing() && close());
  return (
    <section
      aria-label={title}
      className="flex w-[376px] flex-none flex-col overflow-hidden rounded-lg border bg-surface-raised outline-none"
      data-task-pane=""
      ref={pane}
      tabIndex={-1}
    >
      <DrawerFrame head={head} heading={<span>{title}</span>} kind="detail" onClose={close}>
        <div className="px-4 py-4">{body}</div>
      </DrawerFrame>
    </section>
  );
}

const selectionBar = "[data-selection-bar]";
const closePane = { does: "Close the open task", keys: ["Escape"] };
