import { pushRoutes } from "@atoll/contract/notifications/push-routes";
import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import {
  Ban,
  BellRing,
  Calendar,
  Check,
  CircleCheckBig,
  Megaphone,
  MessageCircle,
  Monitor,
  Smartphone,
  Volume2,
} from "lucide-react";
import { useEffect, useId, useState } from "react";
import { playChime } from "../../../lib/page/chime.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { PushOnDevice } from "../push/push-on-device.tsx";
import type { ShownSettings } from "./settings-loaded.tsx";

const toastId = "notifications";

/** Returns the browser's notification permission. Null if it does not support notifications. */
function permissionNow(): NotificationPermission | null {
  return "Notification" in window ? Notification.permission : null;
}

/**
 * Sends a test notification: a push if it is turned on in this browser, and otherwise one from this page.
 * Specification, section 9.
 */
async function sendTest(): Promise<void> {
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

const parts = [
  ["chat", MessageCircle, "Chat", "New messages in your chats and mentions."],
  ["tasks", CircleCheckBig, "Tasks", "Assignments, comments and status changes."],
  ["announcements", Megaphone, "Announcements", "New announcements. Urgent ones stay until you close them."],
  ["calendar", Calendar, "Calendar", "Reminders, with “Remind in 5min” to snooze."],
  ["sound", Volume2, "Sound", "A short chime with each notification."],
  ["desktop", Monitor, "Desktop", "Show a banner on this computer."],
  ["mobile", Smartphone, "Mobile", "Push to the installed app on your phone."],
] as const;

/** The settings for alerts in addition to the inbox. Specification, section 2, Settings. */
export function NotificationsCard({ settings, set }: ShownSettings) {
  const [permission, look] = usePermission();
  const isBlocked = permission === "denied";
  const testNoteId = useId();
  return (
    <SettingCard
      end={
        <span className="flex items-center gap-2 text-muted text-xs">
          Permission
          <Permission permission={permission} />
        </span>
      }
      text="Choose how you are notified in addition to your inbox."
      title="Notifications"
    >
      <PushOnDevice onPermission={look} />
      <ul className="divide-y border-y">
        <li className="bg-primary-soft px-4 py-2 md:px-5">
          <Toggle
            checked={settings.enabled}
            disabled={isBlocked}
            help="Turn everything below on or off at once."
            label={<span className="font-semibold">Enable notifications</span>}
            labelFirst
            onChange={({ target }) => set({ enabled: target.checked })}
          />
        </li>
        {parts.map(([name, Icon, label, help]) => (
          <li className="flex items-center gap-3.5 px-4 py-2 md:px-5" key={name}>
            <Icon className={cx("size-4 flex-none", settings.enabled ? "text-muted" : "text-disabled")} />
            <Toggle
              checked={settings[name]}
              className="flex-1"
              disabled={!settings.enabled || isBlocked}
              help={help}
              label={label}
              labelFirst
              onChange={({ target }) =>
                set({ [name]: target.checked } satisfies Partial<NotificationSettings>)
              }
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 bg-surface px-4 py-2 md:px-5">
        <span className="text-muted text-xs" id={testNoteId}>
          {whyNoTest(settings.enabled, permission) ?? "Saved for all your devices."}
        </span>
        <Button
          aria-describedby={testNoteId}
          disabled={whyNoTest(settings.enabled, permission) !== undefined}
          icon={BellRing}
          onClick={() => {
            void sendTest();
            if (settings.sound) playChime();
          }}
          size="sm"
        >
          Send a test notification
        </Button>
      </div>
    </SettingCard>
  );
}

/** Says why this device cannot show a test notification. */
function whyNoTest(isEnabled: boolean, permission: NotificationPermission | null): string | undefined {
  if (permission === null) return "This browser cannot show notifications, so there is nothing to test.";
  if (permission === "denied")
    return "To send a test, allow notifications for this site in your browser's settings.";
  if (!isEnabled) return "To send a test, turn on “Enable notifications”.";
  if (permission === "default") return "To send a test, allow notifications on this device first.";
  return undefined;
}

function Permission({ permission }: { permission: NotificationPermission | null }) {
  if (permission === "granted")
    return (
      <Badge icon={Check} tone="success">
        Enabled
      </Badge>
    );
  if (permission === "denied")
    return (
      <Badge icon={Ban} tone="error">
        Blocked
      </Badge>
    );
  return <Badge>Not Set</Badge>;
}

/** Returns the browser's notification permission, and updates when it changes elsewhere. */
function usePermission(): [NotificationPermission | null, () => void] {
  const [permission, setPermission] = useState(permissionNow);
  useEffect(() => {
    const look = () => setPermission(permissionNow());
    let status: PermissionStatus | undefined;
    let isOver = false;
    // Not every browser tells of it; coming back to the page looks again in all of them.
    navigator.permissions
      ?.query({ name: "notifications" })
      .then((found) => {
        if (isOver) return;
        status = found;
        found.addEventListener("change", look);
      })
      .catch(() => undefined);
    window.addEventListener("focus", look);
    return () => {
      isOver = true;
      status?.removeEventListener("change", look);
      window.removeEventListener("focus", look);
    };
  }, []);
  return [permission, () => setPermission(permissionNow())];
}
