import { canDeleteMessage } from "@atoll/contract/chat/policy";
import type { Message } from "@atoll/contract/chat/schemas";
import { useQuery } from "@tanstack/react-query";
import {
  Bookmark,
  BookmarkX,
  Copy,
  Lightbulb,
  MailOpen,
  Pin,
  PinOff,
  TextQuote,
  Trash2,
  UserRound,
  UsersRound,
} from "lucide-react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { showPerson } from "../../../capabilities/people/person-mark.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { linkEntries } from "../../../ui/popup/link-entries.ts";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { channelTitle } from "../channel-list/channel-title.ts";
import { placeOf, placePath } from "../places/chat-place.ts";
import { useCreateIdea } from "../selection/create-idea.ts";
import { textOfMessage } from "../selection/selected-text.ts";
import { useChat } from "../session/chat-provider.tsx";
import { savedInQuery } from "../session/saved-messages.ts";
import { putPin } from "./message-api.ts";
import type { MessageWork } from "./use-message-work.ts";

/** Returns the less frequent actions for a message. `isWanted`: the menu is about to be opened. */
export function useMessageMenu(message: Message, work: MessageWork, isWanted: boolean): MenuEntry[] {
  const chat = useChat();
  const { data: isSaved = false } = useQuery({
    ...savedInQuery(message.channelId),
    enabled: isWanted,
    select: (ids) => ids.includes(message.id),
  });
  const createIdea = useCreateIdea();
  const isPinned = message.pinnedAt !== null;
  const channel = chat.channels.find(message.channelId);
  const { quote } = work;
  const entries: MenuEntry[] = [];
  if (quote && message.content !== "") {
    entries.push({ label: "Quote", icon: TextQuote, onSelect: () => quote(message) });
  }
  entries.push({
    label: isSaved ? "Remove from saved" : "Save for later",
    icon: isSaved ? BookmarkX : Bookmark,
    onSelect() {
      chat.save(message.id, !isSaved);
      notify.success(isSaved ? "Message removed from saved" : "Message saved");
    },
  });
  if (channel?.canPost) {
    entries.push({
      label: isPinned ? "Unpin from channel" : "Pin to channel",
      icon: isPinned ? PinOff : Pin,
      onSelect: () =>
        tell(
          putPin(message.id, !isPinned).then((answer) => chat.take(answer.message)),
          isPinned ? "Message unpinned" : "Message pinned",
        ),
    });
  }
  if (createIdea && message.content !== "") {
    entries.push({
      label: "Create idea",
      icon: Lightbulb,
      onSelect: () => createIdea(textOfMessage(message)),
    });
  }
  const name = authorName(message.author);
  if (!message.author.isProgram) {
    entries.push({
      label: `About ${name}`,
      icon: UserRound,
      // The menu returns the focus first.
      onSelect: () =>
        requestAnimationFrame(() =>
          showPerson(
            message.author.id,
            document.querySelector<HTMLElement>(`[data-message="${message.id}"]`),
          ),
        ),
    });
  }
  if (message.reactions.length > 0) {
    entries.push({ label: "Who reacted", icon: UsersRound, onSelect: () => work.showReactions(message.id) });
  }
  if (message.parentId === null) {
    entries.push({
      label: "Mark unread from here",
      icon: MailOpen,
      onSelect: () => tell(chat.markUnread(message), "Marked unread"),
    });
  }
  entries.push(
    {
      label: "Copy text",
      icon: Copy,
      onSelect: () => tell(navigator.clipboard.writeText(message.content), "Text copied"),
    },
    ...linkEntries({
      title: channel ? `Message in ${channelTitle(channel)}` : "Message",
      path: placePath(placeOf(message)),
    }),
  );
  if (canDeleteMessage(chat.viewer, message, channel)) {
    entries.push("separator", {
      label: "Delete message",
      icon: Trash2,
      danger: true,
      onSelect: () => work.askToDelete(message),
    });
  }
  return entries;
}

function tell(work: Promise<unknown>, success: string): void {
  work.then(
    () => notify.success(success),
    (error: unknown) => notify.error(errorMessage(error)),
  );
}
