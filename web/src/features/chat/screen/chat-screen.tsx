import { ArrowLeft, PanelLeft, Search } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { useKeptText } from "../../../lib/use-kept-text.ts";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { OpenConversation } from "../conversation/open-conversation.tsx";
import { ChatDrawer } from "../drawer/chat-drawer.tsx";
import { RecentChats } from "../drawer/recent-chats.tsx";
import { useListOpen } from "../drawer/use-list-open.ts";
import { type ChatPlace, homePlace, placeOf } from "../places/chat-place.ts";
import { type ChatDialog, LazyDialogs } from "../search/lazy-dialogs.tsx";
import { useOptionalChat } from "../session/chat-provider.tsx";
import { LazyThread } from "../threads/lazy-thread.tsx";
import { LazyView } from "../views/lazy-view.tsx";
import { useChatKeys } from "./use-chat-keys.ts";

interface ChatTopBarProps {
  isListOpen: boolean;
  /** A thread has the list's room, where both have none. */
  isFolded: boolean;
  onToggleList: () => void;
  /** The way back on phones; null on the first screen. */
  onBack: (() => void) | null;
  /** A chat is open, which has its own way back where a phone is low. */
  isChat: boolean;
  onSearch: () => void;
}

/** Right after the first paint: what one is, others are shown, and nothing here waits for it. */
const statusPart = lazyPart(() => import("../../../capabilities/people/status-menu.tsx"));

/**
 * Over list and conversation: the toggle of the list, or the way back to it, the box that searches chats, and how the
 * viewer is seen.
 */
function ChatTopBar({ isListOpen, isFolded, onToggleList, onBack, isChat, onSearch }: ChatTopBarProps) {
  const status = useLazyPart(statusPart, true, () => undefined);
  return (
    <div
      className={cx("flex items-center gap-2 border-b p-2 md:col-start-2 md:px-3", isChat && "short:hidden")}
    >
      <IconButton
        label="Toggle chat list"
        icon={PanelLeft}
        size="sm"
        pressed={isListOpen}
        tooltipSide="bottom"
        className={cx("max-md:hidden", isFolded && "lg:max-xl:hidden")}
        onClick={onToggleList}
      />
      {onBack && (
        <IconButton label="Back to chats" icon={ArrowLeft} size="sm" className="md:hidden" onClick={onBack} />
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onSearch}
        className="touch-reach relative flex h-7 min-w-0 flex-1 items-center gap-2 rounded-sm border border-strong bg-surface-raised px-2.5 text-left text-faint transition-colors duration-fast hover:border-control max-md:h-9 md:max-w-[420px]"
      >
        <Search className="size-3.5" aria-hidden="true" />
        <span className="truncate">Find a chat or start one</span>
      </button>
      {status && <status.StatusMenu />}
    </div>
  );
}

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
  const hasSession = useOptionalChat() !== null;
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
        {view
          ? hasSession && <LazyView key={view} view={view} onGo={go} />
          : isHome && <RecentChats onGo={go} onNewChat={() => setDialog("new chat")} />}
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
          {hasSession && channelId !== null && threadId && (
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
