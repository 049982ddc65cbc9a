import type { NotificationKindInfo } from "../notification-kind.ts";

/** The kinds of notifications about exports of a person's data, and about erasures. */
export const personalDataNotificationKinds = {
  "person-export.ready": {
    tab: "account",
    label: "an export of personal data that I asked for is ready",
    icon: "package-open",
    area: "account",
    ways: { inbox: true, push: true, sound: false, mail: false },
    isUrgent: false,
  },
  "person-export.started": {
    tab: "account",
    label: "my personal data is exported",
    icon: "shield-alert",
    area: "account",
    ways: { inbox: true, push: true, sound: true, mail: true },
    isUrgent: true,
    isAlwaysKept: true,
  },
  "full-export.ready": {
    tab: "account",
    label: "an export of everything that I asked for is ready",
    icon: "package-open",
    area: "account",
    ways: { inbox: true, push: true, sound: false, mail: false },
    isUrgent: false,
  },
  "full-export.started": {
    tab: "account",
    label: "another super administrator exports everything",
    icon: "shield-alert",
    area: "account",
    ways: { inbox: true, push: true, sound: true, mail: true },
    isUrgent: true,
    isAlwaysKept: true,
  },
  "thing-export.ended": {
    tab: "account",
    label: "an export that I started of something that I manage is ready, or has failed",
    icon: "package-open",
    area: "account",
    ways: { inbox: true, push: true, sound: false, mail: false },
    isUrgent: false,
  },
  "person-erasure.ended": {
    tab: "account",
    label: "an erasure of a person that I started is done, or has stopped",
    icon: "shield-alert",
    area: "account",
    ways: { inbox: true, push: true, sound: false, mail: false },
    isUrgent: false,
  },
} as const satisfies Record<string, NotificationKindInfo>;
