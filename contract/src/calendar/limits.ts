/** Why somebody's time is taken. A task is one that was dragged into the week. */
export const eventKinds = ["meeting", "focus", "out", "holiday", "task"] as const;
export type EventKind = (typeof eventKinds)[number];

export const eventKindNames: Readonly<Record<EventKind, string>> = {
  meeting: "Meeting",
  focus: "Focus",
  out: "Out of office",
  holiday: "Holiday",
  task: "Task",
};

/** Other people see only that the attendees of a private event are busy. */
export const eventVisibilities = ["normal", "private"] as const;
export type EventVisibility = (typeof eventVisibilities)[number];

export const eventShows = ["busy", "free"] as const;
export type EventShows = (typeof eventShows)[number];

/** Specification, section 3 (event attendee). */
export const rsvps = ["pending", "accepted", "tentative", "declined"] as const;
export type Rsvp = (typeof rsvps)[number];
/** The answers a guest can give. */
export const rsvpAnswers = ["accepted", "tentative", "declined"] as const;

/** How far a change of a series reaches. */
export const eventScopes = ["this", "following", "all"] as const;
export type EventScope = (typeof eventScopes)[number];

/** Specification, section 3 (event reminder: method). */
export const reminderMethods = ["inbox", "push"] as const;
export type ReminderMethod = (typeof reminderMethods)[number];

/** Own calendars, told apart by one of the tones of the design. */
export const calendarColours = [
  "lagoon",
  "mango",
  "hibiscus",
  "palm",
  "sky",
  "orchid",
  "sand",
  "stone",
] as const;
export type CalendarColour = (typeof calendarColours)[number];

/** In code points. */
export const eventTitleMaxLength = 200;
export const eventDescriptionMaxLength = 8000;
export const eventLocationMaxLength = 300;
export const eventLinkMaxLength = 2000;
export const rsvpNoteMaxLength = 500;
export const calendarNameMaxLength = 60;
/** The length of a description's excerpt in notifications. */
export const eventNoteLength = 200;

export const maxEventAttendees = 500;
/** People, departments and channels that are added or removed at one go. */
export const maxAttendeesAtOnce = 100;
export const maxReminders = 5;
/** Four weeks. */
export const longestReminderMinutes = 4 * 7 * 24 * 60;
export const maxOwnCalendars = 20;
/** Whose free time is asked for at once, and over how many days. */
export const maxFreePeople = 50;
export const longestFreeDays = 42;
/** Longer rules say nothing that a shorter one could not. */
export const ruleMaxLength = 500;
export const maxExceptions = 1000;
/** That a list is asked for at once. */
export const longestRangeDays = 400;
/** Times of a series that were cancelled, as an event names them. */
export const maxNamedCancelled = 20;
export const maxListedOccurrences = 2000;
/** Occurrences are known for so long ahead, and so far back of a series that began long ago. */
export const monthsAhead = 24;
export const monthsBack = 60;

export interface Reminder {
  method: ReminderMethod;
  minutesBefore: number;
}

/**
 * The reminders of a person who has chosen none: for timed events, and for all-day events on the morning of the day
 * before in their time zone.
 */
export const defaultTimedReminders: readonly Reminder[] = [
  { method: "inbox", minutesBefore: 10 },
  { method: "push", minutesBefore: 10 },
];
export const defaultAllDayReminders: readonly Reminder[] = [{ method: "inbox", minutesBefore: 15 * 60 }];
