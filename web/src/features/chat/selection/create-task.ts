import { createContext, use } from "react";
import type { SelectedText } from "./selected-text.ts";

/** Creates a task from selected text; null if the viewer may not create tasks. Provided by the screen. */
export type CreateTask = ((selected: SelectedText) => void) | null;

export const CreateTaskContext = createContext<CreateTask>(null);

export function useCreateTask(): CreateTask {
  return use(CreateTaskContext);
}
