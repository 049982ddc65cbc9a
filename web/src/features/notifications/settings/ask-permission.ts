import { pushRoutes } from "@atoll/contract/notifications/push-routes";
import { call, errorMessage } from "../../../lib/api-client.ts";
import { hasCode } from "../../../lib/judge-error.ts";
import { notify } from "../../../ui/toast/toast.tsx";

const toastId = "notifications";

/** What the browser lets Atoll show; null: it shows nothing at all. */
export function permissionNow(): NotificationPermission | null {
  return "Notification" in window ? Notification.permission : null;
}

/**
 * What a notification looks like, and whether one comes: pushed, the whole way that each takes, where that is turned on
 * in this browser, else by this page. Specification, section 9.
 */
export async function sendTest(): Promise<void> {
  const [title, body] = ["Test Notification", "Notifications are working correctly!"];
  try {
    await call(pushRoutes.sendTestPush, {});
  } catch (error) {
    if (!hasCode(error, "push_subscription_not_found")) {
      notify.error(errorMessage(error), { id: toastId });
      return;
    }
    showHere(title, { body, icon: "/icons/icon-192x192.png", tag: "test" });
  }
  notify.success(`${title}: ${body}`, { id: toastId });
}

function showHere(title: string, options: NotificationOptions): void {
  try {
    new Notification(title, options);
  } catch {
    // Phones allow notifications to a service worker only: the toast says it.
  }
}
