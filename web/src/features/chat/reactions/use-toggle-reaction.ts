import type { Message } from "@atoll/contract/chat/schemas";
import { errorMessage } from "../../../lib/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { addReaction, removeReaction } from "./api.ts";

/** Reacts to a message with an emoji, or takes one's own reaction back. */
export function useToggleReaction(message: Message): (emoji: string) => void {
  const { viewer, take } = useChat();
  return (emoji) => {
    const isOn = message.reactions.some(
      (reaction) => reaction.emoji === emoji && reaction.userIds.includes(viewer.id),
    );
    const change = isOn ? removeReaction : addReaction;
    change(message.id, emoji).then(
      ({ message: changed }) => take(changed),
      (error: unknown) => notify.error(errorMessage(error, "Failed to react"), { id: "reaction" }),
    );
  };
}
