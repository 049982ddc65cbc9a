import { nameWords } from "@atoll/contract/text/find-names";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * SQL: a folded text (`search_fold`, such as `profiles.folded_name`) contains every typed word, in any order. A text
 * with only signs matches nothing.
 */
export function containsAllWords(folded: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const words = nameWords(typed);
  // Not LIKE: it would ask for escapes, and tempt the planner into an index that is slow for what many match.
  const conditions = words.map((word) => sql<SqlBool>`strpos(${folded}, ${word}) > 0`);
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
}

/** The order of those: 0 where the text begins so, 1 where each word begins one of its own, 2 for the others. */
export function rankByWords(folded: RawBuilder<unknown>, typed: string): RawBuilder<number> {
  const words = nameWords(typed);
  // In an ORDER BY, a bare number would be the position of a column.
  if (words.length === 0) return sql<number>`0::integer`;
  const spaced = sql`' ' || translate(${folded}, '-_.', '   ')`;
  const begins = words.map((word) => sql<SqlBool>`strpos(${spaced}, ${` ${word}`}) > 0`);
  return sql<number>`CASE WHEN starts_with(${spaced}, ${` ${words.join(" ")}`}) THEN 0
    WHEN ${sql.join(begins, sql` AND `)} THEN 1 ELSE 2 END`;
}
