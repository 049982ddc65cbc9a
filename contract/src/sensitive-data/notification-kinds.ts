import type { NotificationKindInfo } from "../notification-kind.ts";

const ofSensitiveCards = {
  tab: "changes",
  area: "account",
  icon: "shield",
  ways: { inbox: true, push: true, sound: false, mail: false },
  isUrgent: false,
} as const;

/** The kinds of notifications to owners of sensitive cards and to approvers. */
export const sensitiveDataNotificationKinds = {
  "sensitive-card.looked": {
    ...ofSensitiveCards,
    label: "someone looks at a sensitive card of mine",
    isAlwaysKept: true,
  },
  "sensitive-card.inherited": {
    ...ofSensitiveCards,
    label: "someone inherits a sensitive card that needs two people and that I can see",
    isAlwaysKept: true,
  },
  "sensitive-card.asked": {
    ...ofSensitiveCards,
    icon: "shield-question-mark",
    label: "someone asks for a second person to see a sensitive card",
    ways: { inbox: true, push: true, sound: true, mail: false },
  },
  "sensitive-card.approved": {
    ...ofSensitiveCards,
    icon: "shield-check",
    label: "my look at a sensitive card is approved",
  },
} as const satisfies Record<string, NotificationKindInfo>;
