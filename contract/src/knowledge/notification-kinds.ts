import type { NotificationKindInfo } from "../notification-kind.ts";

const ofKnowledge = {
  tab: "changes",
  area: "announcements",
  icon: "book-check",
  ways: { inbox: true, push: true, sound: false, mail: false },
  isUrgent: false,
} as const;

/** The kinds of notifications about the knowledge base. */
export const knowledgeNotificationKinds = {
  "knowledge.review_asked": { ...ofKnowledge, label: "I am asked to approve a page" },
  "knowledge.approved": { ...ofKnowledge, label: "a page of mine is approved" },
  "knowledge.changes_asked": { ...ofKnowledge, label: "someone asks for changes to a page of mine" },
  "knowledge.draft_deleted": {
    ...ofKnowledge,
    icon: "badge-minus",
    label: "someone else discards a draft of mine",
  },
  "knowledge.must_read": {
    ...ofKnowledge,
    tab: "must-read",
    icon: "check-check",
    label: "I am asked to read a page and confirm it",
  },
  "knowledge.published": {
    ...ofKnowledge,
    label: "a page that I follow has a new version",
    ways: { inbox: true, push: false, sound: false, mail: false },
  },
  "knowledge.stale": { ...ofKnowledge, icon: "clock", label: "a page of mine is due for review" },
  "knowledge.comment": {
    ...ofKnowledge,
    tab: "replies",
    icon: "message-square",
    label: "someone comments on a page of mine",
  },
  "knowledge.thread": {
    ...ofKnowledge,
    tab: "replies",
    icon: "message-square",
    label: "someone answers in a thread on a page that I wrote in",
  },
  "knowledge.draft_thread": {
    ...ofKnowledge,
    tab: "replies",
    icon: "message-square",
    label: "someone comments on the draft of a page of mine, or mentions me there",
  },
  "knowledge.mention": {
    ...ofKnowledge,
    tab: "mentions",
    icon: "at-sign",
    label: "someone mentions me in a comment on a page",
  },
} as const satisfies Record<string, NotificationKindInfo>;
