import type { TaskStatus } from "@atoll/contract/tasks/limits";

/** Stands in what the browser keeps. */
export const moveKind = "task move";

/** Cards that the person moved at one go. The entry's id is that of the change: however often it is sent, it is done once. */
export interface WaitingMove {
  taskIds: string[];
  /** What a refusal is told of. */
  title: string;
  status: TaskStatus;
  /** Between these; none: at the end. */
  after: string | null;
  before: string | null;
  /** In columns that are sorted by a field a card has no place of its own: only its status is changed. */
  isPlaced: boolean;
  /** What is said once it is done. */
  said: string;
}
