import { z } from "zod";
import { eventAnswerSchema } from "../calendar/changes.ts";
import { attendeeSchema, rsvpSchema, wallSchema } from "../calendar/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { guestPageSize } from "./things.ts";

/** An event as its guests see it, at one of its times: nothing of the calendar that it is in. */
const guestEventSchema = z.object({
  id: idSchema,
  /** Which of the times of a series it is. */
  occurrence: z.string(),
  start: z.string(),
  end: z.string(),
  startsAt: instantSchema,
  endsAt: instantSchema,
  allDay: z.boolean(),
  zone: z.string(),
  title: z.string(),
  location: z.string(),
  rsvp: rsvpSchema,
});
export type GuestEvent = z.infer<typeof guestEventSchema>;

const openGuestEventSchema = guestEventSchema.extend({
  link: z.string(),
  rule: z.string().nullable(),
  isSeries: z.boolean(),
  description: z.string(),
  /** The organiser first. Only the organiser and the viewer, where guests do not see guests. */
  attendees: z.array(attendeeSchema.pick({ person: true, isOrganiser: true, rsvp: true })),
  /** The viewer's own. */
  note: z.string(),
  /** The viewer answered for this time apart from the others. */
  isOfOccurrence: z.boolean(),
  invitedBy: personSchema.nullable(),
});
export type OpenGuestEvent = z.infer<typeof openGuestEventSchema>;

const ofEvent = z.object({ eventId: idSchema });

/** Events that the viewer was invited to as a guest. */
export const guestEventRoutes = {
  listGuestEvents: defineRoute({
    method: "GET",
    path: "/api/guest/events",
    summary:
      "List the times of events that the viewer was invited to as a guest, those that come next first.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    query: z.object({
      ...pageQuery({ size: guestPageSize, max: 100 }),
      show: z.enum(["upcoming", "past"]).default("upcoming"),
    }),
    status: 200,
    response: pageOf(guestEventSchema),
    errors: [],
  }),
  getGuestEvent: defineRoute({
    method: "GET",
    path: "/api/guest/events/:eventId",
    summary:
      "Get an event that the viewer was invited to as a guest, at one of its times or else at the next.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    params: ofEvent,
    query: z.object({ occurrence: wallSchema.optional() }),
    status: 200,
    response: z.object({ event: openGuestEventSchema }),
    errors: ["event_not_found", "occurrence_not_found"],
  }),
  answerGuestEvent: defineRoute({
    method: "PUT",
    path: "/api/guest/events/:eventId/answer",
    summary: "Answer an invitation as a guest, for all times of an event or for one.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    params: ofEvent,
    body: eventAnswerSchema,
    status: 200,
    response: z.object({ event: openGuestEventSchema }),
    errors: ["event_not_found", "occurrence_not_found", "not_invited"],
  }),
};
