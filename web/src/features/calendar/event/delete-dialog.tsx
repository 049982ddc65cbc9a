import type { EventScope } from "@atoll/contract/calendar/limits";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { deleteEvent, meant } from "../data/changes.ts";
import { isOver, notifyLabel, othersOf } from "../edit/notify-label.ts";
import { ScopeChoice } from "../edit/scope-choice.tsx";
import { dayWords } from "../time/day-words.ts";
import { readWall } from "../time/wall.ts";

interface DeleteDialogProps {
  event: OpenEvent;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks which of its times go, and says who is told. */
export function DeleteDialog({ event, onClose, onDeleted }: DeleteDialogProps) {
  const signedIn = useSignedIn();
  const [scope, setScope] = useState<EventScope>("this");
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const others = isOver(event, scope, new Date()) ? 0 : othersOf(event);
  async function remove() {
    setSending(true);
    try {
      await deleteEvent(signedIn, event, meant(event, event.occurrence.occurrence, scope));
      onDeleted();
    } catch (error) {
      setFailure(errorMessage(error, "Failed to delete the event"));
      setSending(false);
    }
  }
  return (
    <ConfirmDialog
      choice={
        event.isSeries && (
          <ScopeChoice
            count={event.count}
            followingCount={event.followingCount}
            onChange={setScope}
            value={scope}
            when={dayWords(readWall(event.occurrence.start).day, "date")}
          />
        )
      }
      loading={isSending}
      onConfirm={() => void remove()}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      open
      title="Delete event"
      verb={notifyLabel("Delete", others)}
      {...(failure !== undefined && { error: failure })}
    >
      {others > 0 ? "Its people are told that it is cancelled. " : ""}You can undo this for a moment.
    </ConfirmDialog>
  );
}
