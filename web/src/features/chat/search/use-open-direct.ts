import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useOptionalChat } from "../session/chat-provider.tsx";

/** Opens the direct chat with a person, making it when there is none. Specification, section 8: 'Failed to create chat'. */
export function useOpenDirect(onOpen: (channelId: string) => void) {
  const chat = useOptionalChat();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (personId: string) => {
      if (!chat) throw new Error("The chat has not loaded yet.");
      return chat.openDirect(personId);
    },
    onSuccess: (channel) => onOpen(channel.id),
    onError: (failure) => console.info("A direct chat could not be opened:", errorMessage(failure)),
  });
  return {
    isOpening: isPending,
    error: error ? "Failed to create chat" : null,
    open(personId: string) {
      if (!isPending) mutate(personId);
    },
  };
}
