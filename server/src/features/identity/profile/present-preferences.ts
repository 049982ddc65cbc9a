import { defaultPreferences } from "@atoll/contract/identity/default-preferences";
import type { Preferences } from "@atoll/contract/identity/preferences";
import { preferencesSchema } from "@atoll/contract/identity/preferences-schema";

/** Merges stored preferences with the defaults. Values unknown to this version are ignored individually. */
export function presentPreferences(stored: Partial<Preferences>): Preferences {
  const { language, timeZone, firstDay, hours, seenTimeZone } = preferencesSchema.shape;
  const or = <T>(parsed: { success: true; data: T } | { success: false }, standard: T) =>
    parsed.success ? parsed.data : standard;
  return {
    language: or(language.safeParse(stored.language), defaultPreferences.language),
    timeZone: or(timeZone.safeParse(stored.timeZone), defaultPreferences.timeZone),
    firstDay: or(firstDay.safeParse(stored.firstDay), defaultPreferences.firstDay),
    hours: or(hours.safeParse(stored.hours), defaultPreferences.hours),
    seenTimeZone: or(seenTimeZone.safeParse(stored.seenTimeZone), null) ?? null,
  };
}
