import { Bell } from "lucide-react";
import { Count } from "../../ui/badge/count.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { notify } from "../../ui/toast/toast.tsx";

/** A fixed value. Specification, sections 2 and 9. */
const badge = 3;
const toastId = "notifications";

/** Asks for the browser's permission to show notifications, and says what came of it. */
export function NotificationsBell() {
  return (
    <IconButton
      badge={
        <span aria-hidden="true">
          <Count ringed tone="bell" value={badge} />
        </span>
      }
      icon={Bell}
      label="Turn on notifications"
      onClick={() => void askForNotifications()}
      tooltipSide="bottom"
    />
  );
}

async function askForNotifications(): Promise<void> {
  if (!("Notification" in window)) {
    notify.error("Notifications are not supported in this browser.", { id: toastId });
    return;
  }
  const permission = await Notification.requestPermission().catch(() => "denied");
  if (permission === "granted") {
    notify.success("This browser will show new chat messages while Atoll is open.", { id: toastId });
  } else {
    notify.error("Failed to enable push notifications. Please check your browser settings.", { id: toastId });
  }
}
