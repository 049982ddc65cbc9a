import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { type NotificationTab, notificationTabs } from "../notification-kind.ts";
import { notificationKindNames } from "../notification-kinds.ts";
import { personSchema } from "../people/schemas.ts";
import { maxCountedNotifications } from "./limits.ts";
import { type NotificationReason, notificationReasons } from "./reasons.ts";

export const notificationKindSchema = z.enum(notificationKindNames);
const tabNames = Object.keys(notificationTabs) as [NotificationTab, ...NotificationTab[]];
export const notificationTabSchema = z.enum(tabNames);

const reasonNames = Object.keys(notificationReasons) as [NotificationReason, ...NotificationReason[]];

/** The changes a person can make to an entry. */
export const entryStateSchema = z.object({
  isRead: z.boolean(),
  /** Put away: it stays out of the inbox until there is something new to say of the same. */
  isDone: z.boolean(),
  /** Put off until then; null: not, or back already. */
  snoozedUntil: instantSchema.nullable(),
});

/**
 * An entry of the inbox, in words as they are at the moment of reading. Several that say the same are one: five replies
 * in a thread, with their number since it was read last.
 */
export const notificationEntrySchema = entryStateSchema.extend({
  id: idSchema,
  kind: notificationKindSchema,
  tab: notificationTabSchema,
  icon: z.string(),
  isUrgent: z.boolean(),
  /** The priority of the task, for a notice of one task. The limits of tasks are not part of every page. */
  priority: z.enum(["urgent", "high", "medium", "low"]).optional(),
  reason: z.enum(reasonNames),
  /** One sentence: who did what, and where. Plain text. */
  title: z.string(),
  /** The beginning of what was said, in Markdown as it was typed; empty where there is nothing to quote. */
  excerpt: z.string(),
  /** The exact place, as a path of the web app. */
  link: z.string(),
  /** It asks for something that its person has not done yet: until then it is unread, and cannot be marked as done. */
  isOwed: z.boolean(),
  /** The people who caused it, the newest first, at most three. Empty if nobody did. */
  actors: z.array(personSchema),
  count: z.number().int().min(1),
  /** When it was told last, or came back: entries lie in this order, newest first. */
  at: instantSchema,
});
export type NotificationEntry = z.infer<typeof notificationEntrySchema>;

const countSchema = z.number().int().min(0).max(maxCountedNotifications);
/** How many entries of the inbox are unread, counted no further than 100: the bell, the list and the title show `unread`. */
export const notificationCountsSchema = z.object({
  unread: countSchema,
  tabs: z.partialRecord(notificationTabSchema, countSchema),
});
export type NotificationCounts = z.infer<typeof notificationCountsSchema>;

/** Parts of an entry's state: what is left out stays. */
export const entryChangeSchema = entryStateSchema.partial().extend({ id: idSchema });
export type EntryChange = z.infer<typeof entryChangeSchema>;
