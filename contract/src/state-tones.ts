/** The colours of states of tasks and stages of cards, by their meaning. */
export const stateTones = ["neutral", "primary", "highlight", "info", "warning", "error", "success"] as const;
export type StateTone = (typeof stateTones)[number];
