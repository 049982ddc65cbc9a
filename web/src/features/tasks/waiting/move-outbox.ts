import { useSyncExternalStore } from "react";
import type { OutboxEntry } from "../../../capabilities/offline/outbox/outbox-entry.ts";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { moveKind, type WaitingMove } from "./waiting-move.ts";

/**
 * Moves on the board go through the outbox, all in one line: a later one goes by where the earlier one has led. Where the
 * neighbours of a place are gone by the time it arrives, the server puts the card at the end of its column.
 */
export const moveOutboxOf = oneEach((signedIn) => {
  const outbox = outboxOf(signedIn).register<WaitingMove>({
    name: moveKind,
    shape: {
      taskIds: "strings",
      title: "string",
      status: "string",
      after: "string|null",
      before: "string|null",
      isPlaced: "boolean",
      said: "string",
    },
    isInOrder: true,
    // With the pages of tasks, and not with the frame: here there is only what waits.
    send: async (entry) => (await import("./send-move.ts")).sendMove(signedIn, entry),
    onRefused({ body: { title } }, reason) {
      notify.error(`${title} could not be moved. ${reason}`, { id: "task-moved" });
    },
    failure: "Try again.",
    words: { one: "A move of a task", many: "moves of tasks" },
  });
  signedIn.onEnd(outbox.end);
  return outbox;
});

/** The moves that wait, in their order. */
export function useWaitingMoves(): readonly OutboxEntry<WaitingMove>[] {
  const outbox = moveOutboxOf(useSignedIn());
  return useSyncExternalStore(outbox.subscribe, outbox.entries);
}
