import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { offerTakeBack } from "../data/take-back.ts";
import { openTaskKey } from "../detail/data/open-task.ts";
import { showAnswer } from "./send-change.ts";
import { sendPart } from "./send-part.ts";
import type { WaitingPart } from "./waiting-part.ts";

/** Sends what waited, shows what the server made of it wherever the task is held, and offers to take it back. */
export async function sendWaitingPart(
  signedIn: SignedIn,
  { id, body }: OutboxEntry<WaitingPart>,
): Promise<void> {
  const answer = await sendPart(body.taskId, id, body.part);
  if (answer !== undefined) await showAnswer(signedIn, answer);
  else await signedIn.queryClient.invalidateQueries({ queryKey: openTaskKey(body.taskId) });
  offerTakeBack(signedIn, body.said, id, "tasks-changed");
}
