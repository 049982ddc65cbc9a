import type { NotificationKindInfo } from "../notification-kind.ts";

/** The notifications of guests about what they were invited to. */
export const guestAccessNotificationKinds = {
  "guest-access.given": {
    tab: "changes",
    label: "someone shares a task or page with me as a guest",
    icon: "package-open",
    area: "tasks",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: false,
  },
} as const satisfies Record<string, NotificationKindInfo>;
