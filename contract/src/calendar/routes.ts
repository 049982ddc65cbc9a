import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { calendarRoutes } from "./calendar-routes.ts";
import { eventAnswerSchema, eventChangeSchema, eventDeletionSchema, newProposalSchema } from "./changes.ts";
import { maxListedOccurrences } from "./limits.ts";
import { answeredSchema, changedEventSchema, eventRemindersSchema, idTextSchema } from "./route-schemas.ts";
import {
  eventAtTimeSchema,
  eventSchema,
  newEventSchema,
  occurrenceSchema,
  openEventSchema,
  wallSchema,
} from "./schemas.ts";

const ofEvent = z.object({ eventId: idSchema });
const ofProposal = z.object({ eventId: idSchema, proposalId: idSchema });
const atOccurrence = z.object({ occurrence: wallSchema.optional() });
const placing = [
  "calendar_not_found",
  "department_not_found",
  "channel_not_found",
  "attendee_unavailable",
  "too_many_attendees",
  "task_not_found",
  "times_refused",
] as const;
const changing = ["event_not_found", "forbidden", "changed_meanwhile", "occurrence_not_found"] as const;

/** Specification, section 7 (events). */
export const eventRoutes = {
  ...calendarRoutes,
  listEvents: defineRoute({
    method: "GET",
    path: "/api/events",
    summary: "List the occurrences in a range of the viewer's and their departments' calendars, by start.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    query: z.object({
      from: instantSchema,
      until: instantSchema,
      /** Where the viewer is: what is all day is asked for by the days that the range touches there. */
      zone: timeZoneSchema.default("UTC"),
      /** Only the calendar of this department. */
      departmentId: idSchema.optional(),
      ...pageQuery({ size: 1000, max: maxListedOccurrences }),
    }),
    status: 200,
    /** Each event stands there once, with the first of its times on the page. */
    response: pageOf(occurrenceSchema).extend({ events: z.array(eventSchema) }),
    errors: ["range_too_long", "department_not_found"],
  }),
  searchEvents: defineRoute({
    method: "GET",
    path: "/api/events/search",
    summary: "Find events that contain all the words, each at its next or else last occurrence.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      query: storableTextSchema.trim().min(1).max(200),
      from: instantSchema.optional(),
      until: instantSchema.optional(),
      ...pageQuery({ size: 20, max: 50 }),
    }),
    status: 200,
    response: pageOf(eventAtTimeSchema),
    errors: [],
  }),
  listTaskEvents: defineRoute({
    method: "GET",
    path: "/api/tasks/:taskId/events",
    summary: "List the events planned for a task, each at its next or else last occurrence.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: z.object({ taskId: idSchema }),
    query: z.object(pageQuery({ size: 20, max: 50 })),
    status: 200,
    response: pageOf(eventAtTimeSchema),
    errors: ["task_not_found"],
  }),
  listInvitees: defineRoute({
    method: "GET",
    path: "/api/events/invitees",
    summary: "List the members of departments and channels, before inviting them.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      departmentIds: idTextSchema,
      channelIds: idTextSchema,
    }),
    status: 200,
    response: z.object({ people: z.array(personSchema) }),
    errors: ["department_not_found", "channel_not_found", "too_many_attendees"],
  }),
  createEvent: defineRoute({
    method: "POST",
    path: "/api/events",
    summary: "Create an event and invite people. Repeating the request returns the same event.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newEventSchema,
    status: 201,
    response: z.object({ event: openEventSchema }),
    errors: ["event_id_taken", "forbidden", ...placing],
  }),
  getEvent: defineRoute({
    method: "GET",
    path: "/api/events/:eventId",
    summary: "Get an event, at one of its occurrences or else at the next.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofEvent,
    query: atOccurrence,
    status: 200,
    response: z.object({ event: openEventSchema }),
    errors: ["event_not_found", "occurrence_not_found"],
  }),
  changeEvent: defineRoute({
    method: "PATCH",
    path: "/api/events/:eventId",
    summary: "Change an event, one of its occurrences, or one and all that follow.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofEvent,
    body: eventChangeSchema,
    status: 200,
    response: changedEventSchema,
    errors: [...changing, ...placing, "change_id_taken"],
  }),
  deleteEvent: defineRoute({
    method: "POST",
    path: "/api/events/:eventId/deletion",
    summary:
      "Delete an event, one of its occurrences, or one and all that follow. This can be undone for a while.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofEvent,
    body: eventDeletionSchema,
    status: 204,
    errors: [...changing, "change_id_taken"],
  }),
  undoEventChange: defineRoute({
    method: "DELETE",
    path: "/api/events/changes/:changeId",
    summary: "Undo a recent change by the viewer, unless someone has changed the same since.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ changeId: idSchema }),
    status: 204,
    errors: ["event_change_not_found", "changed_meanwhile"],
  }),
  answerEvent: defineRoute({
    method: "PUT",
    path: "/api/events/:eventId/answer",
    summary: "Answer an invitation, for all occurrences or for one.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofEvent,
    body: eventAnswerSchema,
    status: 200,
    response: answeredSchema,
    errors: ["event_not_found", "occurrence_not_found", "not_invited"],
  }),
  remindOfEvent: defineRoute({
    method: "PUT",
    path: "/api/events/:eventId/reminders",
    summary: "Change the viewer's reminders for an event.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofEvent,
    body: eventRemindersSchema,
    status: 200,
    response: z.object({ event: openEventSchema }),
    errors: ["event_not_found", "not_invited"],
  }),
  proposeTime: defineRoute({
    method: "POST",
    path: "/api/events/:eventId/proposals",
    summary: "Propose another time to the organiser. It replaces the viewer's previous proposal.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofEvent,
    body: newProposalSchema,
    status: 201,
    response: z.object({ event: openEventSchema }),
    errors: ["event_not_found", "occurrence_not_found", "not_invited", "times_refused", "proposal_id_taken"],
  }),
  acceptProposal: defineRoute({
    method: "PUT",
    path: "/api/events/:eventId/proposals/:proposalId/acceptance",
    summary: "Accept a proposal, and move the event to its time.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofProposal,
    body: z.object({ changeId: idSchema, version: z.int() }),
    status: 200,
    response: changedEventSchema,
    errors: [...changing, "proposal_not_found", "times_refused", "change_id_taken"],
  }),
  deleteProposal: defineRoute({
    method: "DELETE",
    path: "/api/events/:eventId/proposals/:proposalId",
    summary: "Withdraw the viewer's own proposal, or decline one as the organiser.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofProposal,
    status: 204,
    errors: ["event_not_found", "proposal_not_found"],
  }),
};
