import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";
import { call } from "../../../lib/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { offerTakeBack } from "../data/take-back.ts";
import { tellTasks } from "../data/tell-tasks.ts";
import type { WaitingMove } from "./waiting-move.ts";

/** Sends a move that waited, shows what the server made of it on every list, and offers to take it back. */
export async function sendMove(signedIn: SignedIn, { id, body }: OutboxEntry<WaitingMove>): Promise<void> {
  const { taskIds, status, after, before, isPlaced, said } = body;
  const common = { changeId: id, taskIds };
  const { tasks } = isPlaced
    ? await call(taskRoutes.moveTasks, { body: { ...common, status, after, before } })
    : await call(taskRoutes.changeTasks, { body: { ...common, set: { status } } });
  tellTasks(signedIn, tasks);
  offerTakeBack(signedIn, said, id, "task-moved");
}
