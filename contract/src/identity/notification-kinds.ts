import type { NotificationKindInfo } from "../notification-kind.ts";

/** Someone else may have access to the account: its owner is notified in every way, and at any time. */
const alarming = {
  tab: "account",
  icon: "shield-alert",
  area: "account",
  ways: { inbox: true, push: true, sound: true, mail: true },
  isUrgent: true,
  isAlwaysKept: true,
} as const;
/** A super administrator has let themselves in where others are. */
const watchful = {
  tab: "account",
  icon: "shield-alert",
  area: "account",
  ways: { inbox: true, push: false, sound: false, mail: false },
  isUrgent: false,
  isAlwaysKept: true,
} as const;
const changing = {
  tab: "account",
  area: "account",
  ways: { inbox: true, push: true, sound: false, mail: false },
  isUrgent: false,
} as const;

/** The kinds of notifications about a person's account and permissions. */
export const accountNotificationKinds = {
  "password.set": { ...alarming, label: "an administrator sets a new password for me" },
  "password.reset": { ...alarming, label: "my password is changed with a mailed link" },
  "email.changed": { ...alarming, label: "an administrator changes the email that I sign in with" },
  "passkey.added": { ...alarming, label: "a passkey is added to my account" },
  "token.created": { ...alarming, label: "an access token is created for my account" },
  "feed.created": { ...alarming, label: "a feed is created for my account" },
  "program.connected": { ...alarming, label: "a program is connected to my account" },
  "program.reused": {
    ...alarming,
    label: "a program of mine is disconnected, since its access may have been copied",
  },
  "bot-token.created": { ...alarming, label: "an access token is created for a bot of mine" },
  "webhook.set": {
    ...alarming,
    label: "an outgoing webhook of mine is created, or gets another address or secret",
  },
  "second-factor.removed": { ...alarming, label: "an administrator removes my authenticator app" },
  "session.new-device": { ...alarming, label: "someone signs in as me in a new browser" },
  "department.entered": { ...watchful, label: "a super administrator enters a department of mine" },
  "role.taken": { ...watchful, label: "a super administrator takes a role that I hold" },
  "role.given": { ...changing, icon: "badge-check", label: "I am given a role" },
  "role.withdrawn": { ...changing, icon: "badge-minus", label: "a role is taken from me" },
  "department.joined": { ...changing, icon: "building-2", label: "I am put into a department" },
  "department.left": { ...changing, icon: "building-2", label: "I am taken out of a department" },
  "webhook.stopped": {
    ...changing,
    icon: "shield-alert",
    label: "an outgoing webhook of mine is switched off or deleted",
  },
  "bot.inherited": { ...changing, icon: "package-open", label: "I become the owner of a bot" },
  "account.inherited": {
    ...changing,
    icon: "package-open",
    label: "I take over what a colleague owned",
  },
} as const satisfies Record<string, NotificationKindInfo>;
