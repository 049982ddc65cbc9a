import { errors } from "@atoll/contract/errors";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { useConnectionState } from "../../../lib/socket.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { useChat } from "../chat-provider.tsx";
import { isWithFormer } from "../former-colleague.tsx";
import { visibleMessages } from "../stream.ts";
import { useChannel, useChannels, usePending } from "../use-channels.ts";
import { Composer } from "./composer.tsx";
import { ConversationHeader } from "./conversation-header.tsx";
import { MessageList } from "./message-list.tsx";
import { buildRows } from "./message-rows.ts";
import { MessageSkeletons } from "./message-skeletons.tsx";
import { NewMessageAnnouncer } from "./new-message-announcer.tsx";
import { useNewAfter } from "./use-new-after.ts";
import { useReading } from "./use-reading.ts";

export interface ConversationProps {
  channelId: string;
  /** The viewer was taken out of the channel while it was open. Specification, section 4. */
  onGone: () => void;
}

/** One chat: who it is with, what was said, and the place to answer. */
export function Conversation({ channelId, onGone }: ConversationProps) {
  const chat = useChat();
  const channel = useChannel(channelId);
  const { data: stream, error, refetch, isFetching } = useQuery(chat.streams.query(channelId));
  const pending = usePending(channelId);
  const isDisconnected = useConnectionState() === "disconnected";
  const newAfter = useNewAfter(channel);
  const [isAtEnd, setIsAtEnd] = useState(true);
  useReading({ channelId, isAtEnd, unread: channel?.unread ?? 0, seq: stream?.seq });
  useGone(channelId, onGone);

  const viewerId = chat.viewer.id;
  const messages = useMemo(() => (stream ? visibleMessages(stream) : []), [stream]);
  const from = stream?.from ?? 0;
  const rows = useMemo(
    () => buildRows({ messages, pending, viewerId, newAfter, from }),
    [messages, pending, viewerId, newAfter, from],
  );

  return (
    <section aria-label="Conversation" className="flex min-h-0 flex-1 flex-col">
      {(channel || !error) && <ConversationHeader channel={channel} isDisconnected={isDisconnected} />}
      {rows.length > 0 || from > 0 ? (
        <MessageList
          channelId={channelId}
          rows={rows}
          hasOlder={from > 0}
          unread={channel?.unread ?? 0}
          onAtEndChange={setIsAtEnd}
        />
      ) : (
        <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
          {stream ? (
            <EmptyState title="No messages yet. Start the conversation!" drawing="messages" />
          ) : error ? (
            <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <MessageSkeletons />
          )}
        </div>
      )}
      <NewMessageAnnouncer messages={messages} />
      {isWithFormer(channel) ? (
        <p className="mx-4 mt-1.5 mb-3.5 flex-none rounded-lg bg-surface-sunken px-3 py-2.5 text-center text-muted">
          {errors.person_left.text}
        </p>
      ) : (
        (stream || !error) && (
          <Composer channelId={channelId} channel={channel} isDisconnected={isDisconnected} />
        )
      )}
    </section>
  );
}

/** An address that leads to no chat of the viewer's stays what it is, however often it is tried. */
function LoadError({
  error,
  isRetrying,
  onRetry,
}: {
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  const isNoChat = error instanceof ApiError && (error.status === 400 || error.status === 404);
  if (isNoChat) return <ErrorState message={errors.channel_not_found.text} />;
  return (
    <ErrorState
      message={errorMessage(error, "Failed to fetch messages")}
      retrying={isRetrying}
      onRetry={onRetry}
    />
  );
}

/** Leaves a channel that was in the list and is there no more; one that never was shows its error. */
function useGone(channelId: string, onGone: () => void): void {
  const { data: channels } = useChannels();
  const [wasListed, setWasListed] = useState(false);
  const isListed = channels?.some((channel) => channel.id === channelId) ?? false;
  if (isListed && !wasListed) setWasListed(true);
  const isGone = wasListed && !isListed && channels !== undefined;
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
}
