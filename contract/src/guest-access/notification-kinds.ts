import type { NotificationKindInfo } from "../notification-kind.ts";

/** The notifications of guests about what they were invited to. */
export const guestAccessNotificationKinds = {
  "guest-access.given": {
    tab: "changes",
    label: "someone shares a task, page or event with me as a guest",
    icon: "package-open",
    area: "tasks",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: false,
  },
  "guest-access.ended": {
    tab: "changes",
    label: "guests that I invited lose access, because fewer people can read a task or page",
    icon: "package-open",
    area: "tasks",
    ways: { inbox: true, push: false, sound: false, mail: false },
    isUrgent: false,
  },
} as const satisfies Record<string, NotificationKindInfo>;
