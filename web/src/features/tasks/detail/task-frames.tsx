import { useRef, useState } from "react";
import { usePageTitle } from "../../../lib/page/page-title.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { DrawerFrame } from "../../../ui/dialog/drawer-frame.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { goneText } from "./task-states.tsx";
import { type TaskScreenProps, useTaskScreen } from "./use-task-screen.tsx";

/**
 * A task over the board. Escape closes it unless something is being written; the focus goes back to where it came from.
 * Without `onOpen` the other tasks it names are followed as any link.
 */
export function TaskSheet(props: TaskScreenProps) {
  const { title, head, body, isEditing } = useTaskScreen({ ...props, heading: "h2" });
  return (
    <Drawer
      title={title}
      head={head}
      // After J and K, the card of the task that was open last.
      finalFocus={() => document.querySelector<HTMLElement>(cardOf(props.taskId))}
      onClose={(byEscape) => {
        if (!(byEscape && isEditing())) props.onClose();
      }}
    >
      <div className="px-6 py-5 max-md:px-4">{body}</div>
    </Drawer>
  );
}

const cardOf = (taskId: string) => `[data-drag-item="${taskId}"] a, [data-task="${taskId}"] a`;

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

/** A task as a page of its own. */
export function TaskPage(props: TaskScreenProps) {
  const { title, head, body } = useTaskScreen({ ...props, heading: "h1" });
  usePageTitle(title);
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-4">
      {head}
      {body}
    </div>
  );
}

export interface TaskInPlaceProps {
  taskId: string;
  onOpen: (taskId: string) => void;
}

/** A task inside another area, each part changed where it stands. */
export function TaskInPlace(props: TaskInPlaceProps) {
  const [isLeft, setIsLeft] = useState(false);
  if (isLeft) return <InlineAlert tone="info">{goneText}</InlineAlert>;
  return <TaskThere {...props} onClose={() => setIsLeft(true)} />;
}

function TaskThere(props: TaskInPlaceProps & { onClose: () => void }) {
  return useTaskScreen({ ...props, heading: "h2" }).body;
}
