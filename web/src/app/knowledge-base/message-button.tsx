import type { Person } from "@atoll/contract/people/schemas";
import { useNavigate } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { authorName } from "../../capabilities/people/author-name.ts";
import { placePath } from "../../features/chat/places/chat-place.ts";
import { useOptionalChat } from "../../features/chat/session/chat-provider.tsx";
import { Button } from "../../ui/button/button.tsx";
import { notify } from "../../ui/toast/toast.tsx";

/** Opens the direct chat with a person; nothing for somebody who may not chat. */
export function MessageButton({ person }: { person: Person }) {
  const navigate = useNavigate();
  const chat = useOptionalChat();
  if (!chat) return null;
  return (
    <Button
      size="sm"
      icon={MessageCircle}
      aria-label={`Message ${authorName(person)}`}
      onClick={() =>
        chat.openDirect(person.id).then(
          (channel) => navigate({ href: placePath({ channelId: channel.id }) }),
          () => notify.error("Failed to create chat"),
        )
      }
    >
      Message
    </Button>
  );
}
