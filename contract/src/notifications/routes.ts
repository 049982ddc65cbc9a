import { z } from "zod";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maxChangedNotifications } from "./limits.ts";
import {
  entryChangeSchema,
  entryStateSchema,
  notificationCountsSchema,
  notificationEntrySchema,
  notificationTabSchema,
} from "./schemas.ts";
import { notificationSettingsSchema } from "./settings-schemas.ts";

const settingsAnswer = z.object({ settings: notificationSettingsSchema });

export const notificationRoutes = {
  listNotifications: defineRoute({
    method: "GET",
    path: "/api/notifications",
    summary: "List the viewer's inbox entries that they may still read, newest first, with current texts.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    query: z.object({
      /** Left out: all. */
      tab: notificationTabSchema.optional(),
      /** `inbox` is all that is neither done nor put off, `unread` what of it was not read. */
      state: z.enum(["inbox", "unread", "snoozed", "done"]).default("inbox"),
      ...pageQuery({ size: 30, max: 100 }),
    }),
    status: 200,
    response: pageOf(notificationEntrySchema).extend({ counts: notificationCountsSchema }),
    errors: [],
  }),
  countNotifications: defineRoute({
    method: "GET",
    path: "/api/notifications/counts",
    summary: "Count the unread entries of the viewer's inbox, in total and by tab.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ counts: notificationCountsSchema }),
    errors: [],
  }),
  changeNotifications: defineRoute({
    method: "PATCH",
    path: "/api/notifications",
    summary:
      "Mark entries as read, unread, done or not done, or snooze them. Sending `before` back undoes it. Missing entries are ignored.",
    access: "signed-in",
    forGuests: true,
    // Notices about the account are part of the viewer until they are read.
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    body: z.object({ changes: z.array(entryChangeSchema).min(1).max(maxChangedNotifications) }),
    status: 200,
    response: z.object({
      /** As they are now, those that were found. */
      entries: z.array(notificationEntrySchema),
      /** As they were: the changes that undo it. */
      before: z.array(entryStateSchema.extend({ id: entryChangeSchema.shape.id })),
      counts: notificationCountsSchema,
    }),
    errors: ["snooze_out_of_range"],
  }),
  getNotificationSettings: defineRoute({
    method: "GET",
    path: "/api/notifications/settings",
    summary: "Get the viewer's notification settings.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: settingsAnswer,
    errors: [],
  }),
  setNotificationSettings: defineRoute({
    method: "PUT",
    path: "/api/notifications/settings",
    summary: "Change the viewer's notification settings for all their devices.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    body: notificationSettingsSchema,
    status: 200,
    response: settingsAnswer,
    errors: [],
  }),
};
