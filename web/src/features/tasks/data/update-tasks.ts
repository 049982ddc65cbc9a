import type { Task } from "@atoll/contract/tasks/schemas";
import { removeFromLists, updateLists } from "../../../capabilities/grouped-list/use-grouped-list.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { boards } from "./use-board.ts";
import { matrices } from "./use-matrix.ts";
import { taskLists } from "./use-task-list.ts";

/** Updates every list in the cache with tasks that the server has just answered with. */
export function updateTasks(signedIn: SignedIn, tasks: readonly Task[]): void {
  updateLists(signedIn, boards, tasks);
  updateLists(signedIn, matrices, tasks);
  updateLists(signedIn, taskLists, tasks);
}

/** Takes deleted tasks out of every list in the cache. */
export function removeTasks(signedIn: SignedIn, taskIds: readonly string[]): void {
  removeFromLists(signedIn, boards, taskIds);
  removeFromLists(signedIn, matrices, taskIds);
  removeFromLists(signedIn, taskLists, taskIds);
}
