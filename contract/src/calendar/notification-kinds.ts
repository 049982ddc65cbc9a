import type { NotificationKindInfo } from "../notification-kind.ts";

const ofEvents = {
  tab: "events",
  area: "calendar",
  icon: "calendar",
  ways: { inbox: true, push: true, sound: true, mail: false },
  isUrgent: false,
} as const;

/** The kinds of notifications about events. */
export const calendarNotificationKinds = {
  "event.invited": { ...ofEvents, icon: "calendar-plus", label: "someone invites me to an event" },
  "event.moved": { ...ofEvents, icon: "calendar-clock", label: "an event that I was invited to is changed" },
  "event.cancelled": {
    ...ofEvents,
    icon: "calendar-x",
    label: "an event that I was invited to is cancelled",
  },
  "event.answered": {
    ...ofEvents,
    icon: "calendar-check",
    label: "someone answers an invitation of mine",
    ways: { inbox: true, push: false, sound: false, mail: false },
  },
  "event.proposed": { ...ofEvents, icon: "calendar-search", label: "someone proposes another time" },
  "event.comment": {
    ...ofEvents,
    tab: "replies",
    icon: "message-square",
    label: "someone comments on an event of mine",
    ways: { inbox: true, push: false, sound: false, mail: false },
  },
  "event.mention": {
    ...ofEvents,
    tab: "mentions",
    icon: "at-sign",
    label: "someone mentions me in a comment on an event",
  },
  /** By the method inbox. */
  "event.reminder": {
    ...ofEvents,
    icon: "bell-ring",
    label: "an event of mine begins soon, in the inbox alone",
    ways: { inbox: true, push: false, sound: false, mail: false },
  },
  /** By the method push, which stays until something is done about it: specification, section 4. */
  "event.alarm": { ...ofEvents, icon: "alarm-clock", label: "an event of mine begins soon, on my devices" },
} as const satisfies Record<string, NotificationKindInfo>;
