import type { Message } from "@atoll/contract/chat/schemas";
import { useEffect, useEffectEvent } from "react";
import { lazyPart, useOpenedPart } from "../../../ui/base/lazy-part.ts";
import { showLoadFailure } from "../../../ui/toast/load-failure.ts";
import { useChatRetry, useOptionalChat } from "../session/chat-provider.tsx";

export type ChatDialog = "search" | "new chat" | "new group" | "browse";

export interface LazyDialogsProps {
  shown: ChatDialog | null;
  onShow: (dialog: ChatDialog | null) => void;
  onOpen: (channelId: string) => void;
  onOpenMessage?: (message: Message) => void;
}

const searchPart = lazyPart(() => import("./search-dialog.tsx"));
const newChatPart = lazyPart(() => import("./new-chat-dialog.tsx"));
const newGroupPart = lazyPart(() => import("../channels/new-group-dialog.tsx"));
const browsePart = lazyPart(() => import("../channels/browse-channels-dialog.tsx"));

/** Chat's dialogs, which are not part of the first load. */
export function LazyDialogs({ shown, onShow, onOpen, onOpenMessage }: LazyDialogsProps) {
  const chat = useOptionalChat();
  const isBroken = useChatRetry() !== null;
  const giveUp = useEffectEvent(fail);
  useEffect(() => {
    if (isBroken && shown) giveUp();
  }, [isBroken, shown]);
  const search = useOpenedPart(searchPart, shown === "search", close, fail);
  const newChat = useOpenedPart(newChatPart, shown === "new chat", close, fail);
  const newGroup = useOpenedPart(newGroupPart, shown === "new group", close, fail);
  const browse = useOpenedPart(browsePart, shown === "browse", close, fail);
  const props = (name: ChatDialog) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => onShow(open ? name : null),
    onOpen,
  });
  function close() {
    onShow(null);
  }
  function fail() {
    close();
    showLoadFailure();
  }
  // A dialog that was opened before the session has loaded waits for it.
  if (!chat) return null;
  return (
    <>
      {search && <search.SearchDialog {...props("search")} onOpenMessage={onOpenMessage} />}
      {newChat && <newChat.NewChatDialog {...props("new chat")} />}
      {newGroup && <newGroup.NewGroupDialog {...props("new group")} />}
      {browse && <browse.BrowseChannelsDialog {...props("browse")} />}
    </>
  );
}
