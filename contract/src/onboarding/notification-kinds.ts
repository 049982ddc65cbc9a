import type { NotificationKindInfo } from "../notification-kind.ts";

const ofOnboarding = {
  tab: "tasks",
  area: "tasks",
  icon: "route",
  ways: { inbox: true, push: true, sound: false, mail: false },
  isUrgent: false,
} as const;

/** The kinds of notifications about onboarding paths. */
export const onboardingNotificationKinds = {
  "onboarding.due": { ...ofOnboarding, label: "an item of an onboarding path is due" },
  "onboarding.started": { ...ofOnboarding, label: "an onboarding path starts that I am part of" },
  "onboarding.nudged": {
    ...ofOnboarding,
    icon: "bell-ring",
    label: "my manager reminds me of my onboarding",
  },
} as const satisfies Record<string, NotificationKindInfo>;
