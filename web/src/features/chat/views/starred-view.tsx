import type { Channel } from "@atoll/contract/chat/schemas";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { RecentList } from "../drawer/recent-list.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { ViewFrame } from "../places/view-frame.tsx";

/** The chats with a star, last active first. Specification, section 2: /chat?view=starred. */
export function StarredView({ onGo }: { onGo: (place: ChatPlace) => void }) {
  return (
    <ViewFrame title="Starred">
      <RecentList
        isListed={isStarred}
        onGo={onGo}
        empty={
          <EmptyState title="No starred chats" drawing="chats">
            Star a chat to find it here and at the top of the list.
          </EmptyState>
        }
      />
    </ViewFrame>
  );
}

const isStarred = (channel: Channel) => channel.isStarred;
