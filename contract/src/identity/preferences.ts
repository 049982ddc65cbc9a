/** The languages that dates and numbers can be written in, as BCP 47 names them, by what they call themselves. */
export const formatLanguages = {
  "en-GB": "English (United Kingdom)",
  "en-US": "English (United States)",
  "de-DE": "Deutsch",
  "fr-FR": "Français",
  "es-ES": "Español",
  "it-IT": "Italiano",
  "nl-NL": "Nederlands",
  "pl-PL": "Polski",
  "pt-PT": "Português",
  "sv-SE": "Svenska",
  "tr-TR": "Türkçe",
  "ja-JP": "日本語",
} as const;
export type FormatLanguage = keyof typeof formatLanguages;

/** The days that a week can begin on, with their numbers: 0 is Monday. */
export const firstDays = { monday: 0, sunday: 6, saturday: 5 } as const;
export type FirstDay = keyof typeof firstDays;

/** How a person reads dates, times and numbers, on all of their devices. */
export interface Preferences {
  language: FormatLanguage;
  /** As IANA names it; null: where each of their browsers is. */
  timeZone: string | null;
  firstDay: FirstDay;
  hours: "24" | "12";
  /** Where a browser of theirs was last: what the server writes for them says times there while they chose no zone. */
  seenTimeZone?: string | null | undefined;
}
