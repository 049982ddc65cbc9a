import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { timeZoneSchema } from "../time-zone.ts";
import {
  calendarColours,
  calendarNameMaxLength,
  eventDescriptionMaxLength,
  eventKinds,
  eventLinkMaxLength,
  eventLocationMaxLength,
  eventShows,
  eventTitleMaxLength,
  eventVisibilities,
  longestReminderMinutes,
  maxAttendeesAtOnce,
  maxExceptions,
  maxReminders,
  reminderMethods,
  rsvpNoteMaxLength,
  rsvps,
  ruleMaxLength,
} from "./limits.ts";
import { workingHoursSchema } from "./working-hours-schema.ts";

export const eventTitleSchema = storableTextSchema
  .trim()
  .refine(...visible("Title is required"))
  .refine(...atMost("A title", eventTitleMaxLength));
export const eventDescriptionSchema = storableTextSchema
  .trim()
  .refine(...atMost("A description", eventDescriptionMaxLength));
export const eventLocationSchema = storableTextSchema
  .trim()
  .refine(...atMost("A location", eventLocationMaxLength));
/** An address that a browser may open: of the web, and nothing that runs. */
export const eventLinkSchema = z.union([
  z.literal(""),
  storableTextSchema
    .trim()
    .max(eventLinkMaxLength)
    .pipe(z.url({ protocol: /^https?$/i, error: "Enter a web address" })),
]);
export const rsvpNoteSchema = storableTextSchema.trim().refine(...atMost("A note", rsvpNoteMaxLength));
export const rsvpSchema = z.enum(rsvps);

/** A local time, "2027-03-13T02:30", or for all-day events a day, "2026-11-20". From 1900 to 2199. */
export const wallSchema = z
  .string()
  .regex(
    /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/,
    "This is not a time",
  );

/** The zone by whose clock an event goes. */
export const eventZoneSchema = timeZoneSchema;

/** When it is, as its people planned it. `end` of what is all day is the first day that no longer belongs to it. */
export const eventTimesShape = {
  allDay: z.boolean(),
  start: wallSchema,
  end: wallSchema,
  zone: eventZoneSchema,
};
export const eventTimesSchema = z.object(eventTimesShape);
export type EventTimes = z.output<typeof eventTimesSchema>;

/** The recurrence: an RRULE of RFC 5545 without that prefix, and additional single occurrences. */
export const eventRuleShape = {
  rule: z.string().trim().min(1).max(ruleMaxLength).nullable(),
  added: z.array(wallSchema).max(maxExceptions),
  removed: z.array(wallSchema).max(maxExceptions),
};

export const reminderSchema = z.object({
  method: z.enum(reminderMethods),
  minutesBefore: z.int().min(0).max(longestReminderMinutes),
});
export const remindersSchema = z
  .array(reminderSchema)
  .max(maxReminders, `An event can have at most ${maxReminders} reminders`)
  .refine(
    (all) => new Set(all.map(({ method, minutesBefore }) => `${method}${minutesBefore}`)).size === all.length,
    "This reminder is already in the list",
  );

const idsSchema = z.array(idSchema).max(maxAttendeesAtOnce);
/** Departments and channels stand for the people who are in them now. */
export const inviteesSchema = z.object({
  personIds: idsSchema.default([]),
  departmentIds: idsSchema.default([]),
  channelIds: idsSchema.default([]),
});
export type Invitees = z.output<typeof inviteesSchema>;

export const eventTextShape = {
  title: eventTitleSchema,
  description: eventDescriptionSchema,
  location: eventLocationSchema,
  link: eventLinkSchema,
};
export const eventPlaceShape = {
  kind: z.enum(eventKinds),
  visibility: z.enum(eventVisibilities),
  showsAs: z.enum(eventShows),
  /** Whether attendees see who else was invited. */
  guestsSeeGuests: z.boolean(),
  /** One of the organiser's own calendars; null: the one that everybody has. */
  calendarId: idSchema.nullable(),
  /** In the calendar of a department instead. */
  departmentId: idSchema.nullable(),
};

/** The event a browser sends. The browser generates the ID, so that sending it again does not create a second event. */
export const newEventSchema = z.object({
  id: idSchema,
  title: eventTitleSchema,
  description: eventDescriptionSchema.default(""),
  location: eventLocationSchema.default(""),
  link: eventLinkSchema.default(""),
  kind: z.enum(eventKinds).default("meeting"),
  visibility: z.enum(eventVisibilities).default("normal"),
  showsAs: z.enum(eventShows).default("busy"),
  guestsSeeGuests: z.boolean().default(true),
  calendarId: idSchema.nullable().default(null),
  departmentId: idSchema.nullable().default(null),
  ...eventTimesShape,
  allDay: z.boolean().default(false),
  rule: eventRuleShape.rule.default(null),
  added: eventRuleShape.added.default([]),
  removed: eventRuleShape.removed.default([]),
  invite: inviteesSchema.default({ personIds: [], departmentIds: [], channelIds: [] }),
  /** The organiser's own; null: as they chose for all. */
  reminders: remindersSchema.nullable().default(null),
  /** The task that this time is for; the organiser may read it. */
  taskId: idSchema.nullable().default(null),
});
export type NewEvent = z.input<typeof newEventSchema>;

/** An event as lists show it: for each person what they may see of it. */
export const eventSchema = z.object({
  id: idSchema,
  /** The viewer sees only that time is taken: title, location, link and people are left empty. */
  isBusyOnly: z.boolean(),
  title: z.string(),
  location: z.string(),
  link: z.string(),
  kind: z.enum(eventKinds),
  visibility: z.enum(eventVisibilities),
  showsAs: z.enum(eventShows),
  /** Null: not one of the viewer's own, or the one that everybody has. */
  calendarId: idSchema.nullable(),
  departmentId: idSchema.nullable(),
  /** Null where only that time is taken is seen. */
  organiser: personSchema.nullable(),
  allDay: z.boolean(),
  start: z.string(),
  end: z.string(),
  zone: z.string(),
  rule: z.string().nullable(),
  /** Comes more than once. */
  isSeries: z.boolean(),
  attendeeCount: z.int(),
  /** The viewer's answer to the whole; null: they were not invited. The organiser's is accepted. */
  rsvp: rsvpSchema.nullable(),
  mayChange: z.boolean(),
  taskId: idSchema.nullable(),
  /** Grows with every change. */
  version: z.int(),
});
export type CalendarEvent = z.infer<typeof eventSchema>;

/** One time of an event, with what is different about this one. */
export const occurrenceSchema = z.object({
  eventId: idSchema,
  /** Its name, for good: the time (day) that the rule gives it, also where it was moved. */
  occurrence: z.string(),
  start: z.string(),
  end: z.string(),
  /** For all-day events, midnight in the event's zone. Their days are the same everywhere. */
  startsAt: instantSchema,
  endsAt: instantSchema,
  /** It was changed by itself. */
  isException: z.boolean(),
  /** Null: as the event's. */
  title: z.string().nullable(),
  location: z.string().nullable(),
  /** The viewer's answer, to this one or else to the whole. */
  rsvp: rsvpSchema.nullable(),
});
export type EventOccurrence = z.infer<typeof occurrenceSchema>;

/** An event at one of its times. */
export const eventAtTimeSchema = z.object({ event: eventSchema, occurrence: occurrenceSchema });
export type EventAtTime = z.infer<typeof eventAtTimeSchema>;

/** Specification, section 3 (event attendee). */
export const attendeeSchema = z.object({
  person: personSchema,
  isOrganiser: z.boolean(),
  rsvp: rsvpSchema,
  note: z.string(),
  respondedAt: instantSchema.nullable(),
  /** Answered for this occurrence apart from the others. */
  isOfOccurrence: z.boolean(),
});
export type EventAttendee = z.infer<typeof attendeeSchema>;

export const proposalSchema = z.object({
  id: idSchema,
  person: personSchema,
  /** Null: of the event as a whole. */
  occurrence: z.string().nullable(),
  start: z.string(),
  end: z.string(),
  zone: z.string(),
  note: z.string(),
  createdAt: instantSchema,
});
export type TimeProposal = z.infer<typeof proposalSchema>;

/** An event that is opened, at one of its times. */
export const openEventSchema = eventSchema.extend({
  description: z.string(),
  guestsSeeGuests: z.boolean(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  occurrence: occurrenceSchema,
  /** The description of this occurrence, where it has one of its own. */
  occurrenceDescription: z.string().nullable(),
  /** For a series, the number of occurrences in total and from this one on. Null if it never ends. */
  count: z.int().nullable(),
  /** For a series, the next cancelled occurrences from today on. */
  cancelled: z.array(z.string()),
  followingCount: z.int().nullable(),
  /** When the last of its times ends. Null while it goes on without end. Nobody is notified of what is over. */
  lastEndsAt: instantSchema.nullable(),
  /** The organiser first. Only the viewer and the organiser, where guests do not see guests. */
  attendees: z.array(attendeeSchema),
  counts: z.object({ accepted: z.int(), tentative: z.int(), declined: z.int(), pending: z.int() }),
  /** The viewer's, as they will fire. */
  reminders: z.array(reminderSchema),
  /** They are those that the viewer chose for all. */
  hasDefaultReminders: z.boolean(),
  /** For the organiser all of them, for others their own. */
  proposals: z.array(proposalSchema),
  /** The person behind the last change that was not undone; null if there was none, or if only the busy time is shown. */
  changedBy: personSchema.nullable(),
  /** Somebody sees it as a guest, and reads its comments. Left out if nobody does, or only the busy time is shown. */
  hasGuests: z.literal(true).optional(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type OpenEvent = z.infer<typeof openEventSchema>;

export const calendarNameSchema = storableTextSchema
  .trim()
  .refine(...visible("Name is required"))
  .refine(...atMost("A name", calendarNameMaxLength));
export const ownCalendarSchema = z.object({
  id: idSchema,
  name: z.string(),
  colour: z.enum(calendarColours),
});
export type OwnCalendar = z.infer<typeof ownCalendarSchema>;

/** A person's calendar settings, the same on all their devices. */
export const calendarSettingsSchema = z.object({
  timedReminders: remindersSchema,
  allDayReminders: remindersSchema,
});
export type CalendarSettings = z.infer<typeof calendarSettingsSchema>;

/** A person's own calendars, and what holds for all of them. */
export const ownCalendarsSchema = z.object({
  calendars: z.array(ownCalendarSchema),
  settings: calendarSettingsSchema,
  workingHours: workingHoursSchema,
});
export type OwnCalendars = z.infer<typeof ownCalendarsSchema>;
