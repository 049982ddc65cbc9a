import type { NotificationKindInfo } from "../notification-kind.ts";

const ofCards = {
  tab: "changes",
  area: "tasks",
  isUrgent: false,
} as const;
const talk = { inbox: true, push: true, sound: true, mail: false } as const;

/** Notification kinds about the cards of departments. */
export const cardNotificationKinds = {
  "card.owner": {
    ...ofCards,
    icon: "circle-user-round",
    label: "I become the owner of a card of a department",
    ways: talk,
  },
  "card.alert": {
    ...ofCards,
    icon: "bell-ring",
    label: "an alert fires while I am on call",
    isUrgent: true,
    ways: talk,
  },
  "card.escalated": {
    ...ofCards,
    icon: "triangle-alert",
    label: "an alert that nobody acknowledged escalates to me",
    isUrgent: true,
    ways: talk,
  },
  "card.on-call": {
    ...ofCards,
    icon: "alarm-clock",
    label: "I come on call or go off call",
    ways: talk,
  },
  "card.approval": {
    ...ofCards,
    icon: "circle-check",
    label: "someone asks me to approve a card of a department",
    ways: talk,
  },
  "card.approved": {
    ...ofCards,
    icon: "circle-check",
    label: "a card that I own is approved",
    ways: { ...talk, push: false, sound: false },
  },
  "card.rule": {
    ...ofCards,
    icon: "circle-user-round",
    label: "a rule of its section moves a card that I own",
    ways: talk,
  },
  "card.kept": {
    ...ofCards,
    icon: "circle-user-round",
    label: "rules keep cards from a change that I made of many",
    ways: { ...talk, push: false, sound: false },
  },
  "card.comment": {
    ...ofCards,
    tab: "replies",
    icon: "message-square",
    label: "someone comments on a card that I own",
    ways: talk,
  },
  "card.mention": {
    ...ofCards,
    tab: "mentions",
    icon: "at-sign",
    label: "someone mentions me in a comment on a card",
    ways: talk,
  },
  "incident.opened": {
    ...ofCards,
    icon: "triangle-alert",
    label: "an incident is opened while I am on call",
    isUrgent: true,
    ways: talk,
  },
  "incident.role": {
    ...ofCards,
    icon: "circle-user-round",
    label: "I get a role in an incident",
    isUrgent: true,
    ways: talk,
  },
  "incident.mention": {
    ...ofCards,
    tab: "mentions",
    icon: "at-sign",
    label: "someone mentions me in a comment on an incident",
    ways: talk,
  },
} as const satisfies Record<string, NotificationKindInfo>;
