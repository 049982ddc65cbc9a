import type { PrivateNote, PrivateNoteContent } from "@atoll/contract/brainstorm/schemas";
import { useSyncExternalStore } from "react";
import { outboxOf } from "../../../capabilities/offline/outbox/own-outbox.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { privateNotesKey } from "./keys.ts";

interface PendingNote {
  boardId: string;
  note: PrivateNoteContent;
}

/** Private notes that the server does not have yet: one that was written without a connection is sent later. */
export const pendingNotesOf = oneEach((signedIn) => {
  const outbox = outboxOf(signedIn).register<PendingNote>({
    name: "board-note",
    shape: { boardId: "string", note: "object" },
    isInOrder: true,
    async send({ id, body }) {
      const { savePrivateNote } = await import("./api.ts");
      const { note } = await savePrivateNote(body.boardId, id, body.note, true);
      signedIn.queryClient.setQueryData<PrivateNote[]>(
        privateNotesKey(body.boardId),
        (cached) => cached && [...cached.filter((one) => one.id !== id), note],
      );
    },
    failure: "Failed to save the note",
    words: { one: "A private note", many: "private notes" },
  });
  signedIn.onEnd(outbox.end);
  return outbox;
});

/** The viewer's notes of a board that wait or were refused, in their order, and what can be done with them. */
export function usePendingNotes(boardId: string) {
  const outbox = pendingNotesOf(useSignedIn());
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries);
  return {
    pending: entries.filter(({ subject }) => subject === boardId),
    add: (note: PrivateNoteContent) => void outbox.add(boardId, { boardId, note }),
    retry: outbox.retry,
    remove: outbox.remove,
  };
}
