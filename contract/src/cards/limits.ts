/** Characters. */
export const maxCardTitle = 200;
export const maxCardBody = 20_000;
export const maxStageReason = 500;

/** Cards that one change may be of. */
export const maxCardsAtOnce = 100;
/** Rows of one export. */
export const maxExportedCards = 5_000;

export const cardSorts = ["position", "title", "due", "value", "updated", "field"] as const;
export type CardSort = (typeof cardSorts)[number];

/** Characters of one item of a checklist. */
export const maxChecklistItem = 200;

/** The ways to look at a section. */
export const cardViews = [
  "board",
  "table",
  "list",
  "calendar",
  "lanes",
  "document",
  "grid",
  "diagram",
] as const;
export type CardView = (typeof cardViews)[number];

/** Choice fields that a list is filtered by at a time. */
export const maxFilterChoices = 10;

/** Limit for one section. */
export const maxSectionNeeds = 20;
/** Lines of one import of numbers by day, and characters of it. */
export const maxSeriesRows = 5_000;
export const maxSeriesText = 400_000;
/** Limit for a series, as it is shown. */
export const maxSeriesPoints = 400;
/** Limit for a department's overview. */
export const overviewChanges = 8;
export const overviewComing = 6;
export const overviewPinned = 8;

/** Sequences of one section, and limits of one. */
export const maxSequences = 50;
export const maxSequenceName = 80;
export const maxSequenceSteps = 20;
export const maxSequenceStepTitle = 100;
export const maxSequenceNotes = 2_000;
export const maxSequenceDays = 365;

/** Webhooks of one section. */
export const maxHooks = 20;
export const maxHookName = 60;
/** Bytes of one delivery. */
export const maxHookBody = 1_048_576;
/** Alerts of one delivery that are read: as many as fit into one of the largest. */
export const maxReports = 2_000;
/** Days that deliveries are kept for a replay. */
export const hookDays = 30;
/** Seconds that a signed time may differ from the server's. */
export const hookClockSeconds = 300;
/** Days that the figures of delivery look back. */
export const deliveryDays = 30;

/** Characters of an imported file, and bytes of its request. */
export const maxImportText = 5_000_000;
export const maxImportBytes = 12_000_000;
/** Imported files that are kept for each service, and differences of two that are shown. */
export const maxVersions = 20;
export const maxThingChanges = 200;
/** Servers of one file. */
export const maxServers = 20;
/** Characters of a request that is tried, of each of its values, and how many there may be. */
export const maxTrialBody = 100_000;
export const maxTrialText = 4_000;
export const maxTrialValues = 30;
/** Bytes of an answer that are shown. */
export const maxTrialAnswer = 262_144;
/** Silences of one section at a time, and how long one may last. */
export const maxSilences = 200;
export const maxSilenceDays = 90;
export const maxSilenceReason = 300;
/** Days and hours that a strip of uptime shows. */
export const observedDays = 90;
export const uptimeHours = 24;
/** Tables that a diagram draws. */
export const maxDiagramTables = 400;

/** Limits of the sections and fields that administrators add. */
export const maxSections = 40;
/** Sections of one department, archived ones included. */
export const maxSectionsWithArchived = 80;
export const maxFields = 40;
export const maxStages = 20;
export const maxSectionName = 60;
/** Rows of one import of cards, and characters of it. */
export const maxImportedCards = 500;
export const maxCardsCsv = 200_000;
/** Problems of an import that are named. */
export const importProblems = 20;
/** Values that do not convert, as a dry run shows them. */
export const conversionExamples = 20;
