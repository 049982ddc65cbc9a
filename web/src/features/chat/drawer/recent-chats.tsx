import type { Channel } from "@atoll/contract/chat/schemas";
import { SquarePen } from "lucide-react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { useUnreadTotal } from "../session/use-channels.ts";
import { chatKeys } from "../stream/api.ts";
import { RecentList } from "./recent-list.tsx";

export interface RecentChatsProps {
  onGo: (place: ChatPlace) => void;
  onNewChat: () => void;
}

/** The home view: the last message of each chat. Specification, section 2 (chat screen). */
export function RecentChats({ onGo, onNewChat }: RecentChatsProps) {
  const unread = useUnreadTotal();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto w-full max-w-[760px] p-4 md:px-6 md:py-5">
        <header className="mb-2 flex items-center gap-2">
          <h1 className="type-page flex-1">Recent chats</h1>
          {unread > 0 && <span className="text-faint text-xs">{unread} unread</span>}
        </header>
        {/* On wide screens the chat list says so. */}
        <AsOf className="mb-2 md:hidden" queryKey={chatKeys.channels} />
        <RecentList
          isListed={isRecent}
          onGo={onGo}
          empty={
            <EmptyState
              title="No recent activity. Start a new chat."
              drawing="chats"
              action={
                <Button icon={SquarePen} onClick={onNewChat}>
                  New chat
                </Button>
              }
            />
          }
        />
      </div>
    </div>
  );
}

const isRecent = ({ lastMessage }: Channel) => lastMessage !== null;
