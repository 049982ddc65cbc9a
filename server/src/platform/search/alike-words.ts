import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from "kysely";
import { editDistance, wordsOneSlipAway } from "./edit-distance.ts";

/** Shorter words are like too many others. */
const shortestCorrected = 3;
const longestCorrected = 60;
const maxSimilar = 50;

/** A word that may be a misspelling: letters only. Numbers, names with dashes and pasted lines are never alike. */
export function isCorrectable(word: string): boolean {
  return /^\p{L}+$/u.test(word) && [...word].length >= shortestCorrected && word.length <= longestCorrected;
}

/**
 * Returns existing words with an edit distance of one, those with the same first letter first, because typos there are
 * rare.
 */
export async function wordsBesides(
  tx: QueryExecutorProvider,
  word: string,
  fits: (column: RawBuilder<string>) => RawBuilder<SqlBool>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM (
      SELECT word FROM search_words WHERE word = ANY(${wordsOneSlipAway(word)}::text[])
      ORDER BY left(word, 1) <> left(${word}, 1), word OFFSET 0
    ) w WHERE ${fits(sql`w.word`)} LIMIT ${limit}`.execute(tx);
  return rows.map((row) => row.word);
}

/** Words with more slips between, the longer the more, nearest first. */
export async function wordsFurther(
  tx: QueryExecutorProvider,
  word: string,
  fits: (column: RawBuilder<string>) => RawBuilder<SqlBool>,
  limit: number,
): Promise<string[]> {
  const length = [...word].length;
  const slips = Math.min(3, Math.floor(length / 3));
  if (slips === 0) return [];
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM (${similarTo(word)} OFFSET 0) w
    WHERE char_length(word) BETWEEN ${length - slips} AND ${length + slips} AND ${fits(sql`w.word`)}
    LIMIT ${maxSimilar}`.execute(tx);
  return rows
    .map((row) => ({ word: row.word, distance: editDistance(word, row.word, slips) }))
    .filter(({ distance }) => distance > 0 && distance <= slips)
    .sort((a, b) => a.distance - b.distance)
    .map((row) => row.word)
    .slice(0, limit);
}

/** In the form of the index. */
const pairsOfWord = sql`search_letter_pairs(' ' || word || ' ')`;

/** By trigrams, which in some clusters see nothing but ASCII: other words by our own pairs of letters. */
function similarTo(word: string): RawBuilder<unknown> {
  if (isAscii(word))
    return sql`SELECT word FROM search_words WHERE word % ${word} ORDER BY similarity(word, ${word}) DESC, word`;
  const meant = sql`search_letter_pairs(${` ${word} `})`;
  return sql`
    SELECT word FROM search_words
    WHERE octet_length(word) <> char_length(word) AND ${pairsOfWord} && ${meant}
    ORDER BY cardinality(ARRAY(SELECT unnest(${pairsOfWord}) INTERSECT SELECT unnest(${meant}))) DESC, word`;
}

/** SQL: a condition in addition to LIKE, by which an index finds words with a part that is not ASCII. */
export function holdsPairsOf(part: string): RawBuilder<SqlBool> {
  if (isAscii(part) || [...part].length < 2) return sql<SqlBool>`true`;
  return sql<SqlBool>`(octet_length(word) <> char_length(word) AND ${pairsOfWord} @> search_letter_pairs(${part}))`;
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
