import { z } from "zod";
import { timeZoneSchema } from "../time-zone.ts";
import { type FirstDay, type FormatLanguage, firstDays, formatLanguages } from "./preferences.ts";

const languages = Object.keys(formatLanguages) as [FormatLanguage, ...FormatLanguage[]];
const days = Object.keys(firstDays) as [FirstDay, ...FirstDay[]];

/** How a person reads dates, times and numbers. */
export const preferencesSchema = z.object({
  language: z.enum(languages),
  timeZone: timeZoneSchema.nullable(),
  firstDay: z.enum(days),
  hours: z.enum(["24", "12"]),
  /** Nobody chooses it, a browser tells it; left out by a version before. */
  seenTimeZone: timeZoneSchema.nullable().optional(),
});

/** Parts of them: what is left out stays. */
export const preferencesChangeSchema = preferencesSchema.partial();
export type PreferencesChange = z.infer<typeof preferencesChangeSchema>;
