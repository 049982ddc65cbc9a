import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { calendarColours } from "./limits.ts";
import {
  calendarNameSchema,
  calendarSettingsSchema,
  ownCalendarSchema,
  ownCalendarsSchema,
} from "./schemas.ts";

const ofCalendar = z.object({ calendarId: idSchema });
const calendarBody = z.object({ name: calendarNameSchema, colour: z.enum(calendarColours) });

/** A person's own calendars, and what they chose for all of them. */
export const calendarRoutes = {
  getCalendars: defineRoute({
    method: "GET",
    path: "/api/calendars",
    summary: "The viewer's own calendars, what they chose for all of them, and when they work.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: ownCalendarsSchema,
    errors: [],
  }),
  putCalendar: defineRoute({
    method: "PUT",
    path: "/api/calendars/:calendarId",
    summary: "Add a calendar of one's own under an id that the browser made, or name and colour it anew.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofCalendar,
    body: calendarBody,
    status: 200,
    response: z.object({ calendar: ownCalendarSchema }),
    errors: ["calendar_not_found", "too_many_calendars"],
  }),
  deleteCalendar: defineRoute({
    method: "DELETE",
    path: "/api/calendars/:calendarId",
    summary: "Delete a calendar of one's own; its events go to the one that everybody has.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofCalendar,
    status: 204,
    errors: ["calendar_not_found"],
  }),
  saveCalendarSettings: defineRoute({
    method: "PUT",
    path: "/api/calendar-settings",
    summary: "Choose when one is reminded of events that say nothing else.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: calendarSettingsSchema,
    status: 200,
    response: z.object({ settings: calendarSettingsSchema }),
    errors: [],
  }),
};
