import type { NotificationKindInfo } from "../notification-kind.ts";

/** The kinds of notifications of automations. */
export const automationNotificationKinds = {
  "automation.told": {
    tab: "events",
    label: "an automation notifies me",
    icon: "alarm-clock",
    area: "tasks",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: false,
  },
  "approval.asked": {
    tab: "tasks",
    label: "an automation asks for my approval",
    icon: "badge-check",
    area: "tasks",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: false,
  },
  "automation.stopped": {
    tab: "events",
    label: "an automation of mine is switched off, taken over or deleted",
    icon: "alarm-clock",
    area: "tasks",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: false,
  },
} as const satisfies Record<string, NotificationKindInfo>;
