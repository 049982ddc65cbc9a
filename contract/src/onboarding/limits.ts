/**
 * The kinds of path items: a page to read, a procedure to confirm, a task, a meeting, a person to meet, a line of text.
 */
export const pathItemKinds = ["read", "sop", "task", "event", "meet", "text"] as const;
export type PathItemKind = (typeof pathItemKinds)[number];

export const pathStates = ["draft", "published", "archived"] as const;
export type PathState = (typeof pathStates)[number];

/** The people who can be responsible for an item. */
export const itemDoers = ["newcomer", "manager"] as const;

/** Parts on a path that an item can name instead of a person. */
export const itemMeets = ["buddy", "manager"] as const;

/** How far somebody is on a path. Stopped: by a person, or because the role or department was taken away. */
export const onboardingStates = ["running", "done", "stopped"] as const;

/** Lengths in code points. */
export const pathNameMaxLength = 80;
export const pathSummaryMaxLength = 200;
export const itemTitleMaxLength = 160;
export const itemNoteMaxLength = 500;
export const maxPathItems = 120;
export const maxStages = 16;
export const maxPaths = 200;

/** Day 1 is the first day of work; days before it are 0 and less. */
export const firstPathDay = -30;
export const lastPathDay = 90;

/** Tasks and meetings are created so many days before they are due. */
export const leadDays = 7;
/** A manager reminds a newcomer at most this often. */
export const nudgePauseHours = 20;
