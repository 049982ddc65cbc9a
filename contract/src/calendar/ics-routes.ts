import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maxIcsBytes } from "./ics-limits.ts";
import { feedStateAnswerSchema } from "./ics-route-schemas.ts";
import { calendarImportSchema, feedStateSchema, icsImportSchema, icsImportShape } from "./ics-schemas.ts";

const bodyLimitBytes = Math.ceil(maxIcsBytes / 3) * 4 + 64 * 1024;
/** Reading a file is work for a thread of its own. */
const importLimit = { max: 20, windowSeconds: 60, by: "viewer" } as const;

/** Calendars that come from elsewhere and go there. See docs/decisions/067-calendars-from-elsewhere.md. */
export const icsRoutes = {
  previewImport: defineRoute({
    method: "POST",
    path: "/api/calendar-imports/preview",
    summary: "What a calendar file would bring, without bringing it.",
    access: "signed-in",
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
      "Bring in the events of a calendar file, all or none; what is there already is brought up to date. It is undone as a change.",
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
    summary: "An event that the viewer may read as a file for other calendars.",
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
    summary: "Whether other programs may follow the viewer's calendar, and when one last did.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: feedStateAnswerSchema,
    errors: [],
  }),
  makeFeed: defineRoute({
    method: "PUT",
    path: "/api/calendar-feed",
    summary: "Make an address by which other programs follow the viewer's calendar; one before it ends.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    status: 200,
    response: z.object({ feed: feedStateSchema, url: z.string() }),
    errors: [],
  }),
  endFeed: defineRoute({
    method: "DELETE",
    path: "/api/calendar-feed",
    summary: "End the address by which other programs follow the viewer's calendar.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    status: 204,
    errors: [],
  }),
  readFeed: defineRoute({
    method: "GET",
    path: "/api/calendar-feeds/:secret",
    summary: "Somebody's calendar for another program: 30 days back and 400 ahead, as iCalendar.",
    access: "public",
    rateLimit: rateLimits.publicRead,
    params: z.object({ secret: z.string().regex(/^[\w-]{43}\.ics$/) }),
    status: 200,
    responseKind: "stream",
    errors: ["feed_not_found"],
  }),
};
