import { errorMessage } from "../../../lib/api-client.ts";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { RecentList, SkeletonList } from "../drawer/recent-list.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { ViewFrame } from "../places/view-frame.tsx";
import { useChannels } from "../session/use-channels.ts";

/** The chats with a star, last active first. Specification, section 2: /chat?view=starred. */
export function StarredView({ onGo }: { onGo: (place: ChatPlace) => void }) {
  const { data: channels, error, isFetching, refetch } = useChannels();
  const starred = channels?.filter((channel) => channel.isStarred);
  return (
    <ViewFrame title="Starred">
      {starred ? (
        starred.length > 0 ? (
          <RecentList channels={starred} onGo={onGo} />
        ) : (
          <EmptyState title="No starred chats" drawing="chats">
            Star a chat to find it here and at the top of the list.
          </EmptyState>
        )
      ) : error ? (
        <ErrorState
          message={errorMessage(error, "Failed to fetch channels")}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonList />
      )}
    </ViewFrame>
  );
}
