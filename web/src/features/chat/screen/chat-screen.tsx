import { type CSSProperties, useState } from "react";
import { useKeptText } from "../../../lib/use-kept-text.ts";
import { cx } from "../../../ui/base/cx.ts";
import { OpenConversation } from "../conversation/open-conversation.tsx";
import { ChatDrawer } from "../drawer/chat-drawer.tsx";
import { RecentChats } from "../drawer/recent-chats.tsx";
import { useListOpen } from "../drawer/use-list-open.ts";
import { type ChatPlace, homePlace, placeOf } from "../places/chat-place.ts";
import { type ChatDialog, LazyDialogs } from "../search/lazy-dialogs.tsx";
import { LazyThread } from "../threads/lazy-thread.tsx";
import { LazyView } from "../views/lazy-view.tsx";
import { ChatTopBar } from "./chat-top-bar.tsx";
import { useChatKeys } from "./use-chat-keys.ts";

export interface ChatScreenProps {
  place: ChatPlace;
  onGo: (place: ChatPlace) => void;
}

/**
 * Team chat: the list of chats, and the one that is open. On phones list and conversation are separate
 * screens, and so is home. Specification, section 2 (chat screen).
 */
export function ChatScreen({ place, onGo }: ChatScreenProps) {
  const [isListOpen, setIsListOpen] = useListOpen();
  const [listWidth, keepListWidth] = useKeptText("atoll.chat.list-width", "");
  const [isPhoneHome, setIsPhoneHome] = useState(false);
  const [dialog, setDialog] = useState<ChatDialog | null>(null);
  const { channelId, view, messageId, threadId } = place;
  const isChat = channelId !== null;
  const isHome = !isChat && !view;
  const isFolded = isChat && Boolean(threadId);
  const isListScreen = isHome && !isPhoneHome;
  useChatKeys(channelId, go);

  function go(next: ChatPlace) {
    setDialog(null);
    setIsPhoneHome(next.channelId === null && !next.view);
    onGo(next);
  }
  function goBack() {
    setIsPhoneHome(false);
    if (!isHome) onGo(homePlace);
  }

  const style: ListStyle = listWidth ? { "--spacing-chat-drawer": `min(${listWidth}px, 40vw)` } : {};
  return (
    <div
      style={style}
      className={cx(
        layout,
        isListOpen
          ? "md:grid-cols-[var(--spacing-chat-drawer)_minmax(0,1fr)]"
          : "md:grid-cols-[0px_minmax(0,1fr)]",
        // Between the two a thread has the list's room: nothing is squeezed.
        isFolded && "lg:max-xl:grid-cols-[0px_minmax(0,1fr)]!",
      )}
    >
      <ChatTopBar
        isListOpen={isListOpen}
        isFolded={isFolded}
        onToggleList={() => setIsListOpen(!isListOpen)}
        onBack={isListScreen ? null : goBack}
        isChat={isChat}
        onSearch={() => setDialog("search")}
      />
      <ChatDrawer
        place={place}
        className={cx(
          !isListScreen && "max-md:hidden",
          !isListOpen && "md:invisible",
          isFolded && "lg:max-xl:invisible",
        )}
        onWidth={keepListWidth}
        onGo={go}
        onNewChat={() => setDialog("new chat")}
        onNewGroup={() => setDialog("new group")}
        onBrowse={() => setDialog("browse")}
      />
      <div className={cx("flex min-h-0 min-w-0 flex-col", isListScreen && "max-md:hidden")}>
        {view ? (
          <LazyView key={view} view={view} onGo={go} />
        ) : (
          isHome && <RecentChats onGo={go} onNewChat={() => setDialog("new chat")} />
        )}
        <div className={isChat ? "relative flex min-h-0 flex-1" : "hidden"}>
          <div className="flex min-w-0 flex-1 flex-col">
            <OpenConversation
              channelId={channelId}
              // A message in a thread is shown there, next to its parent.
              messageId={threadId && messageId ? threadId : (messageId ?? null)}
              threadId={threadId ?? null}
              onGo={go}
              onLeave={() => onGo(homePlace)}
            />
          </div>
          {channelId !== null && threadId && (
            <LazyThread
              channelId={channelId}
              threadId={threadId}
              messageId={messageId ?? null}
              onClose={() => go({ channelId })}
            />
          )}
        </div>
      </div>
      <LazyDialogs
        shown={dialog}
        onShow={setDialog}
        onOpen={(opened) => go({ channelId: opened })}
        onOpenMessage={(message) => go(placeOf(message))}
      />
    </div>
  );
}

/** One pane on phones; list and conversation side by side from 768px on. */
const layout =
  "relative grid h-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] overflow-hidden " +
  "transition-[grid-template-columns] duration-layout ease-tide data-resizing:transition-none";

interface ListStyle extends CSSProperties {
  "--spacing-chat-drawer"?: string;
}
