import type { ThreadEntry } from "@atoll/contract/chat/message-lists";
import type { Channel } from "@atoll/contract/chat/schemas";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { counted } from "../../../lib/counted.ts";
import { formatAge } from "../../../lib/time/format-age.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { RecentList } from "../drawer/recent-list.tsx";
import type { ChatPlace, ChatView } from "../places/chat-place.ts";
import { ViewFrame } from "../places/view-frame.tsx";
import { chatKeys } from "../stream/api.ts";
import { threadPages } from "./api.ts";
import { MentionsView } from "./mentions-view.tsx";
import { MessageCards } from "./message-cards.tsx";
import { SavedView } from "./saved-view.tsx";

/** The chats with a star, last active first. Specification, section 2: /chat?view=starred. */
function StarredView({ onGo }: { onGo: (place: ChatPlace) => void }) {
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

export interface ChatViewScreenProps {
  view: ChatView;
  onGo: (place: ChatPlace) => void;
}

const screens = {
  mentions: MentionsView,
  starred: StarredView,
  saved: SavedView,
  threads: ThreadsView,
};

/** One of the lists that go across channels. */
export function ChatViewScreen({ view, onGo }: ChatViewScreenProps) {
  const Screen = screens[view];
  return <Screen onGo={onGo} />;
}

/** The threads the viewer follows, last reply first. */
function ThreadsView({ onGo }: { onGo: (place: ChatPlace) => void }) {
  const list = usePages({
    queryKey: chatKeys.threads,
    ...threadPages,
    refetchOnMount: "always",
  });
  return (
    <ViewFrame title="Threads">
      <MessageCards
        list={list}
        onGo={onGo}
        more={(thread, now) => ({
          place: { channelId: thread.message.channelId, threadId: thread.message.id },
          note: <Replies thread={thread} now={now} />,
        })}
        empty={
          <EmptyState title="No threads yet" drawing="messages">
            Threads that you reply to, or are named in, appear here.
          </EmptyState>
        }
      />
    </ViewFrame>
  );
}

function Replies({ thread, now }: { thread: ThreadEntry; now: Date }) {
  const summary = thread.message.thread;
  if (!summary) return null;
  return (
    <>
      <span className="font-semibold text-primary-text">{counted(summary.replyCount, "reply")}</span>
      <span className="text-muted">Last reply {formatAge(summary.lastReplyAt, now)}</span>
      {thread.unread > 0 && <Count value={thread.unread} tone="unread" label="unread" />}
    </>
  );
}
