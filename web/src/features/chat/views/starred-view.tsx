import { errorMessage } from "../../../lib/api-client.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import type { ChatPlace } from "../chat-place.ts";
import { RecentList, SkeletonList } from "../lists/recent-list.tsx";
import { useChannels } from "../use-channels.ts";
import { ViewFrame } from "./view-frame.tsx";

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
