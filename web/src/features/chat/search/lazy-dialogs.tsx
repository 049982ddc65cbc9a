import { lazyPart, useLazyPart } from "../../../ui/lazy-part.ts";
import { notify } from "../../../ui/toast.tsx";
import { useOnceTrue } from "../../../ui/use-once-true.ts";
import { loadFailure } from "../load-failure.ts";

export type ChatDialog = "search" | "new chat";

export interface LazyDialogsProps {
  shown: ChatDialog | null;
  onShow: (dialog: ChatDialog | null) => void;
  onOpen: (channelId: string) => void;
}

const searchPart = lazyPart(() => import("./search-dialog.tsx"));
const newChatPart = lazyPart(() => import("./new-chat-dialog.tsx"));

/** Chat's dialogs, whose code the first load leaves out. */
export function LazyDialogs({ shown, onShow, onOpen }: LazyDialogsProps) {
  const search = useLazyPart(searchPart, useOnceTrue(shown === "search"), fail);
  const newChat = useLazyPart(newChatPart, useOnceTrue(shown === "new chat"), fail);
  const props = (name: ChatDialog) => ({
    open: shown === name,
    onOpenChange: (open: boolean) => onShow(open ? name : null),
    onOpen,
  });
  function fail() {
    onShow(null);
    notify.error(loadFailure, { id: "load" });
  }
  return (
    <>
      {search && <search.SearchDialog {...props("search")} />}
      {newChat && <newChat.NewChatDialog {...props("new chat")} />}
    </>
  );
}
