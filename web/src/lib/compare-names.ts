import { chosenPreferences } from "./preferences.ts";

let last: { language: string; collator: Intl.Collator } | undefined;

/** Compares two names for a list, in the order of the person's language; numbers within them by their value. */
export function compareNames(a: string, b: string): number {
  const { language } = chosenPreferences();
  if (last?.language !== language)
    last = { language, collator: new Intl.Collator(language, { numeric: true }) };
  return last.collator.compare(a, b);
}
