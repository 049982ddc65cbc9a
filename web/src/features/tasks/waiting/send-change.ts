import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask } from "@atoll/contract/tasks/schemas";
import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";
import { call } from "../../../lib/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { offerTakeBack } from "../data/take-back.ts";
import { tellTasks } from "../data/tell-tasks.ts";
import { type HeldTask, openTaskKey } from "../detail/data/open-task.ts";
import type { WaitingChange } from "./waiting-change.ts";

/** Sends what waited, shows what the server made of it wherever the task is held, and offers to take it back. */
export async function sendChange(
  signedIn: SignedIn,
  { id, body }: OutboxEntry<WaitingChange>,
): Promise<void> {
  const { taskId, set, said } = body;
  const answer = await call(taskRoutes.changeTask, { params: { taskId }, body: { changeId: id, ...set } });
  await showAnswer(signedIn, answer.task);
  offerTakeBack(signedIn, said, id, "tasks-changed");
}

/** @param task null: the viewer may not see it any more. */
export async function showAnswer(signedIn: SignedIn, task: OpenTask | null): Promise<void> {
  if (!task) return signedIn.queryClient.invalidateQueries({ queryKey: ["tasks"] });
  tellTasks(signedIn, [task]);
  signedIn.queryClient.setQueryData<HeldTask>(openTaskKey(task.id), (held) =>
    held && held.task.version >= task.version ? held : { task, isGone: false },
  );
}
