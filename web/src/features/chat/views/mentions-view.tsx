import { usePages } from "../../../capabilities/live/use-pages.ts";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { unreadMentions } from "../channel-list/unread-mentions.ts";
import type { ChatPlace } from "../places/chat-place.ts";
import { ViewFrame } from "../places/view-frame.tsx";
import { useChannels } from "../session/use-channels.ts";
import { mentionPages, viewKeys } from "./api.ts";
import { MessageCards } from "./message-cards.tsx";

/** The messages that call the viewer, newest first. Specification, section 2: /chat?view=mentions. */
export function MentionsView({ onGo }: { onGo: (place: ChatPlace) => void }) {
  const { data: channels } = useChannels();
  const list = usePages({
    // A new mention changes the key, so the list is refetched.
    queryKey: [...viewKeys.mentions, unreadMentions(channels ?? [])],
    ...mentionPages,
    keepsPrevious: true,
  });
  return (
    <ViewFrame title="Mentions">
      <MessageCards
        list={list}
        onGo={onGo}
        empty={
          <EmptyState title="No mentions yet" drawing="messages">
            Messages that name you with @ appear here.
          </EmptyState>
        }
      />
    </ViewFrame>
  );
}
