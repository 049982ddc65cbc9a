import { createContext, use } from "react";
import type { SelectedText } from "./selected-text.ts";

/** Makes a task of something that was said; null where the viewer may not create tasks. The screen provides it. */
export type CreateTask = ((selected: SelectedText) => void) | null;

export const CreateTaskContext = createContext<CreateTask>(null);

export function useCreateTask(): CreateTask {
  return use(CreateTaskContext);
}
