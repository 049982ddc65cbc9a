import type { MessageInChannel } from "@atoll/contract/chat/message-lists";
import type { Page } from "@atoll/contract/page";
import { useQueryClient } from "@tanstack/react-query";
import { BookmarkX } from "lucide-react";
import { type CachedPages, usePages } from "../../../capabilities/live/use-pages.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import type { ChatPlace } from "../places/chat-place.ts";
import { ViewFrame } from "../places/view-frame.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { chatKeys } from "../stream/api.ts";
import { savedPages } from "./api.ts";
import { MessageCards } from "./message-cards.tsx";

/** The viewer's saved messages, last saved first. */
export function SavedView({ onGo }: { onGo: (place: ChatPlace) => void }) {
  const unsave = useUnsave();
  const list = usePages({
    queryKey: chatKeys.saved,
    ...savedPages,
    // Saving happens elsewhere on the screen.
    refetchOnMount: "always",
  });
  return (
    <ViewFrame title="Saved">
      <MessageCards
        list={list}
        onGo={onGo}
        more={({ message }) => ({
          action: (
            <IconButton
              label="Remove from saved"
              icon={BookmarkX}
              size="xs"
              onClick={() => unsave(message.id)}
            />
          ),
        })}
        empty={
          <EmptyState title="No saved messages" drawing="messages">
            Save a message to find it again here.
          </EmptyState>
        }
      />
    </ViewFrame>
  );
}

/** Returns a function that removes a message from the list, optimistically. */
function useUnsave(): (messageId: string) => void {
  const chat = useChat();
  const queryClient = useQueryClient();
  return (messageId) => {
    void queryClient.cancelQueries({ queryKey: chatKeys.saved });
    queryClient.setQueryData<CachedPages<MessageInChannel>>(
      chatKeys.saved,
      (data) => data && { ...data, pages: data.pages.map((page) => without(page, messageId)) },
    );
    chat.save(messageId, false);
  };
}

function without(page: Page<MessageInChannel>, messageId: string): Page<MessageInChannel> {
  return { ...page, items: page.items.filter(({ message }) => message.id !== messageId) };
}
