import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";
import { call } from "../../../lib/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { offerTakeBack } from "../data/take-back.ts";
import { tellTasks } from "../data/tell-tasks.ts";
import { bulkSetOf, type WaitingBulk } from "./waiting-bulk.ts";

/** Sends what was changed of many, shows what the server made of it on every list, and offers to take it back. */
export async function sendBulk(signedIn: SignedIn, { id, body }: OutboxEntry<WaitingBulk>): Promise<void> {
  const { taskIds, set, said } = body;
  const { tasks } = await call(taskRoutes.changeTasks, {
    body: { changeId: id, taskIds, set: bulkSetOf(set) },
  });
  tellTasks(signedIn, tasks);
  offerTakeBack(signedIn, said, id, "tasks-changed");
}
