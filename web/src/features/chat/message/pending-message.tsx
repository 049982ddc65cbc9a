import { maxMentions } from "@atoll/contract/text/max-mentions";
import { useRef, useState } from "react";
import { PendingFiles } from "../../../capabilities/files/upload/pending-files.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import type { MessageEntry } from "../outbox/message-kind.ts";
import { useChat } from "../session/chat-provider.tsx";
import { EditField } from "./edit-field.tsx";
import { PendingNote } from "./pending-note.tsx";

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
