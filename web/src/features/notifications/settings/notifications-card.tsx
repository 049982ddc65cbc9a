import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import { Ban, BellRing, Check } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { PushOnDevice } from "../push/push-on-device.tsx";
import { useSaveSettings, useSettings } from "./api.ts";
import { permissionNow, sendTest } from "./ask-permission.ts";
import { playChime } from "./chime.ts";

const parts = [
  ["chat", "Chat", "New messages in your chats and mentions."],
  ["tasks", "Tasks", "Assignments, comments and status changes."],
  ["announcements", "Announcements", "New announcements. Urgent ones stay until you close them."],
  ["calendar", "Calendar", "Reminders of what is on."],
  ["sound", "Sound", "A short chime with each notification."],
  ["desktop", "Desktop", "Show a banner on this computer."],
  ["mobile", "Mobile", "Push to the installed app on your phone."],
] as const;

/** What reaches a person beside their inbox. Specification, section 2, Settings. */
export function NotificationsCard() {
  const { data: settings, error, isFetching, refetch } = useSettings();
  const save = useSaveSettings();
  const [permission, setPermission] = useState(permissionNow);
  if (!settings) {
    if (error)
      return (
        <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} retrying={isFetching} />
      );
    return <RowSkeletons label="Loading the settings" mark={16} rowClassName="py-3" />;
  }
  const set = (change: Partial<NotificationSettings>) => save.mutate({ ...settings, ...change });
  return (
    <Card action={<Permission permission={permission} />} flush title="Notifications">
      <PushOnDevice onPermission={() => setPermission(permissionNow())} />
      {save.error && <InlineAlert tone="error">{errorMessage(save.error)}</InlineAlert>}
      <ul className="divide-y border-y">
        <li className="bg-primary-soft px-4 py-2">
          <Toggle
            checked={settings.enabled}
            disabled={permission === "denied"}
            help="Turn everything below on or off at once."
            label="Enable notifications"
            labelFirst
            onChange={({ target }) => set({ enabled: target.checked })}
          />
        </li>
        {parts.map(([name, label, help]) => (
          <li className="px-4 py-2" key={name}>
            <Toggle
              checked={settings[name]}
              disabled={!settings.enabled || permission === "denied"}
              help={help}
              label={label}
              labelFirst
              onChange={({ target }) => set({ [name]: target.checked })}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
        <span className="text-muted text-xs">Saved for all your devices.</span>
        <Button
          disabled={!settings.enabled || permission !== "granted"}
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
    </Card>
  );
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
