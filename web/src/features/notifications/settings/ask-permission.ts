import { notify } from "../../../ui/toast/toast.tsx";

const toastId = "notifications";
export const unsupported = "Notifications are not supported in this browser.";

/** What the browser lets Atoll show; null: it shows nothing at all. */
export function permissionNow(): NotificationPermission | null {
  return "Notification" in window ? Notification.permission : null;
}

/** Asks for the browser's permission to show notifications, and says what came of it. Specification, section 8. */
export async function askPermission(): Promise<void> {
  const permission = await Notification.requestPermission().catch(() => "denied");
  if (permission === "granted")
    notify.success("This browser will show new chat messages while Atoll is open.", { id: toastId });
  else
    notify.error("Failed to enable push notifications. Please check your browser settings.", { id: toastId });
}

/** What a notification looks like, and whether one comes. Specification, section 9. */
export function sendTest(): void {
  const [title, body] = ["Test Notification", "Notifications are working correctly!"];
  try {
    new Notification(title, { body, icon: "/icons/icon-192x192.png", tag: "test" });
  } catch {
    // Phones allow notifications to a service worker only: the toast says it.
  }
  notify.success(`${title}: ${body}`, { id: toastId });
}
