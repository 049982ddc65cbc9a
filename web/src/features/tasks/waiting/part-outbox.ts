import { useSyncExternalStore } from "react";
import { draftsOf } from "../../../capabilities/offline/drafts/use-draft.ts";
import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { oneEach, type SignedIn } from "../../../lib/signed-in.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { descriptionDraft } from "./description-draft.ts";
import { partKind, type TaskPart, type WaitingPart } from "./waiting-part.ts";

/**
 * What is done to the parts of a task without a connection waits, as changes of its fields do. A description is sent as the
 * answer to the version that was read: of one that somebody else has written meanwhile the text is a draft again, beside
 * theirs, and nothing is lost.
 */
export const partOutboxOf = oneEach((signedIn) => {
  const outbox = outboxOf(signedIn).register<WaitingPart>({
    name: partKind,
    shape: { taskId: "string", title: "string", part: "object", said: "string" },
    isInOrder: true,
    // With the pages of tasks, and not with the frame: here there is only what waits.
    send: async (entry) => (await import("./send-waiting-part.ts")).sendWaitingPart(signedIn, entry),
    onRefused({ body }, reason) {
      const { part, taskId, title } = body;
      if (part.act !== "describe") return notify.error(`“${title}” could not be changed. ${reason}`);
      keepText(signedIn, taskId, part.text);
      notify.error(`The description of “${title}” could not be saved. ${reason} Your text is kept there.`);
    },
    failure: "Try again.",
    words: { one: "A change of a task", many: "changes of tasks" },
  });
  signedIn.onEnd(outbox.end);
  return outbox;
});

/** What waits, of all tasks, in its order. */
export function useWaitingParts(): readonly OutboxEntry<WaitingPart>[] {
  const outbox = partOutboxOf(useSignedIn());
  return useSyncExternalStore(outbox.subscribe, outbox.entries);
}

/** Keeps something that could not be sent under the id that it went out with: it may have arrived. */
export function waitWithPart(signedIn: SignedIn, changeId: string, body: WaitingPart): void {
  const outbox = partOutboxOf(signedIn);
  const isSameText = (part: TaskPart) => part.act === "describe" && body.part.act === "describe";
  // Both would answer the same version: only the last text is meant.
  for (const before of outbox.entries())
    if (before.body.taskId === body.taskId && isSameText(before.body.part)) outbox.remove(before.id);
  const createdAt = new Date().toISOString();
  const subject = `task/${body.taskId}`;
  outbox.put({ id: changeId, kind: partKind, subject, body, createdAt, failure: null });
}

/** As a draft of the description, behind what was begun since. */
function keepText(signedIn: SignedIn, taskId: string, text: string): void {
  const drafts = draftsOf(signedIn);
  const subject = descriptionDraft(taskId);
  const begun = drafts.read(subject).trim();
  drafts.write(subject, begun === "" || begun === text ? text : `${begun}\n\n${text}`);
}
