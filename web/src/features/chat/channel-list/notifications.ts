import type { Channel, Message } from "@atoll/contract/chat/schemas";
import { alertsFor } from "../../../lib/page/alerts.ts";
import { forgetTyping } from "../../../lib/page/lost-words.ts";
import { claimOnce } from "../../../lib/session/claim-once.ts";
import { channelTitle } from "./channel-title.ts";
import { callsViewer } from "./count-change.ts";
import { previewText } from "./preview.ts";

/** Returns whether to notify the viewer of a message, by their setting for the channel and whether it mentions them. */
export function shouldNotify(message: Message, channel: Channel, viewerId: string): boolean {
  if (message.author.id === viewerId || channel.isMuted || channel.notify === "none") return false;
  // A reply concerns those it calls; the others see the count of their threads.
  if (channel.notify === "mentions" || message.parentId !== null) return callsViewer(message, viewerId);
  return true;
}

/**
 * Chimes and shows a new message on the desktop while the page is out of sight, where the person allowed it. Several
 * hidden tabs show it once: they use the same tag.
 */
export async function notifyOfMessage(
  message: Message,
  channel: Channel,
  open: (channelId: string) => void,
): Promise<void> {
  const { banner, sound } = alertsFor("chat.mention");
  if (!(banner || sound) || !document.hidden || !(await claimOnce(message.id))) return;
  if (sound) void import("../../../lib/page/chime.ts").then(({ playChime }) => playChime());
  if (!banner || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const title =
    channel.type === "DIRECT" ? message.author.name : `${message.author.name} in ${channelTitle(channel)}`;
  // The chime is ours, by the person's settings.
  const options = { body: previewText(message.content), tag: message.id, silent: true };
  // Use the service worker's notification, which opens this place and is replaced by a push of the same message. Phones
  // allow no other kind.
  if (navigator.serviceWorker?.controller) {
    const data = { path: `/chat/channel/${message.channelId}` };
    void navigator.serviceWorker.ready.then((worker) => worker.showNotification(title, { ...options, data }));
    return;
  }
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      forgetTyping();
      open(message.channelId);
      notification.close();
    };
  } catch {
    // Phones allow notifications to a service worker only.
  }
}
