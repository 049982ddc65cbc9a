import { z } from "zod";
import { daySchema, idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { eventKinds } from "./limits.ts";
import { workingHoursSchema } from "./working-hours-schema.ts";

/** Whose time is taken when: never with what, so that everybody may ask. */
export const freeBusySchema = z.object({
  people: z.array(
    z.object({
      person: personSchema,
      /** Where they are, for the local time and day of each moment. */
      zone: z.string(),
      workingHours: workingHoursSchema,
      /** Merged, by their begin. Whole days are those of where the person is. */
      busy: z.array(
        z.object({
          startsAt: instantSchema,
          endsAt: instantSchema,
          /** `tentative`: not answered, or only perhaps. */
          as: z.enum(["busy", "tentative", "out"]),
        }),
      ),
    }),
  ),
  /** The best times of this length, the earliest first; all of them are free where `conflicts` is empty. */
  suggestions: z.array(
    z.object({
      startsAt: instantSchema,
      endsAt: instantSchema,
      /** The people who are busy, or outside their working hours at this time. */
      busyIds: z.array(idSchema),
      outsideIds: z.array(idSchema),
    }),
  ),
});
export type FreeBusy = z.infer<typeof freeBusySchema>;

const minutes = z.int();
const count = z.int();

const timeShape = {
  /** In meetings: with somebody else, not declined. Overlapping ones count once. */
  meetingMinutes: minutes,
  /** Events of the kind focus, and working time of an hour and more without a meeting. */
  focusMinutes: minutes,
  /** Meeting time outside the viewer's working hours. */
  outsideMinutes: minutes,
};

/** An event at one of its times, as deep links name them. */
const timeOfEventSchema = z.object({ eventId: idSchema, occurrence: z.string(), isSeries: z.boolean() });

/** The figures of the viewer's own calendar. docs/decisions/063-calendar-analytics.md defines each. */
export const calendarAnalyticsSchema = z.object({
  /** The period where the viewer is, and the zone that was reckoned with. */
  from: daySchema,
  to: daySchema,
  zone: z.string(),
  workingMinutes: minutes,
  ...timeShape,
  meetings: count,
  /** That begin within five minutes of the end of another. */
  backToBack: count,
  /** The longest stretch of working time without a meeting or absence. The first, if several are equally long. */
  longestFree: z.object({ startsAt: instantSchema, endsAt: instantSchema }).nullable(),
  earlier: z.object({ ...timeShape, meetings: count, backToBack: count }),
  weeks: z.array(
    z.object({
      day: daySchema,
      workingMinutes: minutes,
      ...timeShape,
      longestFreeMinutes: minutes,
      /** Times of events that others organise, and how many of them the viewer has answered. */
      asked: count,
      answered: count,
    }),
  ),
  kinds: z.array(z.object({ kind: z.enum(eventKinds), count, minutes })),
  /** Meetings by how many people come. */
  sizes: z.array(z.object({ size: z.enum(["two", "few", "many", "crowd"]), count, minutes })),
  /** The viewer's answers to the occurrences of events organised by others. */
  answers: z.object({ accepted: count, tentative: count, declined: count, pending: count }),
  /** The first of them in the period that is not over and waits for an answer. */
  unanswered: timeOfEventSchema.nullable(),
  /** Meetings that come again, by the hours of all who come to them in the period, the most first. */
  recurring: z.array(
    z.object({
      eventId: idSchema,
      title: z.string(),
      departmentId: idSchema.nullable(),
      isOrganiser: z.boolean(),
      /** How it comes again, from which day on, and how long it lasts at its last time in the period. */
      rule: z.string(),
      start: z.string(),
      minutesEach: minutes,
      /** That the viewer has not declined. */
      times: count,
      declinedTimes: count,
      people: count,
      minutes,
      personMinutes: minutes,
      /** Its next time from now on, wherever that lies; null: it has come to its end. */
      next: z.string().nullable(),
    }),
  ),
});
export type CalendarAnalytics = z.infer<typeof calendarAnalyticsSchema>;
