/** The tabs of the inbox, in order, after "All". A kind says which tab its entries belong to. */
export const notificationTabs = {
  mentions: "Mentions",
  tasks: "Tasks",
  events: "Events",
  "must-read": "Must read",
  replies: "Replies",
  messages: "Messages",
  changes: "Changes",
  account: "Account",
} as const;
export type NotificationTab = keyof typeof notificationTabs;

/** The toggles of the settings card that stand for a part of Atoll. Specification, section 2 (settings). */
export const notificationAreas = ["chat", "tasks", "announcements", "calendar"] as const;
export type NotificationArea = (typeof notificationAreas)[number];

/** The icons of kinds, as lucide names them. */
export type NotificationIcon =
  | "alarm-clock"
  | "at-sign"
  | "badge-check"
  | "badge-minus"
  | "bell-ring"
  | "book-check"
  | "building-2"
  | "calendar-check"
  | "calendar-clock"
  | "calendar-plus"
  | "calendar-search"
  | "calendar-x"
  | "check-check"
  | "chevrons-up"
  | "circle-check"
  | "circle-question-mark"
  | "circle-user-round"
  | "clock"
  | "hash"
  | "lightbulb"
  | "lock-open"
  | "megaphone"
  | "message-circle"
  | "message-square"
  | "message-square-reply"
  | "package-open"
  | "route"
  | "shapes"
  | "shield"
  | "shield-alert"
  | "shield-check"
  | "shield-question-mark"
  | "triangle-alert";

/** How a person can be told. The inbox is on the screen of Atoll; the others reach them elsewhere. */
export const notificationWays = ["inbox", "push", "sound", "mail"] as const;
export type NotificationWay = (typeof notificationWays)[number];

/** The static properties of a kind of notification. */
export interface NotificationKindInfo {
  tab: NotificationTab;
  /** In the settings, after "Tell me when": "someone mentions me". */
  label: string;
  icon: NotificationIcon;
  /** The toggle that it hangs on; account: on none, for it concerns the person's own account and rights. */
  area: NotificationArea | "account";
  /** The ways that it takes unless its person chose others. */
  ways: Readonly<Record<NotificationWay, boolean>>;
  /** Comes through quiet hours and Do Not Disturb, unless its person wants nothing to. */
  isUrgent: boolean;
  /** Cannot be kept out of the inbox: somebody else may have got at the account. */
  isAlwaysKept?: true;
}

/**
 * Returns whether a notification outside the page stays until it is answered. Specification, section 4 (notification
 * permission).
 */
export function requiresInteraction({ area, isUrgent }: NotificationKindInfo): boolean {
  return area === "calendar" || (area === "announcements" && isUrgent);
}
