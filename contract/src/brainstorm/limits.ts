/** In the order in which a workshop passes through them. A board without a phase is open to all of its writers. */
export const boardPhases = ["collect", "reveal", "group", "vote", "decide"] as const;
export type BoardPhase = (typeof boardPhases)[number];

/** A writer can take the lead when no facilitator has had the board open for this time. */
export const leaderAwaySeconds = 300;

/** From the least to the most: looks at a board, writes on it, leads its workshop. */
export const boardRoles = ["reader", "writer", "facilitator"] as const;
export type BoardRole = (typeof boardRoles)[number];

/** The names are stored. */
export const boardTemplateNames = [
  "blank",
  "retrospective",
  "affinity-map",
  "impact-effort",
  "swot",
  "how-might-we",
  "lean-coffee",
  "pre-mortem",
] as const;
export type BoardTemplateName = (typeof boardTemplateNames)[number];

/** All that are not archived, those that the viewer owns, those with a star of theirs, or the archived ones. */
export const boardScopes = ["all", "mine", "starred", "archived"] as const;
export type BoardScope = (typeof boardScopes)[number];
export const boardOrders = ["changed", "created", "title"] as const;
export type BoardOrder = (typeof boardOrders)[number];

/** Why a version was kept. */
export const boardVersionReasons = ["hourly", "phase", "copy"] as const;
export type BoardVersionReason = (typeof boardVersionReasons)[number];

/** In code points. */
export const boardTitleMaxLength = 120;
export const boardPageSize = 24;
/** People and departments that a board is shared with one by one. */
export const maxBoardGrants = 100;
/** Elements that the picture of a board in a list shows. */
export const boardPreviewElements = 40;
/** People that a card of a board names. */
export const boardCardPeople = 3;
export const maxVotesPerPerson = 20;
export const defaultVotesPerPerson = 5;
/** Private notes of one person on one board that are not revealed yet. */
export const maxPrivateNotes = 100;
export const timerMaxSeconds = 4 * 60 * 60;
/** Versions of one board that are kept: the oldest hourly ones go first. */
export const maxBoardVersions = 100;
/** Tasks and ideas that one note can become. */
export const maxNoteLinks = 5;
/** Different emoji with which people react to one note. */
export const maxNoteReactionKinds = 12;
/** People who are listed under one emoji of a note. */
export const maxListedNoteReactors = 200;
/** In code points: the name that facilitators give a phase. */
export const phaseNameMaxLength = 30;
/** Frames that are presented in an order of their own. */
export const maxOrderedFrames = 100;
/** Boards that a card of the dashboard shows. */
export const boardCardItems = 4;
/** Clusters that are proposed at once. */
export const maxClusters = 12;
/** In code points: the summary that is posted to a channel. */
export const outcomeMaxLength = 4000;
