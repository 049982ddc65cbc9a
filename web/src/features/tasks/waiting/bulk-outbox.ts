import { useSyncExternalStore } from "react";
import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { bulkKind, type WaitingBulk } from "./waiting-bulk.ts";

/** Changes of many tasks at one go wait as those of one do: all of them arrive, or none. */
export const bulkOutboxOf = oneEach((signedIn) => {
  const outbox = outboxOf(signedIn).register<WaitingBulk>({
    name: bulkKind,
    shape: { taskIds: "strings", title: "string", set: "object", said: "string" },
    isInOrder: true,
    // With the pages of tasks, and not with the frame: here there is only what waits.
    send: async (entry) => (await import("./send-bulk.ts")).sendBulk(signedIn, entry),
    onRefused({ body: { title } }, reason) {
      notify.error(`${title} could not be changed. ${reason}`, { id: "tasks-changed" });
    },
    failure: "Try again.",
    words: { one: "A change of several tasks", many: "changes of several tasks" },
  });
  signedIn.onEnd(outbox.end);
  return outbox;
});

/** What waits, in its order. */
export function useWaitingBulks(): readonly OutboxEntry<WaitingBulk>[] {
  const outbox = bulkOutboxOf(useSignedIn());
  return useSyncExternalStore(outbox.subscribe, outbox.entries);
}
