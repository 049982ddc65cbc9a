import type { ThreadEntry } from "@atoll/contract/chat/message-lists";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { formatAge } from "../../../lib/time/format-age.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { ViewFrame } from "../places/view-frame.tsx";
import { chatKeys } from "../stream/api.ts";
import { threadPages } from "./api.ts";
import { MessageCards } from "./message-cards.tsx";

/** The threads the viewer follows, last reply first. */
export function ThreadsView({ onGo }: { onGo: (place: ChatPlace) => void }) {
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
      <span className="font-semibold text-primary-text">
        {summary.replyCount === 1 ? "1 reply" : `${summary.replyCount} replies`}
      </span>
      <span className="text-muted">Last reply {formatAge(summary.lastReplyAt, now)}</span>
      {thread.unread > 0 && <Count value={thread.unread} tone="unread" label="unread" />}
    </>
  );
}
