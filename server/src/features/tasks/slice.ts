import type { Slice } from "../../slice.ts";
import { taskComments } from "./comment-kind.ts";
import { ownedTasks } from "./owned-tasks.ts";
import { registerTasks } from "./routes.ts";

/** Tasks. Specification, sections 3, 5 and 7 (tasks). */
export const tasks: Slice = {
  name: "tasks",
  routes: [registerTasks],
  owned: [ownedTasks],
  commentKinds: [taskComments],
};
