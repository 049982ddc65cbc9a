import type { SelectedText } from "../../features/chat/selection/selected-text.ts";

/** A task that is being made of what was said. */
export interface TaskInMaking extends SelectedText {
  taskId: string;
}
