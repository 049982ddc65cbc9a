import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maxIcsBytes } from "./ics-limits.ts";
import { calendarImportSchema, feedStateSchema, icsImportSchema, icsImportShape } from "./ics-schemas.ts";

/** Null: there is no feed. */
const feedStateAnswerSchema = z.object({ feed: feedStateSchema.nullable() });

const bodyLimitBytes = Math.ceil(maxIcsBytes / 3) * 4 + 64 * 1024;
/** Reading a file is work for a thread of its own. */
const importLimit = { max: 20, windowSeconds: 60, by: "viewer" } as const;

/** Calendars that come from elsewhere and go there. See docs/decisions/061-importing-and-exporting-calendars.md. */
export const icsRoutes = {
  previewImport: defineRoute({
    method: "POST",
    path: "/api/calendar-imports/preview",
    summary: "Preview the import of a calendar file.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: importLimit,
    body: z.object(icsImportShape),
    bodyLimitBytes,
    status: 200,
    response: z.object({ import: icsImportSchema }),
    errors: ["ics_unreadable", "ics_too_much", "calendar_not_found"],
  }),
  importCalendar: defineRoute({
    method: "POST",
    path: "/api/calendar-imports",
    summary:
      "Import the events of a calendar file, all or none. Existing events are updated. The import can be undone as one change.",
    access: "signed-in",
    rateLimit: importLimit,
    body: calendarImportSchema,
    bodyLimitBytes,
    status: 200,
    response: z.object({ import: icsImportSchema }),
    errors: ["ics_unreadable", "ics_too_much", "calendar_not_found", "change_id_taken"],
  }),
  exportEvent: defineRoute({
    method: "GET",
    path: "/api/events/:eventId/ics",
    summary: "Download an event as a file for other calendars.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ eventId: idSchema }),
    status: 200,
    response: z.object({ ics: z.string(), fileName: z.string() }),
    errors: ["event_not_found"],
  }),
  getFeed: defineRoute({
    method: "GET",
    path: "/api/calendar-feed",
    summary: "Get whether the viewer's calendar has a subscription address, and when it was last used.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: feedStateAnswerSchema,
    errors: [],
  }),
  makeFeed: defineRoute({
    method: "PUT",
    path: "/api/calendar-feed",
    summary: "Create an address for subscribing to the viewer's calendar. The previous one is revoked.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    status: 200,
    response: z.object({ feed: feedStateSchema, url: z.string() }),
    errors: [],
  }),
  endFeed: defineRoute({
    method: "DELETE",
    path: "/api/calendar-feed",
    summary: "Revoke the address for subscribing to the viewer's calendar.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    status: 204,
    errors: [],
  }),
  readFeed: defineRoute({
    method: "GET",
    path: "/api/calendar-feeds/:secret",
    summary: "Get a subscribed calendar as iCalendar: 30 days back and 400 ahead.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    params: z.object({ secret: z.string().regex(/^[\w-]{43}\.ics$/) }),
    status: 200,
    responseKind: "stream",
    errors: ["feed_not_found"],
  }),
};
