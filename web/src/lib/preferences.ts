import { defaultPreferences } from "@atoll/contract/identity/default-preferences";
import type { Preferences } from "@atoll/contract/identity/preferences";

let chosen = defaultPreferences;
let version = 0;

/** Returns the signed-in person's format for dates, times and numbers, or the defaults. */
export function chosenPreferences(): Preferences {
  return chosen;
}

/** A number that changes with the preferences, to format dates again. */
export function preferencesVersion(): number {
  return version;
}

/** The session says it, whenever it learns something of its person. What it does not know stays as it is by default. */
export function takePreferencesOf(person: { preferences?: Partial<Preferences> } | null): void {
  // Where another browser was changes nothing of what this one shows.
  const next = readable({ ...defaultPreferences, ...person?.preferences, seenTimeZone: undefined });
  if (JSON.stringify(next) === JSON.stringify(chosen)) return;
  chosen = next;
  version += 1;
}

/** A zone or a language that this browser does not know must not keep it from showing anything. */
function readable(wanted: Preferences): Preferences {
  try {
    // Making a format is slow, and this runs before the first paint.
    Intl.getCanonicalLocales(wanted.language);
    if (wanted.timeZone) new Intl.DateTimeFormat("en", { timeZone: wanted.timeZone });
    return wanted;
  } catch {
    return { ...wanted, language: defaultPreferences.language, timeZone: null };
  }
}
