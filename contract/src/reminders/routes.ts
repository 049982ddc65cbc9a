import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { newReminderSchema, reminderSchema } from "./schemas.ts";

/** Reminders. Everyone sees their own alone. */
export const reminderRoutes = {
  listReminders: defineRoute({
    method: "GET",
    path: "/api/reminders",
    summary: "List the viewer's reminders that are not sent yet, the next one first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ ...pageQuery({ size: 20, max: 100 }) }),
    status: 200,
    response: pageOf(reminderSchema),
    errors: [],
  }),
  createReminder: defineRoute({
    method: "POST",
    path: "/api/reminders",
    summary: "Remind the viewer, a colleague or a channel at a time. Repeating the request changes nothing.",
    access: "signed-in",
    rateLimit: { max: 60, windowSeconds: 60, by: "viewer" },
    body: newReminderSchema,
    status: 201,
    response: z.object({ reminder: reminderSchema }),
    errors: [
      "forbidden",
      "channel_not_found",
      "channel_archived",
      "owners_only",
      "person_not_found",
      "reminder_out_of_range",
      "reminder_id_taken",
      "too_many_reminders",
      "too_many_reminders_for",
    ],
  }),
  cancelReminder: defineRoute({
    method: "DELETE",
    path: "/api/reminders/:reminderId",
    summary: "Cancel one of the viewer's reminders.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ reminderId: idSchema }),
    status: 204,
    errors: ["reminder_not_found"],
  }),
};
