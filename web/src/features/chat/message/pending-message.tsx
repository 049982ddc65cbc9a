import { maxMentions } from "@atoll/contract/text/max-mentions";
import { useRef, useState } from "react";
import { PendingFiles } from "../../../capabilities/files/upload/pending-files.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { useConnectionState } from "../../../lib/server/socket.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { isHeld, type MessageEntry } from "../outbox/message-kind.ts";
import { useChat } from "../session/chat-provider.tsx";
import { EditField } from "./edit-field.tsx";

/** A message that takes longer meets trouble that the server has not put into words. */
const patienceMs = 5000;

interface PendingNoteProps {
  entry: MessageEntry;
  /** Null while it is being changed, when it is sent by the button of that. */
  onEdit: (() => void) | null;
}

/** The state of a message that the server does not have yet. */
function PendingNote({ entry, onEdit }: PendingNoteProps) {
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

/** A message that the server does not have. One that it refused may be changed, and sent as it is then. */
export function PendingMessage({ entry }: { entry: MessageEntry }) {
  const { viewer, outbox, retry } = useChat();
  const box = useRef<HTMLDivElement>(null);
  /** The text before editing. Null while it is not being edited. */
  const [before, setBefore] = useState<string | null>(null);
  const { body, failure } = entry;
  // Every change is stored in the outbox at once, because the row may scroll out or the page be closed.
  const write = (content: string) => outbox.put({ ...entry, body: { ...body, content } });
  function close() {
    setBefore(null);
    // If the field has been opened again by then, keep it.
    requestAnimationFrame(() => {
      const isTaken = box.current?.contains(document.activeElement) ?? false;
      if (!isTaken) box.current?.closest("article")?.focus();
    });
  }

  const isEditing = before !== null && failure !== null;
  return (
    <div ref={box}>
      {isEditing ? (
        <EditField
          channelId={body.channelId}
          text={body.content}
          onTextChange={write}
          mayBeEmpty={body.attachmentIds.length > 0 || (body.uploadIds ?? []).length > 0}
          action="Send"
          onSave={({ ids, known }) => {
            // Only the IDs of previously mentioned people are known. The server checks whether their names are still in
            // the text.
            const unknown = body.mentionIds.filter((id) => !known.some((person) => person.id === id));
            const mentionIds = [...new Set([...ids, ...unknown])].slice(0, maxMentions);
            close();
            retry({ ...entry, body: { ...body, content: body.content.trim(), mentionIds } });
          }}
          onCancel={() => {
            write(before);
            close();
          }}
        />
      ) : (
        <WrittenText
          content={body.content}
          calls={nobody}
          viewerId={viewer.id}
          className="wrap-anywhere text-muted"
        />
      )}
      <PendingFiles uploadIds={body.uploadIds} />
      <PendingNote entry={entry} onEdit={isEditing ? null : () => setBefore(body.content)} />
    </div>
  );
}

const nobody = { mentions: [], mentionsAll: null };
