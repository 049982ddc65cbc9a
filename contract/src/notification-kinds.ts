import { administrationNotificationKinds } from "./administration/notification-kinds.ts";
import { announcementNotificationKinds } from "./announcements/notification-kinds.ts";
import { automationNotificationKinds } from "./automations/notification-kinds.ts";
import { brainstormNotificationKinds } from "./brainstorm/notification-kinds.ts";
import { calendarNotificationKinds } from "./calendar/notification-kinds.ts";
import { cardNotificationKinds } from "./cards/notification-kinds.ts";
import { chatNotificationKinds } from "./chat/notification-kinds.ts";
import { gitLinkNotificationKinds } from "./git-links/notification-kinds.ts";
import { guestAccessNotificationKinds } from "./guest-access/notification-kinds.ts";
import { ideaNotificationKinds } from "./ideas/notification-kinds.ts";
import { accountNotificationKinds } from "./identity/notification-kinds.ts";
import { knowledgeNotificationKinds } from "./knowledge/notification-kinds.ts";
import type { NotificationKindInfo, NotificationTab } from "./notification-kind.ts";
import { notificationTabs } from "./notification-kind.ts";
import { onboardingNotificationKinds } from "./onboarding/notification-kinds.ts";
import { personalDataNotificationKinds } from "./personal-data/notification-kinds.ts";
import { questionNotificationKinds } from "./questions/notification-kinds.ts";
import { reminderNotificationKinds } from "./reminders/notification-kinds.ts";
import { sensitiveDataNotificationKinds } from "./sensitive-data/notification-kinds.ts";
import { taskNotificationKinds } from "./tasks/notification-kinds.ts";

/** Every kind of notifications, by slice. Their names are stored, and never change. */
const kinds = {
  ...chatNotificationKinds,
  ...taskNotificationKinds,
  ...announcementNotificationKinds,
  ...calendarNotificationKinds,
  ...questionNotificationKinds,
  ...ideaNotificationKinds,
  ...cardNotificationKinds,
  ...accountNotificationKinds,
  ...administrationNotificationKinds,
  ...knowledgeNotificationKinds,
  ...onboardingNotificationKinds,
  ...sensitiveDataNotificationKinds,
  ...brainstormNotificationKinds,
  ...reminderNotificationKinds,
  ...personalDataNotificationKinds,
  ...automationNotificationKinds,
  ...gitLinkNotificationKinds,
  ...guestAccessNotificationKinds,
} as const;

export type NotificationKind = keyof typeof kinds;
export const notificationKinds: Readonly<Record<NotificationKind, NotificationKindInfo>> = kinds;
export const notificationKindNames = Object.keys(kinds) as [NotificationKind, ...NotificationKind[]];

/** The tabs that a kind lies in, in their order. */
export const usedNotificationTabs = (Object.keys(notificationTabs) as NotificationTab[]).filter((tab) =>
  Object.values(notificationKinds).some((kind) => kind.tab === tab),
);
