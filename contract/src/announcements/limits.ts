/** Specification, section 3 (announcement). */
export const announcementStatuses = ["DRAFT", "PUBLISHED", "ARCHIVED"] as const;
export type AnnouncementStatus = (typeof announcementStatuses)[number];

/** The most urgent first. Specification, section 3 (announcement). */
export const announcementPriorities = ["URGENT", "HIGH", "MEDIUM", "LOW"] as const;
export type AnnouncementPriority = (typeof announcementPriorities)[number];

/** How it stands at this moment: a status, and what time makes of it. */
export const announcementStates = ["PUBLISHED", "DRAFT", "SCHEDULED", "EXPIRED", "ARCHIVED"] as const;
export type AnnouncementState = (typeof announcementStates)[number];

/** In code points. */
export const announcementTitleMaxLength = 160;
export const announcementContentMaxLength = 20_000;
/**
 * The length of an excerpt in lists. Longer than the 100 characters of section 9, because the excerpt is cut from
 * Markdown.
 */
export const announcementNoteLength = 300;
/** Departments, and roles, that one is for. */
export const maxAudienceParts = 200;
/** Counts end here: 99+. */
export const maxCountedAnnouncements = 100;
/** How many people of an audience are listed by name. */
export const namedReached = 12;
/** A reader is nudged once in so many hours. */
export const nudgeHours = 24;

/** A reader's progress. `left`: no longer in the audience. */
export const readerStates = ["confirmed", "read", "unopened", "left"] as const;
export type ReaderState = (typeof readerStates)[number];

/** In what steps a ledger says how an announcement was read: the first that has room for all since then. */
export const readingSteps = ["hour", "day", "week"] as const;
export type ReadingStep = (typeof readingSteps)[number];
