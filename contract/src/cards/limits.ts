/** Characters. */
export const maxCardTitle = 200;
export const maxCardBody = 20_000;
export const maxStageReason = 500;

/** Cards that one change may be of. */
export const maxCardsAtOnce = 100;
/** Rows of one export. */
export const maxExportedCards = 5_000;

export const cardSorts = [
  "position",
  "title",
  "stage",
  "owner",
  "due",
  "value",
  "updated",
  "created",
  "field",
] as const;
export type CardSort = (typeof cardSorts)[number];
export const cardOrders = ["ascending", "descending"] as const;
export type CardOrder = (typeof cardOrders)[number];

/** Columns of the table for parts that every card has, in addition to its name. */
export const plainColumns = ["stage", "owner", "due", "updated", "created"] as const;
/** Columns of a table that a person chooses. */
export const maxTableColumns = 20;

/** The kinds of things that cards link to. */
export const cardLinkKinds = ["card", "task", "event", "message", "article"] as const;
/** Links of one card, and cards that link to one thing, as they are shown. */
export const maxCardLinks = 50;

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
/** Members of a rota, and the longest shift. */
export const maxRotaMembers = 50;
export const maxShiftDays = 56;
/** Overrides of a department that have not ended, and how far away one may end. */
export const maxOverrides = 200;
export const maxOverrideDays = 366;
/** Days of shifts that are shown. */
export const plannedDays = 28;
/** Members of a department that can be chosen. */
export const maxOnCallChoices = 500;
export const maxEscalationSteps = 8;
export const maxEscalationMinutes = 1_440;
export const maxEscalationRepeats = 9;
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

/** Incidents: services and alerts of one, and changes of one that its timeline takes. */
export const maxIncidentServices = 10;
export const maxIncidentAlerts = 100;
export const maxIncidentEntries = 500;
/** Further lines, of a full incident that is resolved. */
export const maxClosingEntries = 50;
/** Characters of each part of a report, and its follow-ups. */
export const maxReportText = 10_000;
export const maxFollowUps = 20;
/** Characters of an update for everyone. */
export const maxIncidentUpdate = 1_000;
/** Services of one section on the status page. */
export const maxStatusServices = 50;
/** Incidents of one alert that are shown. */
export const maxIncidentsOfCard = 20;
/** Incidents of one section that are open at a time. */
export const maxOpenIncidents = 100;
