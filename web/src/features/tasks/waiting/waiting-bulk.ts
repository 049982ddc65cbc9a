import type { Person } from "@atoll/contract/people/schemas";
import type { BulkChange } from "@atoll/contract/tasks/changes";
import type { Task } from "@atoll/contract/tasks/schemas";

/** Stands in what the browser keeps. */
export const bulkKind = "task bulk change";

/** What is set on many at one go, as their lists show it. */
export interface BulkSet extends Partial<Pick<Task, "status" | "priority" | "due">> {
  assignee?: Person | null;
  addTags?: string[];
  removeTags?: string[];
}

/** The same, done by the person. The entry's id is that of the change: however often it is sent, it is done once. */
export interface WaitingBulk {
  taskIds: string[];
  /** What a refusal is told of. */
  title: string;
  set: BulkSet;
  /** What is said once it is done. */
  said: string;
}

/** Pure: the task as it will be. */
export function withBulk<Of extends Task>(task: Of, set: BulkSet): Of {
  const { addTags = [], removeTags = [], ...fields } = set;
  const kept = task.tags.filter((tag) => !removeTags.includes(tag));
  return { ...task, ...fields, tags: [...new Set([...kept, ...addTags])] };
}

/** The same as the server is asked for it. */
export function bulkSetOf({ assignee, ...set }: BulkSet): BulkChange["set"] {
  return { ...set, ...(assignee !== undefined && { assigneeId: assignee?.id ?? null }) };
}
