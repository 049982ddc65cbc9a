import { ArrowLeft, PanelLeft, Search } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";

export interface ChatTopBarProps {
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
export function ChatTopBar({
  isListOpen,
  isFolded,
  onToggleList,
  onBack,
  isChat,
  onSearch,
}: ChatTopBarProps) {
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
