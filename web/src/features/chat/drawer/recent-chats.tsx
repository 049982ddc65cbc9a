import { SquarePen } from "lucide-react";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { useChannels, useUnreadTotal } from "../session/use-channels.ts";
import { RecentList, SkeletonList } from "./recent-list.tsx";

export interface RecentChatsProps {
  onGo: (place: ChatPlace) => void;
  onNewChat: () => void;
}

/** Home: what was said last in each chat. Specification, section 2 (chat screen). */
export function RecentChats({ onGo, onNewChat }: RecentChatsProps) {
  const { data: channels, error, refetch, isFetching } = useChannels();
  const unread = useUnreadTotal();
  const recent = channels?.filter((channel) => channel.lastMessage !== null);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto w-full max-w-[760px] p-4 md:px-6 md:py-5">
        <header className="mb-2 flex items-center gap-2">
          <h1 className="type-page flex-1">Recent chats</h1>
          {unread > 0 && <span className="text-faint text-xs">{unread} unread</span>}
        </header>
        {recent ? (
          recent.length > 0 ? (
            <RecentList channels={recent} onGo={onGo} />
          ) : (
            <EmptyState
              title="No recent activity. Start a new chat."
              drawing="chats"
              action={
                <Button icon={SquarePen} onClick={onNewChat}>
                  New chat
                </Button>
              }
            />
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
      </div>
    </div>
  );
}
