import type { NotificationKindInfo } from "../notification-kind.ts";

const ofIdeas = {
  tab: "changes",
  area: "announcements",
  icon: "lightbulb",
  ways: { inbox: true, push: false, sound: false, mail: false },
  isUrgent: false,
} as const;
const talk = { inbox: true, push: true, sound: true, mail: false } as const;

/** The kinds of notifications about ideas. */
export const ideaNotificationKinds = {
  "idea.status": { ...ofIdeas, label: "an idea that I voted for or follow gets an answer", ways: talk },
  "idea.comment": {
    ...ofIdeas,
    tab: "replies",
    icon: "message-square",
    label: "someone comments on an idea that I follow",
    ways: talk,
  },
  "idea.mention": {
    ...ofIdeas,
    tab: "mentions",
    icon: "at-sign",
    label: "someone mentions me in a comment on an idea",
    ways: talk,
  },
  "idea.votes": { ...ofIdeas, label: "many people vote for an idea of mine" },
  "idea.owner": { ...ofIdeas, icon: "circle-user-round", label: "I become the owner of an idea", ways: talk },
} as const satisfies Record<string, NotificationKindInfo>;
