import { pushRoutes } from "@atoll/contract/notifications/push-routes";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";

const toastId = "notifications";

/** Returns the browser's notification permission. Null if it does not support notifications. */
export function permissionNow(): NotificationPermission | null {
  return "Notification" in window ? Notification.permission : null;
}

/**
 * Sends a test notification: a push if it is turned on in this browser, and otherwise one from this page.
 * Specification, section 9.
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
