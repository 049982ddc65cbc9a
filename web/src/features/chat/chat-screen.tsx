import { useState } from "react";
import { cx } from "../../ui/cx.ts";
import { ChatTopBar } from "./chat-top-bar.tsx";
import { LazyConversation } from "./conversation/lazy-conversation.tsx";
import { ChatDrawer } from "./lists/chat-drawer.tsx";
import { RecentChats } from "./lists/recent-chats.tsx";
import { useListOpen } from "./lists/use-list-open.ts";
import { type ChatDialog, LazyDialogs } from "./search/lazy-dialogs.tsx";

export interface ChatScreenProps {
  /** The open channel; null shows the recent chats. */
  channelId: string | null;
  /** Opens a channel, or home for null. */
  onOpen: (channelId: string | null) => void;
}

/**
 * Team chat: the list of chats, and the one that is open. On phones list and conversation are separate
 * screens, and so is home. Specification, section 2 (chat screen).
 */
export function ChatScreen({ channelId, onOpen }: ChatScreenProps) {
  const [isListOpen, setIsListOpen] = useListOpen();
  const [isPhoneHome, setIsPhoneHome] = useState(false);
  const [dialog, setDialog] = useState<ChatDialog | null>(null);
  const isListScreen = channelId === null && !isPhoneHome;

  function open(next: string | null) {
    setDialog(null);
    setIsPhoneHome(next === null);
    onOpen(next);
  }
  function goBack() {
    setIsPhoneHome(false);
    if (channelId !== null) onOpen(null);
  }

  return (
    <div
      className={cx(
        layout,
        isListOpen
          ? "md:grid-cols-[var(--spacing-chat-drawer)_minmax(0,1fr)]"
          : "md:grid-cols-[0px_minmax(0,1fr)]",
      )}
    >
      <ChatTopBar
        isListOpen={isListOpen}
        onToggleList={() => setIsListOpen(!isListOpen)}
        onBack={isListScreen ? null : goBack}
        onSearch={() => setDialog("search")}
      />
      <ChatDrawer
        channelId={channelId}
        className={cx(!isListScreen && "max-md:hidden", !isListOpen && "md:invisible")}
        onOpen={open}
        onNewChat={() => setDialog("new chat")}
      />
      <div className={cx("flex min-h-0 min-w-0 flex-col", isListScreen && "max-md:hidden")}>
        {channelId === null ? (
          <RecentChats onOpen={open} onNewChat={() => setDialog("new chat")} />
        ) : (
          <LazyConversation key={channelId} channelId={channelId} onGone={() => onOpen(null)} />
        )}
      </div>
      <LazyDialogs shown={dialog} onShow={setDialog} onOpen={open} />
    </div>
  );
}

/** Bar over one screen on phones; drawer beside bar and conversation from 768px on. */
const layout =
  "grid h-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] overflow-hidden " +
  "transition-[grid-template-columns] duration-layout ease-tide";
