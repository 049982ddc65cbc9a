import { type RawBuilder, sql } from "kysely";
import { ownerOfWork } from "../turns/owner-of-work.ts";

/** The collations of languages whose order differs from the general one, which is that of `by_name`. */
const collations: ReadonlyMap<string, RawBuilder<unknown>> = new Map(
  ["es", "ja", "pl", "sv", "tr"].map((language) => [language, sql.id(`by_name_${language}`)]),
);
const generalCollation = sql.id("by_name");

/**
 * SQL: a name as lists are ordered by it: in the order of the language of the person that the server works for, whatever
 * the database's own order is. Cursors compare by it, too. Call it for each request, not once for all. Specify the
 * column, as `p.name`, or an expression. Only the general order has indexes.
 */
export function byName(name: string | RawBuilder<string>): RawBuilder<string> {
  const collation = collations.get(baseOf(ownerOfWork().language)) ?? generalCollation;
  return sql<string>`${typeof name === "string" ? sql.ref(name) : name} COLLATE ${collation}`;
}

const collators = new Map<string, Intl.Collator>();

/** Compares two names in the same order as `byName`, for lists that are sorted here. */
export function compareNames(one: string, other: string): number {
  const language = baseOf(ownerOfWork().language);
  let collator = collators.get(language);
  if (!collator) {
    collator = new Intl.Collator(collations.has(language) ? language : "en");
    collators.set(language, collator);
  }
  return collator.compare(one, other);
}

/** "sv" of "sv-SE". */
const baseOf = (language: string | undefined): string => language?.split("-")[0] ?? "";
