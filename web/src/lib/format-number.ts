import { chosenPreferences } from "./preferences.ts";

/** "12,480", as the person chose to read numbers. */
export function formatNumber(value: number): string {
  return value.toLocaleString(chosenPreferences().language);
}
