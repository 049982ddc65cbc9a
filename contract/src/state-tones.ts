/** What the colour of a state says that a company has named: of a task, or of a stage of cards. */
export const stateTones = ["neutral", "primary", "highlight", "info", "warning", "error", "success"] as const;
export type StateTone = (typeof stateTones)[number];
