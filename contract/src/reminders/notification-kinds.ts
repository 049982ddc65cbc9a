import type { NotificationKindInfo } from "../notification-kind.ts";

/** The kind of notifications about reminders. */
export const reminderNotificationKinds = {
  "reminder.due": {
    tab: "events",
    label: "a reminder is due that I set, or that a colleague set for me",
    icon: "alarm-clock",
    area: "calendar",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: false,
  },
} as const satisfies Record<string, NotificationKindInfo>;
