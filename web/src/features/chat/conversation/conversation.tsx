import { canChangeMessage } from "@atoll/contract/chat/policy";
import type { Channel, Message } from "@atoll/contract/chat/schemas";
import { errorTexts } from "@atoll/contract/errors/error-texts";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { DropArea } from "../../../capabilities/files/upload/drop-area.tsx";
import { useUploads } from "../../../capabilities/files/upload/own-uploads.ts";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { followVisibleHeight } from "../../../lib/page/visible-height.ts";
import { ApiError, errorMessage } from "../../../lib/server/api-client.ts";
import { useIsCut, useIsOffline } from "../../../lib/server/use-offline.ts";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { channelTitle, isWithFormer } from "../channel-list/channel-title.ts";
import { JoinByLink } from "../channels/join-by-link.tsx";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { buildRows } from "../message/message-rows.ts";
import { MessageSkeletons } from "../message/message-skeletons.tsx";
import { useLostMessageEdit } from "../message/use-lost-message-edit.ts";
import { useMessageWork } from "../message/use-message-work.ts";
import { MessageList } from "../message-list/message-list.tsx";
import type { MessageEntry } from "../outbox/message-kind.ts";
import type { ChatPlace } from "../places/chat-place.ts";
import { useChat } from "../session/chat-provider.tsx";
import { useChannel, usePending } from "../session/use-channels.ts";
import { chatKeys } from "../stream/api.ts";
import { type Stream, visibleMessages } from "../stream/stream.ts";
import { writingPlace } from "../stream/writing-place.ts";
import { AddedBy } from "./added-by.tsx";
import { ConversationHeader } from "./conversation-header.tsx";
import { NewMessageAnnouncer } from "./new-message-announcer.tsx";
import { TypingIndicator } from "./typing-indicator.tsx";
import { useGone } from "./use-gone.ts";
import { useLinkedMessage } from "./use-linked-message.ts";
import { useNewAfter } from "./use-new-after.ts";
import { useReading } from "./use-reading.ts";

export interface ConversationProps {
  channelId: string;
  /** A link leads to this message; null shows the newest. */
  messageId?: string | null;
  /** The open thread. */
  threadId?: string | null;
  onGo: (place: ChatPlace) => void;
  /** Called when the viewer goes back to the list, or was removed from the open channel. Specification, section 4. */
  onLeave: () => void;
}

/** One chat: its header, messages and composer. */
export function Conversation(props: ConversationProps) {
  const { channelId, messageId = null, threadId = null, onGo, onLeave } = props;
  const chat = useChat();
  const uploads = useUploads();
  const channel = useChannel(channelId);
  const { data, error, refetch, isFetching } = useQuery(chat.streams.query(channelId));
  const unsent = usePending(channelId);
  // A page that arrives while scrolling has many rows, so they are rendered between frames. A sent message moves from
  // `pending` to `stream`, so both are deferred together.
  const { stream, pending } = useDeferredValue(
    useMemo(() => ({ stream: data, pending: unsent }), [data, unsent]),
  );
  const isDisconnected = useIsCut();
  const isOffline = useIsOffline();
  const newAfter = useNewAfter(channel);
  const [isAtEnd, setIsAtEnd] = useState(messageId === null);
  const linked = useLinkedMessage(channelId, messageId, stream);
  const hasNewer = stream !== undefined && stream.to !== null;
  useReading({
    channelId,
    isAtEnd: isAtEnd && !hasNewer && !linked.isOpening,
    unread: channel?.unread ?? 0,
    isNew: Boolean(channel?.addedBy),
    seq: stream?.seq,
  });
  useGone(channelId, onLeave);
  useEffect(followVisibleHeight, []);
  function showLatest() {
    if (messageId !== null) onGo({ channelId, threadId });
    if (!hasNewer) return;
    chat.streams.reload(channelId).catch((thrown: unknown) => notify.error(errorMessage(thrown)));
  }
  // When the viewer sends a message, the view moves to the end.
  const isSending = pending.length > 0 && (hasNewer || messageId !== null);
  const followSent = useEffectEvent(showLatest);
  useEffect(() => {
    if (isSending) followSent();
  }, [isSending]);

  const viewerId = chat.viewer.id;
  const messages = useMemo(() => (stream ? visibleMessages(stream) : []), [stream]);
  const from = stream?.from ?? 0;
  const atEnd = hasNewer ? noEntries : pending;
  const rows = useMemo(
    () => buildRows({ messages, pending: atEnd, viewerId, newAfter, from }),
    [messages, atEnd, viewerId, newAfter, from],
  );
  const newBefore = newAfter !== null && newAfter + 1 < from ? newAfter + 1 : null;
  const composer = useRef<ComposerHandle>(null);
  const work = useMessageWork({
    openThread: ({ id }) => onGo({ channelId, threadId: id }),
    composer: channel?.canPost === false ? undefined : composer,
  });
  useLostMessageEdit(work, ({ id, seq }) => isDeleted(stream, id, seq), composer);
  function editLast() {
    // The newest messages may not be the ones in view.
    if (messageId !== null || hasNewer) showLatest();
    const last = messages.findLast((message) => canChangeMessage(chat.viewer, message) && !message.removed);
    if (!last || hasNewer) return;
    work.startEditing(last, () => composer.current?.focus());
  }

  return (
    <DropArea
      label="Conversation"
      name={channel ? channelTitle(channel) : "this chat"}
      disabled={channel?.canPost !== true}
      onFiles={(files) => uploads.add(writingPlace(channelId, null), files)}
      className="relative flex min-h-0 flex-1 flex-col"
    >
      {(channel || !error) && (
        <ConversationHeader channel={channel} isDisconnected={isDisconnected} onGo={onGo} onBack={onLeave} />
      )}
      <AsOf
        className="flex-none border-b bg-surface-sunken px-4 py-1 md:px-5"
        queryKey={chatKeys.stream(channelId)}
      />
      <AddedBy addedBy={channel?.addedBy ?? null} />
      {(rows.length > 0 || from > 0) && !linked.isOpening && linked.failure === null ? (
        <MessageList
          channelId={channelId}
          rows={rows}
          hasOlder={from > 0}
          hasNewer={hasNewer}
          targetId={linked.targetId}
          focusesTarget={linked.targetId === messageId && messageId !== threadId}
          onFirstNew={newBefore === null ? null : () => chat.streams.reload(channelId, newBefore)}
          onLatest={showLatest}
          work={work}
          unread={channel?.unread ?? 0}
          onAtEndChange={setIsAtEnd}
        />
      ) : (
        <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
          {error && !stream ? (
            <LoadError
              channelId={channelId}
              error={error}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : linked.failure !== null ? (
            <ErrorState message={linked.failure} onRetry={linked.retry} />
          ) : linked.isOpening ? (
            <MessageSkeletons />
          ) : stream ? (
            <EmptyState title="No messages yet. Start the conversation!" drawing="messages" />
          ) : (
            <MessageSkeletons />
          )}
        </div>
      )}
      <NewMessageAnnouncer messages={hasNewer ? noMessages : messages} />
      <TypingIndicator channelId={channelId} />
      {channel && !channel.canPost ? (
        <p className="mx-4 mt-1.5 mb-3.5 flex-none rounded-lg bg-surface-sunken px-3 py-2.5 text-center text-muted">
          {reasonAgainstPosting(channel)}
        </p>
      ) : (
        (stream || !error) && (
          <Composer
            ref={composer}
            channelId={channelId}
            channel={channel}
            // An interruption is waited out; without a connection one writes for later.
            isDisconnected={isDisconnected && !isOffline}
            onEditLast={editLast}
          />
        )
      )}
    </DropArea>
  );
}

const noEntries: readonly MessageEntry[] = [];
const noMessages: readonly Message[] = [];

/** It should be in the window, and is not, or only its empty place is. */
function isDeleted(stream: Stream | undefined, id: string, seq: number): boolean {
  if (!stream || seq < stream.from || (stream.to !== null && seq >= stream.to)) return false;
  return visibleMessages(stream).find((message) => message.id === id)?.removed !== false;
}

/** Why nothing can be written here, in the server's words. */
function reasonAgainstPosting(channel: Channel): string {
  if (isWithFormer(channel)) return errorTexts.person_left;
  return channel.archivedAt === null ? errorTexts.owners_only : errorTexts.channel_archived;
}

/** Shows an error without a retry for an address that is not a chat of the viewer. */
function LoadError({
  channelId,
  error,
  isRetrying,
  onRetry,
}: {
  channelId: string;
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  if (error instanceof ApiError && error.status === 404)
    return <JoinByLink channelId={channelId} onJoined={onRetry} />;
  if (error instanceof ApiError && error.status === 400)
    return <ErrorState message={errorTexts.channel_not_found} />;
  return (
    <ErrorState
      message={errorMessage(error, "Failed to fetch messages")}
      retrying={isRetrying}
      onRetry={onRetry}
    />
  );
}
