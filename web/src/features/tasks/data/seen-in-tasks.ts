import { findReadable } from "../../../capabilities/documents/references/find-readable.ts";
import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";

export const boardsKey = ["tasks", "board"] as const;
export const openTasks = ["tasks", "open"] as const;

const kinds: readonly SeenKind[] = [
  { name: "tasks/board", queryKey: boardsKey, newest: 5 },
  {
    name: "tasks/open",
    queryKey: openTasks,
    newest: 40,
    subjectOf: ([, , taskId]) => String(taskId),
    findReadable: findReadable("task"),
  },
];

/** The tasks that open without a connection: the boards and tasks that were viewed last. */
export const seenInTasks = () => kinds;
