import { useMutation } from "@tanstack/react-query";
import { Bell, BellOff } from "lucide-react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { putFollowing } from "./api.ts";

/** Toggles notifications of new replies, optimistically. */
export function FollowButton({ messageId, isFollowing }: { messageId: string; isFollowing: boolean }) {
  const { threads } = useChat();
  const { mutate, isPending } = useMutation({
    mutationFn: (next: boolean) => putFollowing(messageId, next),
    onMutate: (next) => threads.set(messageId, { isFollowing: next }),
    onError(error, next) {
      threads.set(messageId, { isFollowing: !next });
      notify.error(errorMessage(error));
    },
  });
  return (
    <IconButton
      label={isFollowing ? "Unfollow thread" : "Follow thread"}
      icon={isFollowing ? BellOff : Bell}
      onClick={() => !isPending && mutate(!isFollowing)}
    />
  );
}
