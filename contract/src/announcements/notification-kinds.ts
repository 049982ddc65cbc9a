import type { NotificationKindInfo } from "../notification-kind.ts";

const ofAnnouncements = {
  tab: "changes",
  area: "announcements",
  icon: "megaphone",
  ways: { inbox: true, push: false, sound: false, mail: false },
  isUrgent: false,
} as const;
const asking = {
  ...ofAnnouncements,
  tab: "must-read",
  icon: "check-check",
  ways: { inbox: true, push: true, sound: true, mail: false },
} as const;

/**
 * The kinds of notifications about announcements. High and urgent ones come through quiet hours: section 4
 * (notification permission).
 */
export const announcementNotificationKinds = {
  "announcement.published": { ...ofAnnouncements, label: "an announcement is published for me" },
  "announcement.important": {
    ...ofAnnouncements,
    icon: "triangle-alert",
    label: "an announcement of high priority is published for me",
    ways: { inbox: true, push: true, sound: true, mail: false },
    isUrgent: true,
  },
  "announcement.must_read": { ...asking, label: "I am asked to confirm an announcement" },
  "announcement.important_must_read": {
    ...asking,
    label: "I am asked to confirm an announcement of high priority",
    isUrgent: true,
  },
  "announcement.asked_again": { ...asking, label: "an announcement that I have read is changed in earnest" },
  "announcement.nudge": { ...asking, icon: "bell-ring", label: "I am reminded of an announcement" },
  "announcement.comment": {
    ...ofAnnouncements,
    tab: "replies",
    icon: "message-square",
    label: "someone comments on an announcement of mine",
    ways: { inbox: true, push: true, sound: true, mail: false },
  },
  "announcement.mention": {
    ...ofAnnouncements,
    tab: "mentions",
    icon: "at-sign",
    label: "someone mentions me in an announcement or a comment on one",
    ways: { inbox: true, push: true, sound: true, mail: false },
  },
  "announcement.schedule_failed": {
    ...ofAnnouncements,
    icon: "calendar-clock",
    label: "an announcement of mine could not be published at its time",
    ways: { inbox: true, push: true, sound: false, mail: false },
  },
} as const satisfies Record<string, NotificationKindInfo>;
