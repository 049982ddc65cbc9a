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
/** Of the content, as lists show it: more than the 100 characters of section 9, for what is cut is Markdown. */
export const announcementNoteLength = 300;
/** Departments, and roles, that one is for. */
export const maxAudienceParts = 200;
/** Counts end here: 99+. */
export const maxCountedAnnouncements = 100;
/** Of whom an announcement would reach, so many are named. */
export const namedReached = 12;
/** A reader is nudged once in so many hours. */
export const nudgeHours = 24;

/** What a reader has done with it so far; left: the announcement is for them no longer. */
export const readerStates = ["confirmed", "read", "unopened", "left"] as const;
export type ReaderState = (typeof readerStates)[number];

/** In what steps a ledger says how an announcement was read: the first that has room for all since then. */
export const readingSteps = ["hour", "day", "week"] as const;
export type ReadingStep = (typeof readingSteps)[number];
