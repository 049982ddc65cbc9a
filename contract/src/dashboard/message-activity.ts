import { messageLink } from "../chat/message-link.ts";
import type { Channel, Message } from "../chat/schemas.ts";
import type { ActivityItem } from "./content-schemas.ts";

/** The length of a message's excerpt in recent activity. */
export const activityTextLength = 200;

/** The part of a text that recent activity shows, in whole characters. */
export function activityText(content: string): string {
  return content.length <= activityTextLength ? content : [...content].slice(0, activityTextLength).join("");
}

/**
 * A message as something that somebody did lately: as the server answers it, and as a browser makes it of an event.
 * Specification, section 2 (Recent Activity).
 */
export function messageActivity(
  message: Pick<Message, "id" | "parentId" | "author" | "content" | "createdAt">,
  channel: Pick<Channel, "id" | "name" | "type">,
): ActivityItem {
  return {
    id: `message/${message.id}`,
    at: message.createdAt,
    person: message.author,
    lead: "in",
    about: channel.type === "DIRECT" ? "a direct message" : channel.name,
    rest: "",
    text: activityText(message.content),
    link: messageLink(channel.id, message),
  };
}
