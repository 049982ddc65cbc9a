import type { Channel, Message } from "@atoll/contract/chat/schemas";
import { channelTitle } from "./channel-title.ts";
import { previewText } from "./preview.ts";

/**
 * Shows a new message on the desktop while the page is out of sight, where the person allowed it. Several
 * hidden tabs show it once: they use the same tag.
 */
export function notifyOfMessage(message: Message, channel: Channel, open: (channelId: string) => void): void {
  if (!document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted")
    return;
  const title =
    channel.type === "DIRECT" ? message.author.name : `${message.author.name} in ${channelTitle(channel)}`;
  try {
    const notification = new Notification(title, { body: previewText(message.content), tag: message.id });
    notification.onclick = () => {
      window.focus();
      open(message.channelId);
      notification.close();
    };
  } catch {
    // Phones allow notifications to a service worker only.
  }
}
