import type { NotificationKindInfo } from "../notification-kind.ts";

const quiet = {
  tab: "changes",
  area: "chat",
  icon: "circle-question-mark",
  ways: { inbox: true, push: false, sound: false, mail: false },
  isUrgent: false,
} as const;
const loud = { ...quiet, ways: { inbox: true, push: true, sound: true, mail: false } } as const;

/** The kinds of notifications about questions. */
export const questionNotificationKinds = {
  "question.answered": {
    ...loud,
    icon: "message-square-reply",
    tab: "replies",
    label: "a question that I asked or follow is answered",
  },
  "question.accepted": { ...loud, icon: "check-check", label: "an answer of mine is accepted" },
  "question.comment": {
    ...loud,
    icon: "message-square",
    tab: "replies",
    label: "someone comments on a question or answer of mine",
  },
  "question.mention": {
    ...loud,
    tab: "mentions",
    icon: "at-sign",
    label: "someone mentions me in a question",
  },
  "question.votes": { ...quiet, icon: "chevrons-up", label: "a question of mine has many votes" },
  "question.tag": { ...quiet, label: "someone asks a question with a tag that I follow" },
  "question.asked": { ...loud, label: "a question is sent to me or my department" },
} as const satisfies Record<string, NotificationKindInfo>;
