import type { NotificationKindInfo } from "../notification-kind.ts";

const ofBoards = {
  tab: "changes",
  area: "announcements",
  icon: "shapes",
  ways: { inbox: true, push: true, sound: true, mail: false },
  isUrgent: false,
} as const;

/** The kinds of notifications about boards. */
export const brainstormNotificationKinds = {
  "board.invited": { ...ofBoards, label: "someone shares a board with me" },
  "board.mention": {
    ...ofBoards,
    tab: "mentions",
    icon: "at-sign",
    label: "someone mentions me in a comment on a board",
  },
  "board.comment": {
    ...ofBoards,
    tab: "replies",
    icon: "message-square",
    label: "someone comments on a note of mine, or below my comment",
  },
  "board.lead": { ...ofBoards, label: "someone takes the lead of a board of mine" },
  "board.summons": { ...ofBoards, label: "a facilitator calls me to a board" },
} as const satisfies Record<string, NotificationKindInfo>;
