import { messageRoutes } from "@atoll/contract/chat/message-routes";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { call } from "../../../lib/server/api-client.ts";

/** The message that an idea was made from, for those who may read it; others see nothing. */
export function SourceLink({ messageId }: { messageId: string }) {
  const router = useRouter({ warn: false });
  const { data } = useQuery({
    queryKey: ["ideas", "source", messageId],
    queryFn: ({ signal }) => call(messageRoutes.getMessage, { params: { messageId } }, { signal }),
    retry: false,
  });
  if (!data) return null;
  const { message, channel } = data;
  const place = channel.type === "DIRECT" || channel.name === "" ? "a conversation" : channel.name;
  const at = new URLSearchParams({ message: message.id });
  if (message.parentId) at.set("thread", message.parentId);
  const href = `/chat/channel/${channel.id}?${at}`;
  return (
    <p className="flex min-w-0 items-center gap-2 text-muted text-xs">
      <MessageCircle className="size-3.5 flex-none text-faint" aria-hidden="true" />
      <a
        href={href}
        className="truncate rounded-xs py-1 text-primary-text hover:underline"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0 || !router) return;
          event.preventDefault();
          void router.navigate({ href });
        }}
      >
        From a message in {place}
      </a>
    </p>
  );
}
