import type { NotificationKindInfo } from "../notification-kind.ts";

/** The kinds of notifications about reminders. Reminders by colleagues can be switched off separately. */
export const reminderNotificationKinds = {
  "reminder.due": {
    tab: "events",
    label: "a reminder is due that I set",
    icon: "alarm-clock",
    area: "calendar",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: false,
  },
  "reminder.received": {
    tab: "events",
    label: "a colleague reminds me of something",
    icon: "alarm-clock",
    area: "calendar",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: false,
  },
} as const satisfies Record<string, NotificationKindInfo>;
