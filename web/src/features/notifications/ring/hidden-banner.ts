import { withPriorityMark } from "@atoll/contract/notifications/priority-marks";
import { pushActions } from "@atoll/contract/notifications/push-limits";
import type { TaskPriority } from "@atoll/contract/tasks/limits";
import { forgetTyping } from "../../../lib/page/lost-words.ts";

export interface Banner {
  /** The ID of the entry: a push of the same replaces the banner, and reading the entry elsewhere closes it. */
  tag: string;
  title: string;
  priority?: TaskPriority | undefined;
  body: string;
  icon?: string | null | undefined;
  /** A path within the web app. */
  path: string;
  /** It stays until the person answers it, and offers to be reminded. */
  stays: boolean;
}

/**
 * Shows a notification of the system for a page that nobody looks at. One that stays is the service worker's, because a
 * page's own notifications have no buttons.
 */
export async function showHiddenBanner(banner: Banner, open: () => void): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const { tag, body, path, stays } = banner;
  const title = withPriorityMark(banner);
  // The chime is ours, by the person's settings.
  const options = { tag, body, icon: banner.icon ?? "/icons/icon-192x192.png", silent: true };
  const worker = stays ? await navigator.serviceWorker?.getRegistration().catch(() => undefined) : undefined;
  if (worker?.active) {
    const stay = {
      ...options,
      requireInteraction: true,
      actions: [{ action: "remind", title: pushActions.remind }],
      data: { path, entryId: tag },
    };
    return worker.showNotification(title, stay);
  }
  try {
    const shown = new Notification(title, { ...options, requireInteraction: stays });
    shown.onclick = () => {
      window.focus();
      forgetTyping();
      open();
      shown.close();
    };
  } catch {
    // Phones allow notifications to a service worker only, which shows its own.
  }
}
