import type { Preferences } from "./preferences.ts";

/** Who chose nothing. */
export const defaultPreferences: Preferences = {
  language: "en-GB",
  timeZone: null,
  firstDay: "monday",
  hours: "24",
};
