import { useCallback, useSyncExternalStore } from "react";
import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { changeKind, type WaitingChange, waitingEntry } from "./waiting-change.ts";

/**
 * Changes of tasks go through the outbox: shown at once, sent in their order when there is a connection, from whatever
 * page. Of two fields' changes each arrives; what the server refuses is told, and shown no more.
 */
export const taskOutboxOf = oneEach((signedIn) => {
  const outbox = outboxOf(signedIn).register<WaitingChange>({
    name: changeKind,
    shape: { taskId: "string", title: "string", set: "object", ahead: "object", said: "string" },
    isInOrder: true,
    // With the pages of tasks, and not with the frame: here there is only what waits.
    send: async (entry) => (await import("./send-change.ts")).sendChange(signedIn, entry),
    onRefused({ body: { title } }, reason) {
      notify.error(`“${title}” could not be changed. ${reason}`);
    },
    failure: "Try again.",
    words: { one: "A change of a task", many: "changes of tasks" },
  });
  signedIn.onEnd(outbox.end);
  return outbox;
});

/** What waits, of all tasks, in its order. */
export function useWaitingChanges(): readonly OutboxEntry<WaitingChange>[] {
  const outbox = taskOutboxOf(useSignedIn());
  return useSyncExternalStore(outbox.subscribe, outbox.entries);
}

/** Changes a task: at once for the eye, and on the server as soon as it can be reached. */
export function useChangeTask(): (change: WaitingChange) => void {
  const outbox = taskOutboxOf(useSignedIn());
  return useCallback((change) => outbox.put(waitingEntry(uuidv7(), change)), [outbox]);
}
