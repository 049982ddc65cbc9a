import type { Preferences } from "./preferences.ts";

/** The preferences of a person who has chosen none. */
export const defaultPreferences: Preferences = {
  language: "en-GB",
  timeZone: null,
  firstDay: "monday",
  hours: "24",
};
