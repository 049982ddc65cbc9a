import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";

export const boardsKey = ["tasks", "board"] as const;
export const openTasks = ["tasks", "open"] as const;

const kinds: readonly SeenKind[] = [
  { name: "tasks/board", queryKey: boardsKey, newest: 5 },
  { name: "tasks/open", queryKey: openTasks, newest: 40 },
];

/** What of tasks opens without a connection: the boards and the tasks that were looked at last. */
export const seenInTasks = () => kinds;
