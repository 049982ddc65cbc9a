import { nameWords } from "@atoll/contract/find-names";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Whether a folded text (`search_fold`, as `profiles.folded_name`) holds every word of what somebody typed, in any
 * order. Nothing holds what has signs only.
 */
export function holdsWords(folded: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const words = nameWords(typed);
  // Not LIKE: it would ask for escapes, and tempt the planner into an index that is slow for what many match.
  const conditions = words.map((word) => sql<SqlBool>`strpos(${folded}, ${word}) > 0`);
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
}

/** The order of those: 0 where the text begins so, 1 where each word begins one of its own, 2 for the others. */
export function rankByWords(folded: RawBuilder<unknown>, typed: string): RawBuilder<number> {
  const words = nameWords(typed);
  // As it stands in an ORDER BY, where a number alone would be the place of a column.
  if (words.length === 0) return sql<number>`0::integer`;
  const spaced = sql`' ' || translate(${folded}, '-_.', '   ')`;
  const begins = words.map((word) => sql<SqlBool>`strpos(${spaced}, ${` ${word}`}) > 0`);
  return sql<number>`CASE WHEN starts_with(${spaced}, ${` ${words.join(" ")}`}) THEN 0
    WHEN ${sql.join(begins, sql` AND `)} THEN 1 ELSE 2 END`;
}
