/** Characters. */
export const maxCardTitle = 200;
export const maxCardBody = 20_000;
export const maxCardText = 2_000;
export const maxStageReason = 500;

/** Cards that one change may be of. */
export const maxCardsAtOnce = 100;
/** Rows of one export. */
export const maxExportedCards = 5_000;
/** Items of one checklist. */
export const maxChecklistItems = 50;

export const cardSorts = ["position", "title", "due", "value", "updated"] as const;
export type CardSort = (typeof cardSorts)[number];
