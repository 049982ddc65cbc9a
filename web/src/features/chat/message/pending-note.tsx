import { useConnectionState } from "../../../lib/server/socket.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { isHeld, type MessageEntry } from "../outbox/message-kind.ts";
import { useChat } from "../session/chat-provider.tsx";

/** A message that takes longer meets trouble that the server has not put into words. */
const patienceMs = 5000;

export interface PendingNoteProps {
  entry: MessageEntry;
  /** Null while it is being changed, when it is sent by the button of that. */
  onEdit: (() => void) | null;
}

/** The state of a message that the server does not have yet. */
export function PendingNote({ entry, onEdit }: PendingNoteProps) {
  const { outbox, retry } = useChat();
  const isDisconnected = useConnectionState() === "disconnected";
  const waitedMs = useNow().getTime() - Date.parse(entry.createdAt);
  if (entry.failure === null) {
    // Muted text already shows a message being sent, and most arrive before a note could be read.
    const isLate = waitedMs > patienceMs && !isHeld(entry);
    if (!isDisconnected && !isLate) return <span className="sr-only">Sending</span>;
    return (
      <p className="text-2xs text-faint">
        {isDisconnected ? "Waiting for the connection" : "Not sent yet, trying again"}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-2xs">
      <span role="alert">
        <span className="font-semibold text-danger-text">Not sent</span>
        <span className="ml-1.5 text-muted">{entry.failure}</span>
      </span>
      <span className="flex gap-x-2 max-md:-ml-1">
        {onEdit && (
          <>
            <button type="button" className={action} onClick={() => retry(entry)}>
              Retry
            </button>
            <button type="button" className={action} onClick={onEdit}>
              Edit
            </button>
          </>
        )}
        <button type="button" className={action} onClick={() => outbox.remove(entry.id)}>
          Discard
        </button>
      </span>
    </p>
  );
}

const action =
  "rounded-xs font-semibold text-primary-text underline-offset-[3px] hover:underline max-md:min-h-9 max-md:px-1";
