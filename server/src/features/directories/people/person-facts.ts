import { type FormatLanguage, formatLanguages } from "@atoll/contract/identity/preferences";
import type { PersonRow } from "./mirror.ts";

/** Facts that a directory says about a person, as far as Atoll uses them. */
export type PersonFacts = Pick<
  PersonRow,
  "external_id" | "user_name" | "email" | "name" | "department" | "language" | "is_active" | "resource"
>;

/** The language of dates and numbers that is closest, or none. */
export function languageOf(tag: string | undefined): FormatLanguage | null {
  const wanted = tag?.replace("_", "-").toLowerCase();
  const all = Object.keys(formatLanguages) as FormatLanguage[];
  const same = all.find((one) => one.toLowerCase() === wanted);
  return same ?? all.find((one) => one.slice(0, 2).toLowerCase() === wanted?.slice(0, 2)) ?? null;
}
