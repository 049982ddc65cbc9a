import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from "kysely";

import { holdsPairsOf } from "./alike-words.ts";
import { findSpellings, type Spelling } from "./spellings.ts";

/** A term as it is compared with texts, with its parts in the index. */
export interface FoldedTerm {
  folded: string;
  words: string[];
  pairs: string[];
  /** Whole words that count as this one: its other forms. Absent: none. */
  forms?: string[];
  /** Other ways to write it: "stand-up" for "standup", "128,400" for "128400". Absent: none. */
  spellings?: Spelling[];
  /** Only matches whole words. */
  isWhole?: true;
}

/** A part of a word that more words than this have leads nowhere: the rest of the query has to. */
const maxWordsForPart = 400;
/** Maximum index queries for pairs of words with several parts. */
const maxPairedQueries = 30;
/** Longer words are indexed in parts of this length, which overlap. */
const longestPart = 30;

/** A word has hardly more forms that somebody wrote. */
const maxForms = 60;

/** The maximum length of a query. If folding makes a term longer, its beginning suffices. */
const longestTerm = 200;

/** SQL for the terms as the database compares them, with more fields of each `f` and `p`; what folds to nothing is left out. */
export function foldedTerms(terms: readonly string[], besides = sql``): RawBuilder<FoldedTerm[]> {
  return sql<FoldedTerm[]>`(
    SELECT coalesce(json_agg(json_build_object('folded', f.folded, 'words', p.words, 'pairs', p.pairs ${besides})
      ORDER BY t.place), '[]')
    FROM unnest(${terms}::text[]) WITH ORDINALITY AS t (term, place),
      LATERAL left(search_fold(t.term), ${sql.lit(longestTerm)}) AS f (folded), LATERAL search_parts(f.folded) AS p
    WHERE f.folded <> ''
  )`;
}

/** The same, by a statement of its own. */
export async function foldTerms(tx: QueryExecutorProvider, terms: readonly string[]): Promise<FoldedTerm[]> {
  if (terms.length === 0) return [];
  const { rows } = await sql<{ terms: FoldedTerm[] }>`SELECT ${foldedTerms(terms)} AS terms`.execute(tx);
  return rows[0]?.terms ?? [];
}

/** SQL, of `f` and `p`: words that share a stem with a single-word term in some language and do not contain it. */
const otherForms = sql`CASE WHEN p.words = ARRAY[f.folded] THEN ARRAY(
    SELECT w.word FROM search_words w WHERE w.stems && search_stems(f.folded) AND strpos(w.word, f.folded) = 0
    LIMIT ${sql.lit(maxForms)}
  ) ELSE '{}' END`;

/** The terms of a question with the other forms of each, and those that it excludes. */
export async function foldQuestion(
  tx: QueryExecutorProvider,
  terms: readonly string[],
  excluded: readonly string[],
): Promise<{ terms: FoldedTerm[]; excluded: FoldedTerm[] }> {
  if (terms.length + excluded.length === 0) return { terms: [], excluded: [] };
  const { rows } = await sql<{ terms: FoldedTerm[]; excluded: FoldedTerm[] }>`
    SELECT ${foldedTerms(terms, sql`, 'forms', ${otherForms}`)} AS terms, ${foldedTerms(excluded)} AS excluded`.execute(
    tx,
  );
  const [folded = { terms: [], excluded: [] }] = rows;
  return { ...folded, terms: await withSpellings(tx, folded.terms) };
}

async function withSpellings(tx: QueryExecutorProvider, terms: FoldedTerm[]): Promise<FoldedTerm[]> {
  const spellings = await findSpellings(
    tx,
    terms.map(({ folded }) => folded),
  );
  return terms.map((term) => ({ ...term, spellings: spellings.get(term.folded) ?? [] }));
}

/** SQL: the folded text, whose words are in the lexemes, contains the term or one of its forms. */
export function holdsTerm(
  folded: RawBuilder<string>,
  lexemes: RawBuilder<unknown>,
  { folded: term, forms = [], spellings = [], isWhole }: FoldedTerm,
): RawBuilder<SqlBool> {
  if (isWhole) return sql<SqlBool>`${lexemes} @@ ${anyWord([term])}::tsquery`;
  const holds = [
    ...[term, ...spellings.map((one) => one.folded)].map(
      (text) => sql<SqlBool>`strpos(${folded}, ${text}) > 0`,
    ),
    ...(forms.length > 0 ? [sql<SqlBool>`${lexemes} @@ ${anyWord(forms)}::tsquery`] : []),
  ];
  return sql<SqlBool>`(${sql.join(holds, sql` OR `)})`;
}

/** A `tsquery` text that takes texts which match all of these. */
export const allOf = (queries: readonly string[]): string => queries.map((query) => `(${query})`).join(" & ");

/** A question to the index for any of these words. */
export function anyWord(words: readonly string[]): string {
  return words.map(quoteLexeme).join(" | ");
}

/**
 * SQL: the lexemes match one of these index queries, each run separately: the index finds a hundred words faster than
 * one query with a hundred alternatives. Hidden from the planner, because estimating the frequency of many words takes
 * long.
 */
export function queriesUnplanned(
  lexemes: RawBuilder<unknown>,
  queries: readonly string[],
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${lexemes} @@ ANY((SELECT ${queries}::tsquery[])::tsquery[])`;
}

/** About how many rows a statement would find, as the planner guesses. */
export async function expectRows(tx: QueryExecutorProvider, select: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    EXPLAIN (FORMAT JSON) ${select}`.execute(tx);
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/**
 * Returns `tsquery` texts for texts that contain all the terms: each such text matches one of them, and others may too.
 * An empty list means that the index cannot help. Undefined means that no text contains one of the words, so nothing
 * matches.
 */
export function queriesOfIndex(
  tx: QueryExecutorProvider,
  terms: readonly FoldedTerm[],
): Promise<string[] | undefined> {
  const known = queriesOfTerms.get(terms);
  if (known) return known;
  const queries = findQueries(tx, terms);
  queriesOfTerms.set(terms, queries);
  return queries;
}

/** Several indexes are asked for the same terms of one question, which sees one moment. */
const queriesOfTerms = new WeakMap<readonly FoldedTerm[], Promise<string[] | undefined>>();

async function findQueries(
  tx: QueryExecutorProvider,
  terms: readonly FoldedTerm[],
): Promise<string[] | undefined> {
  const certain: string[] = [];
  const beginnings: string[] = [];
  const alternatives: string[][] = [];
  const patterns = new Map<string, FoldedTerm>();
  for (const term of terms) {
    for (const pair of term.pairs) {
      if ([...pair].length === 2) certain.push(quoteLexeme(pair));
      else beginnings.push(`${quoteLexeme(pair)}:*`);
    }
    for (const { exact, pattern } of wordsOf(term)) {
      // In another spelling a word may be missing: "284" of "1,284,010" is no word of "1284010".
      if (exact !== undefined && term.spellings?.length) patterns.set(escapePattern(exact), term);
      else if (exact !== undefined) certain.push(quoteLexeme(exact));
      else patterns.set(pattern, term);
    }
  }
  for (const [pattern, { forms = [], spellings = [] }] of patterns) {
    const words = [...new Set([...(await wordsLike(tx, pattern)), ...forms])];
    const ways = [
      ...words.map(quoteLexeme),
      ...new Set(spellings.map((one) => `(${one.words.map(quoteLexeme).join(" & ")})`)),
    ];
    if (ways.length === 0) return undefined;
    if (words.length <= maxWordsForPart + forms.length) alternatives.push(ways);
  }
  let queries = certain.length > 0 ? [certain.join(" & ")] : [];
  for (const words of alternatives.toSorted((a, b) => a.length - b.length)) {
    if (queries.length === 0) queries = words;
    else if (queries.length * words.length <= maxPairedQueries) {
      queries = queries.flatMap((query) => words.map((word) => `${query} & ${word}`));
    }
  }
  // A single character starts many pairs: it says little and costs much.
  return queries.length > 0 ? queries : beginnings.slice(0, 1);
}

/**
 * Returns the words of a term. A word with something on both sides is whole in every matching text; others may be the
 * end or the beginning of a longer word.
 */
function wordsOf({ folded, words }: FoldedTerm): { exact?: string; pattern: string }[] {
  let from = 0;
  return words.map((word) => {
    const characters = [...word];
    if (characters.length > longestPart) {
      return { pattern: `%${escapePattern(characters.slice(0, longestPart).join(""))}%` };
    }
    const at = folded.indexOf(word, from);
    from = at + word.length;
    const isWholeBefore = at > 0;
    const isWholeAfter = from < folded.length;
    if (isWholeBefore && isWholeAfter) return { exact: word, pattern: "" };
    return { pattern: `${isWholeBefore ? "" : "%"}${escapePattern(word)}${isWholeAfter ? "" : "%"}` };
  });
}

async function wordsLike(tx: QueryExecutorProvider, pattern: string): Promise<string[]> {
  const part = pattern.replace(/^%|%$/g, "").replace(/\\(.)/g, "$1");
  const { rows } = await sql<{ word: string }>`
    SELECT word FROM search_words WHERE word LIKE ${pattern} AND ${holdsPairsOf(part)}
    LIMIT ${sql.lit(maxWordsForPart + 1)}`.execute(tx);
  return rows.map(({ word }) => word);
}

function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Quotes a word for a `tsquery`. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, "$&$&")}'`;
}
