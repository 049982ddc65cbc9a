import { useConnectionState } from "../../../lib/socket.ts";
import { useChat } from "../chat-provider.tsx";
import type { OutboxEntry } from "../outbox.ts";

/** Where a message stands that the server does not have. */
export function PendingNote({ entry }: { entry: OutboxEntry }) {
  const { outbox, retry } = useChat();
  const isDisconnected = useConnectionState() === "disconnected";
  if (entry.failure === null) {
    // On its way: the muted text says so to the eye, and most are there before one could read more.
    if (!isDisconnected) return <span className="sr-only">Sending</span>;
    return <p className="text-2xs text-faint">Waiting for the connection</p>;
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-2xs">
      <span role="alert">
        <span className="font-semibold text-danger-text">Not sent</span>
        <span className="ml-1.5 text-muted">{entry.failure}</span>
      </span>
      <button type="button" className={action} onClick={() => retry(entry)}>
        Retry
      </button>
      <button type="button" className={action} onClick={() => outbox.remove(entry.id)}>
        Discard
      </button>
    </p>
  );
}

const action =
  "rounded-xs font-semibold text-primary-text underline-offset-[3px] hover:underline max-md:min-h-9 max-md:px-1";
