import { type RawBuilder, sql } from "kysely";
import { anyWord, type FoldedTerm } from "./indexed-terms.ts";
import type { Asked, RankedPart } from "./search-sources.ts";

/** SQL for what a hit is ranked by. */
export interface RankedColumns {
  /** The folded title. Absent if things of this kind have no title. */
  title?: RawBuilder<string>;
  folded: RawBuilder<string>;
  lexemes: RawBuilder<unknown>;
  at: RawBuilder<Date>;
  /** How near it is to the viewer, from 0 to 1. */
  closeness: RawBuilder<number>;
}

/** The half-life of recency. */
const freshDays = 30;

/**
 * SQL: the score of a match. First how the words match (a name above a text, a whole word above a part, that above
 * another form, adjacent words above separate ones), then recency and nearness. In chronological order, it is the time.
 */
export function scoreOf(
  { terms, phrase }: Asked,
  { order, asOf }: Pick<RankedPart, "order" | "asOf">,
  columns: RankedColumns,
): RawBuilder<number> {
  if (order === "newest") return sql<number>`extract(epoch FROM ${columns.at})::float8`;
  const fits = terms.map((term) => fitOf(term, columns));
  const fit =
    fits.length === 0
      ? sql<number>`0`
      : sql<number>`(${sql.join(fits, sql` + `)})::float8 / ${sql.lit(fits.length)}`;
  return sql<number>`round((${fit} + ${together(phrase, columns)} + ${columns.closeness}
    + 1.0 / (1 + greatest(0, abs(extract(epoch FROM ${asOf}::timestamptz - ${columns.at})))
      / ${sql.lit(freshDays * 24 * 3600)}))::numeric, 4)::float8`;
}

/** SQL: after a position in the list. */
export function isBehindHit(
  after: RankedPart["after"],
  score: RawBuilder<number>,
  id: RawBuilder<string>,
): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`;
  return sql<boolean>`(${score}, ${id}) < (${after.score}::float8, ${after.id}::uuid)`;
}

function fitOf({ folded: term, forms = [] }: FoldedTerm, columns: RankedColumns): RawBuilder<number> {
  const { title, folded, lexemes } = columns;
  const named = title
    ? sql`WHEN strpos(' ' || ${inWords(title)} || ' ', ${` ${term} `}) > 0 THEN 2.4
      WHEN strpos(' ' || ${inWords(title)}, ${` ${term}`}) > 0 THEN 2.0
      WHEN strpos(${title}, ${term}) > 0 THEN 1.5
      ${forms.length === 0 ? sql`` : sql`WHEN array_to_tsvector(array_remove(regexp_split_to_array(${title}, '[^[:alnum:]]+'), '')) @@ ${anyWord(forms)}::tsquery THEN 1.8`}`
    : sql``;
  return sql<number>`CASE ${named} WHEN ${lexemes} @@ ${anyWord([term])}::tsquery THEN 1.0
    WHEN strpos(${folded}, ${term}) > 0 THEN 0.6 ELSE 0.7 END`;
}

/** Names are often written with dashes and dots, and never sought so. */
function inWords(title: RawBuilder<string>): RawBuilder<string> {
  return sql<string>`translate(${title}, '-_./', '    ')`;
}

function together(phrase: string, { title, folded }: RankedColumns): RawBuilder<number> {
  if (phrase === "") return sql<number>`0`;
  const named = title
    ? sql`WHEN ${inWords(title)} = ${phrase} THEN 1.5 WHEN strpos(${inWords(title)}, ${phrase}) = 1 THEN 1.0
      WHEN strpos(${inWords(title)}, ${phrase}) > 0 THEN 0.7`
    : sql``;
  return sql<number>`CASE ${named} WHEN strpos(${folded}, ${phrase}) > 0 THEN 0.5 ELSE 0 END`;
}
