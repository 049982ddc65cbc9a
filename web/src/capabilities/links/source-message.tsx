import { messageRoutes } from "@atoll/contract/chat/message-routes";
import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { call } from "../../lib/server/api-client.ts";
import { AddressLink } from "./address-link.tsx";

interface SourceMessageProps {
  /** The area of the thing, whose queries are fetched again together. */
  area: "tasks" | "ideas";
  messageId: string;
}

/** The message that a thing was made from, for people who may read it; others see nothing. */
export function SourceMessage({ area, messageId }: SourceMessageProps) {
  const { data } = useQuery({
    queryKey: [area, "source", messageId],
    queryFn: ({ signal }) => call(messageRoutes.getMessage, { params: { messageId } }, { signal }),
    retry: false,
  });
  if (!data) return null;
  const { message, channel } = data;
  const place = channel.type === "DIRECT" || channel.name === "" ? "a conversation" : channel.name;
  const at = new URLSearchParams({ message: message.id });
  if (message.parentId) at.set("thread", message.parentId);
  return (
    <p className="flex min-w-0 items-center gap-2 text-muted text-xs">
      <MessageCircle className="size-3.5 flex-none text-faint" aria-hidden="true" />
      {/* Specification, section 2: notification links. */}
      <AddressLink
        address={`/chat/channel/${channel.id}?${at}`}
        className="truncate rounded-xs py-1 text-primary-text hover:underline"
      >
        From a message in {place}
      </AddressLink>
    </p>
  );
}
