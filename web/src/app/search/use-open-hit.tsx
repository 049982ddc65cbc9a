import type { Hit } from "@atoll/contract/search/hit-schemas";
import { useNavigate } from "@tanstack/react-router";
import { placePath } from "../../features/chat/places/chat-place.ts";
import { useOptionalChat } from "../../features/chat/session/chat-provider.tsx";
import { errorMessage } from "../../lib/server/api-client.ts";
import { notify } from "../../ui/toast/toast.tsx";

/** Opens a hit at its link, and a person's direct chat, or their page without permission for chat. */
export function useOpenHit(): (hit: Hit) => void {
  const navigate = useNavigate();
  const chat = useOptionalChat();
  return ({ kind, id, link }) => {
    if (kind !== "person" || !chat || id === chat.viewer.id) {
      void navigate({ href: link });
      return;
    }
    chat.openDirect(id).then(
      (channel) => navigate({ href: placePath({ channelId: channel.id }) }),
      // Specification, section 8.
      (error: unknown) => {
        console.info("A direct chat could not be opened:", errorMessage(error));
        notify.error("Failed to create chat");
      },
    );
  };
}
