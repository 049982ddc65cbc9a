import { type RawBuilder, type SqlBool, sql } from "kysely";
import { holdsTerm, queriesOfIndex, quoteLexeme } from "../../../platform/search/indexed-terms.ts";
import type { Asked } from "../../../platform/search/search-sources.ts";
import type { Database } from "../../../tables.ts";

type Condition = RawBuilder<SqlBool>;

/** The conditions on an entry `e`, as SQL. */
export interface EntryConditions {
  /** The conditions that the word index can check, one query each. If empty, the rest applies without it. */
  indexed: readonly string[];
  /** All conditions except for the kind. */
  fits: Condition;
}

/** Returns undefined if nothing can match. */
export async function entryConditions(
  tx: Database,
  asked: Asked,
  isByName: boolean,
): Promise<EntryConditions | undefined> {
  if (asked.personIds?.length === 0) return undefined;
  const { places } = asked;
  if (places && places.channelIds.length + places.departmentIds.length === 0) return undefined;
  const beginnings = isByName ? beginningsOf(asked) : [];
  const queries = isByName ? beginnings : await queriesOfIndex(tx, asked.terms);
  if (!queries) return undefined;
  const marks = [
    ...(asked.hasFile ? ["'/file'"] : []),
    ...(asked.hasLink ? ["'/link'"] : []),
    ...(asked.personIds ? [anyOf("/p", asked.personIds)] : []),
    ...(asked.departmentId ? [anyOf("/d", [asked.departmentId])] : []),
    ...(asked.channelId ? [anyOf("/c", [asked.channelId])] : []),
    ...(places
      ? [`(${[...tokens("/c", places.channelIds), ...tokens("/d", places.departmentIds)].join(" | ")})`]
      : []),
  ];
  const indexed =
    queries.length > 0
      ? queries.map((query) => [query, ...marks].join(" & "))
      : marks.length > 0
        ? [marks.join(" & ")]
        : [];
  const holds = [
    ...(asked.since ? [sql<SqlBool>`e.at >= ${asked.since}`] : []),
    ...(asked.until ? [sql<SqlBool>`e.at < ${asked.until}`] : []),
    ...asked.terms.map((term) =>
      term.isWhole
        ? holdsTerm(sql`e.folded`, sql`e.lexemes`, term)
        : isByName
          ? sql<SqlBool>`strpos(e.title, ${term.folded}) > 0`
          : sql<SqlBool>`(${holdsTerm(sql`e.title`, sql`e.lexemes`, term)} OR ${holdsTerm(sql`e.folded`, sql`e.lexemes`, term)})`,
    ),
    ...asked.excluded.map(
      ({ folded }) => sql<SqlBool>`strpos(e.title, ${folded}) = 0 AND strpos(e.folded, ${folded}) = 0`,
    ),
    ...(marks.length > 0 ? [sql<SqlBool>`e.lexemes @@ ${marks.join(" & ")}::tsquery`] : []),
    ...beginnings.map((query) => sql<SqlBool>`e.lexemes @@ ${query}::tsquery`),
  ];
  return {
    indexed,
    fits: holds.length > 0 ? sql<SqlBool>`${sql.join(holds, sql` AND `)}` : sql<SqlBool>`true`,
  };
}

/** Returns an index query for words that start with the terms, combined with the query's other parts. */
function beginningsOf({ terms }: Asked): string[] {
  const parts = terms.flatMap(({ words, pairs }) => [
    ...words.map((word) => `${quoteLexeme(word)}:*`),
    ...pairs.map((pair) => `${quoteLexeme(pair)}${[...pair].length === 2 ? "" : ":*"}`),
  ]);
  return parts.length === 0 ? [] : [parts.join(" & ")];
}

/** Formats marks of the index for a `tsquery`. */
export const tokens = (mark: string, ids: readonly string[]) => ids.map((id) => `'${mark}${id}'`);
const anyOf = (mark: string, ids: readonly string[]) => `(${tokens(mark, ids).join(" | ")})`;
