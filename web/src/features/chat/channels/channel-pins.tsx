import type { Channel } from "@atoll/contract/chat/schemas";
import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { MessageCard } from "../places/message-card.tsx";
import { CardSkeletons } from "../places/view-frame.tsx";
import { fetchPins } from "./api.ts";
import { channelKeys } from "./channel-keys.ts";

export interface ChannelPinsProps {
  channel: Channel;
  onGo: (place: ChatPlace) => void;
}

/** The pinned messages of a chat, last pinned first, each a link to its place. */
export function ChannelPins({ channel, onGo }: ChannelPinsProps) {
  const now = useNow();
  // A pin is a change of the stream, so the response includes all pins up to this head.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...channelKeys.pins(channel.id), channel.head],
    queryFn: ({ signal }) => fetchPins(channel.id, { signal }),
    placeholderData: (before) => before,
  });
  if (error) {
    return <ErrorState message={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <CardSkeletons label="Loading pinned messages" />;
  if (data.messages.length === 0) return <EmptyState title="No pinned messages" drawing="messages" />;
  return (
    <ul aria-label="Pinned messages" className="divide-y overflow-hidden rounded-lg border bg-surface-raised">
      {data.messages.map((message) => (
        <MessageCard key={message.id} message={message} now={now} onGo={onGo} />
      ))}
    </ul>
  );
}
