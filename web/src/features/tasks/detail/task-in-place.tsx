import { useState } from "react";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { goneText } from "./task-states.tsx";
import { useTaskScreen } from "./use-task-screen.tsx";

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
