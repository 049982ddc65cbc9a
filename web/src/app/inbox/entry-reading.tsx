import { messageMaxLength } from "@atoll/contract/chat/limits";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { SendHorizontal } from "lucide-react";
import { useState } from "react";
import { uuidv7 } from "uuidv7";
import { ReadingPane } from "../../features/notifications/inbox/reading/reading-pane.tsx";
import type { InboxActs } from "../../features/notifications/inbox/use-inbox-acts.ts";
import { submitTo } from "../../lib/form/submit-to.ts";
import { isComposing } from "../../lib/page/is-composing.ts";
import { call, errorMessage } from "../../lib/server/api-client.ts";
import { Button } from "../../ui/button/button.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { AroundMessage, Said } from "../search/around-message.tsx";
import { SubjectInPlace, subjectAt } from "./entry-context.tsx";

export interface EntryReadingProps {
  entry: NotificationEntry;
  acts: InboxActs;
}

/** An entry of the inbox in its context: for messages what was said around them, with a field for the answer. */
export function EntryReading({ entry, acts }: EntryReadingProps) {
  const navigate = useNavigate();
  const place = chatPlaceAt(entry.link);
  const subject = subjectAt(entry.link);
  return (
    <ReadingPane
      acts={acts}
      context={
        place?.messageId ? (
          <MessageContext {...place} messageId={place.messageId} />
        ) : (
          subject && <SubjectInPlace isRead={entry.isRead} subject={subject} />
        )
      }
      entry={entry}
      onOpen={() => {
        acts.open(entry);
        void navigate({ href: entry.link });
      }}
      renderChange={(label) => (
        <Link
          className="flex-none font-medium text-primary-text hover:underline"
          search={{ view: "notifications" }}
          to="/settings"
        >
          {label}
        </Link>
      )}
      reply={
        place && (
          <InPlaceReply
            channelId={place.channelId}
            entryId={entry.id}
            key={entry.id}
            label={entry.actors[0] ? `Reply to ${entry.actors[0].name}` : "Reply"}
            onSent={() => acts.setDone([entry], true)}
            parentId={place.threadId}
          />
        )
      }
    />
  );
}

interface ChatPlace {
  channelId: string;
  messageId: string | null;
  threadId: string | null;
}

/** Pure: the place in the chat that a link leads to; null for other links. */
export function chatPlaceAt(link: string): ChatPlace | null {
  const { pathname, searchParams } = new URL(link, "https://atoll.invalid");
  const channelId = /^\/chat\/channel\/([\w-]+)$/.exec(pathname)?.[1];
  if (!channelId) return null;
  return { channelId, messageId: searchParams.get("message"), threadId: searchParams.get("thread") };
}

function MessageContext({ channelId, messageId, threadId }: ChatPlace & { messageId: string }) {
  const { data, isError } = useQuery({
    // Under the key of search: rights that change end it.
    queryKey: ["search", "message", messageId],
    queryFn: ({ signal }) => call(chatRoutes.getMessage, { params: { messageId } }, { signal }),
    staleTime: 30_000,
    retry: false,
  });
  if (isError) return <InlineAlert tone="info">This message no longer exists.</InlineAlert>;
  if (!data) return <RowSkeletons label="Loading the message" mark={28} rowClassName="py-2" />;
  if (threadId === null || data.message.parentId === null)
    return <AroundMessage channelId={channelId} messageId={messageId} seq={data.message.seq} />;
  return <AroundReply messageId={messageId} threadId={threadId} />;
}

/** So many replies stand before it. */
const earlierReplies = 3;

function AroundReply({ messageId, threadId }: { messageId: string; threadId: string }) {
  const { data, isError } = useQuery({
    queryKey: ["search", "replies", threadId],
    queryFn: ({ signal }) =>
      call(chatRoutes.listReplies, { params: { messageId: threadId }, query: {} }, { signal }),
    staleTime: 30_000,
    retry: false,
  });
  if (isError) return <InlineAlert tone="info">The thread could not be loaded.</InlineAlert>;
  if (!data) return <RowSkeletons label="Loading the thread" mark={28} rowClassName="py-2" />;
  const at = data.messages.findIndex(({ id }) => id === messageId);
  const shown = data.messages.slice(Math.max(0, at - earlierReplies), at + earlierReplies);
  return (
    <ol className="overflow-hidden rounded-lg border bg-surface-raised py-2 shadow-1">
      {shown.map((message) => (
        <Said isMeant={message.id === messageId} key={message.id} message={message} />
      ))}
    </ol>
  );
}

interface InPlaceReplyProps {
  entryId: string;
  channelId: string;
  parentId: string | null;
  label: string;
  onSent: () => void;
}

/** Answers a message from the inbox, in its chat or thread. What is typed stays for the session until it is sent. */
function InPlaceReply({ entryId, channelId, parentId, label, onSent }: InPlaceReplyProps) {
  const draftKey = `inbox-reply/${entryId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(draftKey) ?? "");
  // Repeating a failed request sends the same message once.
  const [messageId, setMessageId] = useState(() => uuidv7());
  const [isSending, setIsSending] = useState(false);
  const content = text.trim();

  function write(next: string) {
    setText(next);
    setMessageId(uuidv7());
    sessionStorage.setItem(draftKey, next);
  }

  async function send() {
    if (content === "" || isSending) return;
    setIsSending(true);
    try {
      await call(chatRoutes.postMessage, {
        params: { channelId },
        body: { id: messageId, content, parentId },
      });
      write("");
      sessionStorage.removeItem(draftKey);
      onSent();
    } catch (error) {
      notify.error(errorMessage(error));
    } finally {
      setIsSending(false);
    }
  }
  return (
    <form
      className="rounded-lg border border-strong bg-surface-raised p-2 focus-within:border-ring"
      onSubmit={submitTo(send)}
    >
      <TextArea
        grows
        hideLabel
        label={label}
        maxLength={messageMaxLength}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          void send();
        }}
        placeholder={label}
        rows={2}
        value={text}
      />
      <div className="mt-2 flex items-center justify-end gap-3">
        <span className="text-faint text-xs">Sending marks this done</span>
        <Button
          disabled={content === ""}
          icon={SendHorizontal}
          loading={isSending}
          size="sm"
          type="submit"
          variant="primary"
        >
          Send
        </Button>
      </div>
    </form>
  );
}
