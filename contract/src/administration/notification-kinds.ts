import type { NotificationKindInfo } from "../notification-kind.ts";

/** The kinds of notifications about the administration. */
export const administrationNotificationKinds = {
  "invitation.accepted": {
    tab: "account",
    area: "account",
    icon: "circle-user-round",
    label: "people accept my invitations",
    ways: { inbox: true, push: false, sound: false, mail: false },
    isUrgent: false,
  },
} as const satisfies Record<string, NotificationKindInfo>;
