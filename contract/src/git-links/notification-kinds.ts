import type { NotificationKindInfo } from "../notification-kind.ts";

/** The kinds of notifications of repository connections. */
export const gitLinkNotificationKinds = {
  "git-connection.stopped": {
    tab: "events",
    label: "a repository connection of mine is paused, taken over or deleted",
    icon: "alarm-clock",
    area: "tasks",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: false,
  },
} as const satisfies Record<string, NotificationKindInfo>;
