import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { calendarAnalyticsSchema, freeBusySchema } from "./free-schemas.ts";
import { maxFreePeople } from "./limits.ts";
import { eventZoneSchema } from "./schemas.ts";
import { workingHoursSchema } from "./working-hours-schema.ts";

const hoursAnswer = z.object({ workingHours: workingHoursSchema });

/** Finding a time, and what the viewer's own calendar adds up to. */
export const freeRoutes = {
  findTime: defineRoute({
    method: "POST",
    path: "/api/availability",
    summary: "Get people's free and working times, and the best times for all of them.",
    access: "signed-in",
    reads: true,
    rateLimit: rateLimits.write,
    heavy: "pages",
    body: z
      .object({
        personIds: z.array(idSchema).min(1).max(maxFreePeople),
        from: instantSchema,
        until: instantSchema,
        /** Where the viewer is: the days that suggestions are spread over, and the zone of who chose none. */
        zone: eventZoneSchema,
        durationMinutes: z
          .int()
          .min(5)
          .max(12 * 60)
          .default(30),
        /** Which is being moved: its own time is free. */
        exceptEventId: idSchema.nullable().default(null),
      })
      .refine(({ from, until }) => from < until, {
        error: "The end is before the start",
        path: ["until"],
      }),
    status: 200,
    response: freeBusySchema,
    errors: ["range_too_long", "attendee_unavailable"],
  }),
  getWorkingHours: defineRoute({
    method: "GET",
    path: "/api/working-hours",
    summary: "Get the viewer's working hours.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: hoursAnswer,
    errors: [],
  }),
  saveWorkingHours: defineRoute({
    method: "PUT",
    path: "/api/working-hours",
    summary: "Change the viewer's working hours.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: hoursAnswer,
    status: 200,
    response: hoursAnswer,
    errors: [],
  }),
  getCalendarAnalytics: defineRoute({
    method: "GET",
    path: "/api/calendar/analytics",
    summary: "Get the analytics of the viewer's own calendar for a period.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    query: z
      .object({
        from: daySchema,
        /** The last day of the period. */
        to: daySchema,
        zone: eventZoneSchema,
      })
      .refine(({ from, to }) => from <= to, { error: "The end is before the start", path: ["to"] }),
    status: 200,
    response: calendarAnalyticsSchema,
    errors: ["range_too_long"],
  }),
};
