import { canUseChat } from "@atoll/contract/chat/policy";
import { AtSign, Bookmark, Compass, MessagesSquare, SquarePen, Star, UsersRound } from "lucide-react";
import { useState } from "react";
import { placePath } from "../../features/chat/places/chat-place.ts";
import { type ChatDialog, LazyDialogs } from "../../features/chat/search/lazy-dialogs.tsx";
import { useViewer } from "../../lib/session/use-session.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import type { AreaGoalsProps, FoundGoals, Goal } from "../palette/goal.ts";
import { useChatGoals } from "./use-chat-goals.tsx";

const nothing: FoundGoals = { found: [], places: [], actions: [], error: null, isSearching: false };

/** Chats, people, chat's own pages and actions. None without permission for chat. */
export function ChatGoals(props: AreaGoalsProps) {
  return canUseChat(useViewer()) ? <Goals {...props} /> : props.children(nothing);
}

function Goals({ text, onGo, onClose, children }: AreaGoalsProps) {
  const [dialog, setDialog] = useState<ChatDialog | null>(null);
  const { chats, people, error, isSearching } = useChatGoals(text, onGo);
  const begin = (id: ChatDialog, label: string, icon: IconType): Goal => ({
    id,
    label,
    mark: markOf(icon),
    run() {
      onClose();
      setDialog(id);
    },
  });
  const isEmpty = text.trim() === "";
  return (
    <>
      {children({
        found: [
          { title: isEmpty ? "Recent chats" : "Chats", goals: chats },
          { title: "People", goals: people },
        ],
        places: views.map(({ path, label, icon }) => ({
          id: path,
          label,
          note: "Chat",
          also: "Chat",
          mark: markOf(icon),
          run: () => onGo(path),
        })),
        actions: [
          begin("new chat", "New chat", SquarePen),
          begin("new group", "New group", UsersRound),
          begin("browse", "Browse channels", Compass),
        ],
        error,
        isSearching,
      })}
      <LazyDialogs
        shown={dialog}
        onShow={setDialog}
        onOpen={(channelId) => {
          setDialog(null);
          onGo(placePath({ channelId }));
        }}
      />
    </>
  );
}

const markOf = (Icon: IconType) => <Icon className="size-4 text-faint" />;

const views = [
  { path: "/chat?view=mentions", label: "Mentions", icon: AtSign },
  { path: "/chat?view=starred", label: "Starred", icon: Star },
  { path: "/chat?view=threads", label: "Threads", icon: MessagesSquare },
  { path: "/chat?view=saved", label: "Saved", icon: Bookmark },
];
