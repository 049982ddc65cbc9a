export const calendarKey = ["calendar"] as const;
export const rangesKey = ["calendar", "range"] as const;
