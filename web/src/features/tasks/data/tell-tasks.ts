import type { Task } from "@atoll/contract/tasks/schemas";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { tellTaskLists } from "../list/use-task-list.ts";
import { tellMatrices } from "../matrix/use-matrix.ts";
import { tellBoards } from "./use-board.ts";

/** Tells every list in the cache of tasks that the server has just answered with. */
export function tellTasks(signedIn: SignedIn, tasks: readonly Task[]): void {
  tellBoards(signedIn, tasks);
  tellMatrices(signedIn, tasks);
  tellTaskLists(signedIn, tasks);
}
