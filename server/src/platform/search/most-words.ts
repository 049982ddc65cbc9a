import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

/** Maximum texts read per word. A word in more readable texts says little. */
const maxPerWord = 300;
const maxCandidates = 120;
/** Pairs of words are asked for together: of a common word they find the texts that have a second one. */
const maxPairs = 10;
/** Shorter words of a title, such as "of", do not count as what it is about. */
const shortestTitleWord = 3;
/** The half-life of a text's recency. */
const freshDays = 180;

/** Where texts are looked up, as SQL. */
export interface IndexedTexts {
  /** The table of the index, with the alias that the other parts use. */
  from: RawBuilder<unknown>;
  kind: RawBuilder<string>;
  id: RawBuilder<string>;
  at: RawBuilder<Date>;
  /** Folded; empty where texts of the kind have no names. */
  title: RawBuilder<string>;
  lexemes: RawBuilder<unknown>;
  /** An additional condition for the index, as a `tsquery` text. Undefined for none. */
  narrowed?: string | undefined;
  /** The viewer may read it, and it is among those that are wanted. */
  isAmong: RawBuilder<boolean>;
}

export interface MostWordsPart {
  /** A `tsquery` text for each word. */
  queries: readonly string[];
  asOf: string;
  count: number;
  /**
   * The addition to the score if all words of a name are asked for: the thing is then what a question is about, and
   * longer names only mention it. Defaults to 0.
   */
  subjectWeight?: number;
}

export interface MostWordsHit {
  kind: string;
  id: string;
  score: number;
  /** The share of the question that the text has, from 0 to 1, its words weighed by how rare they are. */
  overlap: number;
  /** Hits of one group are one source, such as the messages of a thread. */
  group?: string | undefined;
}

/**
 * Returns the texts that contain most of the words, the best first: rare words weigh more, words in the name more than
 * words in the text. Newer texts rank slightly higher. Rarity is counted among what the viewer may read, so that nothing
 * else affects the hits or their order.
 */
export async function findByMostWords(
  tx: QueryExecutorProvider,
  texts: IndexedTexts,
  { queries, asOf, count, subjectWeight = 0 }: MostWordsPart,
): Promise<MostWordsHit[]> {
  if (queries.length === 0) return [];
  const narrow = (query: string) => (texts.narrowed ? `(${texts.narrowed}) & (${query})` : query);
  const anyQuery = queries.map((query) => `(${query})`).join(" | ");
  const { from, kind, id, at, title, lexemes, isAmong } = texts;
  const { rows } = await sql<MostWordsHit>`
    WITH asked AS MATERIALIZED (
      SELECT place, query, narrowed FROM unnest(${[...queries]}::text[]::tsquery[], ${queries.map(narrow)}::text[]::tsquery[])
        WITH ORDINALITY AS a (query, narrowed, place)
    ), tried AS MATERIALIZED (
      SELECT place, narrowed FROM asked
      UNION ALL SELECT 0, narrowed FROM unnest(${pairsOf(queries).map(narrow)}::text[]::tsquery[]) AS p (narrowed)
    ), found AS MATERIALIZED (
      SELECT t.place, e.id, e.kind FROM tried t, LATERAL (
        SELECT ${id} AS id, ${kind} AS kind FROM ${from} WHERE ${lexemes} @@ t.narrowed AND ${isAmong}
        LIMIT ${sql.lit(maxPerWord)}
      ) e
    ), weighed AS MATERIALIZED (
      SELECT a.place, a.query, ln(1 + ${sql.lit(maxPerWord)}::float / (0.5 + (SELECT count(*) FROM found f WHERE f.place = a.place)))
        AS weight FROM asked a
    ), candidates AS MATERIALIZED (
      SELECT f.id, f.kind FROM (SELECT DISTINCT id, kind, place FROM found) f LEFT JOIN weighed w USING (place)
      GROUP BY f.id, f.kind ORDER BY sum(coalesce(w.weight, 0.5)) DESC, f.id LIMIT ${sql.lit(maxCandidates)}
    ), scored AS (
      SELECT c.id, c.kind, x.at, w.overlap, w.named, n.covered FROM candidates c, LATERAL (
        SELECT ${at} AS at, ${lexemes} AS lexemes,
          array_to_tsvector(array_remove(regexp_split_to_array(${title}, '[^[:alnum:]]+'), '')) AS name
        FROM ${from} WHERE ${id} = c.id AND ${kind} = c.kind LIMIT 1
      ) x, LATERAL (
        SELECT coalesce(sum(weight) FILTER (WHERE x.lexemes @@ query), 0) / sum(weight) AS overlap,
          coalesce(sum(weight) FILTER (WHERE x.name @@ query), 0) / sum(weight) AS named FROM weighed
      ) w, LATERAL (
        SELECT coalesce(avg((array_to_tsvector(ARRAY[t.word]) @@ ${anyQuery}::text::tsquery)::int), 0) AS covered
        FROM unnest(tsvector_to_array(x.name)) AS t (word) WHERE length(t.word) >= ${sql.lit(shortestTitleWord)}
      ) n
    )
    SELECT kind, id, overlap, (0.7 * overlap + 0.2 * named + ${sql.lit(subjectWeight)} * covered * least(1, 2 * named) + 0.1 / (1 + greatest(0, abs(extract(epoch FROM ${asOf}::timestamptz - at)))
      / ${sql.lit(freshDays * 24 * 3600)}))::float8 AS score
    FROM scored WHERE overlap > 0 ORDER BY score DESC, id LIMIT ${count}`.execute(tx);
  return rows;
}

function pairsOf(queries: readonly string[]): string[] {
  const pairs = queries.flatMap((one, index) =>
    queries.slice(index + 1).map((other) => `(${one}) & (${other})`),
  );
  return pairs.slice(0, maxPairs);
}
