import { canChangeMessage } from "@atoll/contract/chat/policy";
import { errorTexts } from "@atoll/contract/errors/error-texts";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { DropArea } from "../../../capabilities/files/upload/drop-area.tsx";
import { useUploads } from "../../../capabilities/files/upload/own-uploads.ts";
import { explainLostWords } from "../../../lib/page/lost-words.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useConnectionState } from "../../../lib/server/socket.ts";
import { useIsCut, useIsOffline } from "../../../lib/server/use-offline.ts";
import { isSameDay } from "../../../lib/time/format-date.ts";
import { useKeptText } from "../../../lib/use-kept-text.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { PaneEdge } from "../../../ui/layout/pane-edge.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { channelTitle } from "../channel-list/channel-title.ts";
import { SummaryButton } from "../channels/summary-button.tsx";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import { TypingIndicator } from "../conversation/typing-indicator.tsx";
import { messageElement } from "../message/message-element.ts";
import { buildRows } from "../message/message-rows.ts";
import { MessageSkeletons } from "../message/message-skeletons.tsx";
import { useLostMessageEdit } from "../message/use-lost-message-edit.ts";
import { useMessageWork } from "../message/use-message-work.ts";
import { useChat } from "../session/chat-provider.tsx";
import { useChannel, usePending } from "../session/use-channels.ts";
import { writingPlace } from "../stream/writing-place.ts";
import { FollowButton } from "./follow-button.tsx";
import { ThreadDivider } from "./thread-divider.tsx";
import { ThreadMessages } from "./thread-messages.tsx";
import { useLinkedReply } from "./use-linked-reply.ts";
import { useThreadParent } from "./use-thread-parent.ts";
import { useThreadReading } from "./use-thread-reading.ts";

export interface ThreadPanelProps {
  channelId: string;
  /** The message with the thread. */
  threadId: string;
  /** The reply to go to. */
  messageId: string | null;
  onClose: () => void;
}

/** A message with its replies, next to the channel, or over it on a phone. Escape closes it. */
export function ThreadPanel({ channelId, threadId, messageId, onClose }: ThreadPanelProps) {
  const chat = useChat();
  const uploads = useUploads();
  const [width, keepWidth] = useKeptText("atoll.chat.thread-width", "");
  const style: ThreadStyle = width ? { "--chat-thread": `${width}px` } : {};
  const channel = useChannel(channelId);
  const parent = useThreadParent(channelId, threadId);
  const { data: thread, error, refetch, isFetching } = useQuery(chat.threads.query(channelId, threadId));
  const pending = usePending(channelId, threadId);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const newAfter = useThreadReading(threadId, thread, isAtEnd);
  const isDisconnected = useConnectionState() === "disconnected";
  const isOffline = useIsOffline();
  const isCut = useIsCut();
  useLinkedReply(threadId, thread, messageId);
  useRefetchedAfterCut(isDisconnected, () => void refetch());

  const viewerId = chat.viewer.id;
  const parentAt = parent.message?.createdAt;
  const rows = useMemo(() => {
    const messages = thread?.messages ?? [];
    const from = thread?.hasMore ? (messages[0]?.seq ?? 0) : 0;
    const [first, ...rest] = buildRows({ messages, pending, viewerId, newAfter, from });
    if (!first) return [];
    // The message above already shows its day.
    const startsDay = !parentAt || !isSameDay(parentAt, first.createdAt);
    return [{ ...first, startsDay }, ...rest];
  }, [thread, pending, viewerId, newAfter, parentAt]);
  const parentRow = useMemo(
    () =>
      parent.message
        ? (buildRows({ messages: [parent.message], pending: [], viewerId, newAfter: null, from: 0 })[0] ??
          null)
        : null,
    [parent.message, viewerId],
  );
  const failure = parent.error ?? (thread ? null : error);
  const isDeleted = hasCode(parent.error, "message_not_found");
  useEffect(() => {
    if (isDeleted) explainLostWords(goneText);
  }, [isDeleted]);
  function retry() {
    if (parent.error) void parent.refetch();
    if (!thread) void refetch();
  }

  const composer = useRef<ComposerHandle>(null);
  const work = useMessageWork({ composer: channel?.canPost === false ? undefined : composer });
  const first = thread?.hasMore ? (thread.messages[0]?.seq ?? 0) : 0;
  useLostMessageEdit(
    work,
    ({ id, parentId, seq }) =>
      parentId !== null &&
      thread !== undefined &&
      seq >= first &&
      thread.messages.every((message) => message.id !== id || message.removed),
    composer,
  );
  function editLast() {
    const last = thread?.messages.findLast((message) => canChangeMessage(chat.viewer, message));
    if (last) work.startEditing(last, () => composer.current?.focus());
  }
  function close() {
    // The keyboard continues at the message that the thread belongs to.
    const feed = document.querySelector<HTMLElement>("[role=feed][aria-label=Messages]");
    messageElement(feed, threadId)?.focus({ preventScroll: true });
    onClose();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    close();
  }
  return (
    <DropArea
      label="Thread"
      name="this thread"
      disabled={channel?.canPost !== true}
      onFiles={(files) => uploads.add(writingPlace(channelId, threadId), files)}
      className={panel}
      style={style}
      onKeyDown={onKeyDown}
    >
      <PaneEdge
        label="Width of the thread"
        property="--chat-thread"
        side="left"
        minPx={320}
        maxPx={720}
        onResize={(widthPx) => keepWidth(widthPx === null ? "" : String(widthPx))}
        className="left-0 -ml-1 pointer-coarse:-ml-3 max-lg:hidden"
      />
      <header className="flex min-h-[57px] flex-none items-center gap-1 border-b py-2 pr-3 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="type-dialog leading-5">Thread</h2>
          {channel && <p className="truncate text-muted text-xs">{channelTitle(channel)}</p>}
        </div>
        {thread && <FollowButton messageId={threadId} isFollowing={thread.isFollowing} />}
        {thread && <SummaryButton label="Summarise with Ask AI" query={{ ofThread: threadId }} />}
        <IconButton label="Close thread" icon={X} onClick={close} />
      </header>
      {thread && parentRow && !failure ? (
        <ThreadMessages
          parent={parentRow}
          rows={rows}
          divider={
            <ThreadDivider
              threadId={threadId}
              count={replyCount(parent.message, rows.length)}
              hasMore={thread.hasMore}
            />
          }
          messageId={messageId}
          work={work}
          isAtEnd={isAtEnd}
          onAtEndChange={setIsAtEnd}
        />
      ) : (
        <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
          {isDeleted ? (
            <EmptyState title={goneText} />
          ) : failure ? (
            <ErrorState
              message={errorMessage(failure, errorTexts.message_not_found)}
              retrying={isFetching || parent.isFetching}
              onRetry={retry}
            />
          ) : (
            <MessageSkeletons atTop />
          )}
        </div>
      )}
      <TypingIndicator channelId={channelId} parentId={threadId} />
      {thread && !failure && channel?.canPost !== false && (
        <Composer
          key={threadId}
          ref={composer}
          channelId={channelId}
          parentId={threadId}
          channel={channel}
          isDisconnected={isCut && !isOffline}
          onEditLast={editLast}
        />
      )}
    </DropArea>
  );
}

const goneText = "The message of this thread was deleted, or you can no longer see it.";

/** Returns the message's reply count, or the number of loaded replies if that is higher. */
function replyCount(message: ReturnType<typeof useThreadParent>["message"], shown: number): number {
  return Math.max(message?.thread?.replyCount ?? 0, shown);
}

/** Refetches the thread's changes after a reconnect. */
function useRefetchedAfterCut(isDisconnected: boolean, refetch: () => void): void {
  const wasAway = useRef(false);
  const again = useRef(refetch);
  useEffect(() => {
    again.current = refetch;
  });
  useEffect(() => {
    if (!isDisconnected && wasAway.current) again.current();
    wasAway.current = isDisconnected;
  }, [isDisconnected]);
}

const panel =
  "z-3 flex min-h-0 flex-col bg-surface max-lg:absolute max-lg:inset-0 lg:relative lg:w-[min(var(--chat-thread,min(420px,45%)),60%)] lg:flex-none lg:border-l";

interface ThreadStyle extends CSSProperties {
  "--chat-thread"?: string;
}
