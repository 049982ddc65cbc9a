import type { NotificationKindInfo } from "../notification-kind.ts";

const ringing = { inbox: true, push: true, sound: true, mail: false };

/** The kinds of notifications about team chat. */
export const chatNotificationKinds = {
  "chat.mention": {
    tab: "mentions",
    label: "someone mentions me, or everyone in a channel of mine",
    icon: "at-sign",
    area: "chat",
    ways: ringing,
    isUrgent: false,
  },
  "chat.reply": {
    tab: "replies",
    label: "someone replies in a thread that I follow",
    icon: "message-square-reply",
    area: "chat",
    ways: ringing,
    isUrgent: false,
  },
  "chat.direct": {
    tab: "messages",
    label: "someone writes to me directly while I am away",
    icon: "message-circle",
    area: "chat",
    ways: ringing,
    isUrgent: false,
  },
  "channel.added": {
    tab: "changes",
    label: "someone adds me to a channel",
    icon: "hash",
    area: "chat",
    ways: { inbox: true, push: false, sound: false, mail: false },
    isUrgent: false,
  },
} as const satisfies Record<string, NotificationKindInfo>;
