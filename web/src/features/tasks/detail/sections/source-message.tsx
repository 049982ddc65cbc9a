import { messageRoutes } from "@atoll/contract/chat/message-routes";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import type { MouseEvent } from "react";
import { call } from "../../../../lib/server/api-client.ts";

/** The message that a task was made from. Shown only to people who may read it. */
export function SourceMessage({ messageId }: { messageId: string }) {
  const router = useRouter({ warn: false });
  const { data } = useQuery({
    queryKey: ["tasks", "source", messageId],
    queryFn: ({ signal }) => call(messageRoutes.getMessage, { params: { messageId } }, { signal }),
    retry: false,
  });
  if (!data) return null;
  const { message, channel } = data;
  const place = channel.type === "DIRECT" || channel.name === "" ? "a conversation" : channel.name;
  const at = new URLSearchParams({ message: message.id });
  if (message.parentId) at.set("thread", message.parentId);
  // Specification, section 2: notification links.
  const href = `/chat/channel/${channel.id}?${at}`;
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || !router) return;
    event.preventDefault();
    void router.navigate({ href });
  }
  return (
    <p className="flex min-w-0 items-center gap-2 text-muted text-xs">
      <MessageCircle className="size-3.5 flex-none text-faint" aria-hidden="true" />
      <a href={href} onClick={follow} className="truncate rounded-xs py-1 text-primary-text hover:underline">
        From a message in {place}
      </a>
    </p>
  );
}
