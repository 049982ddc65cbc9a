import { type RawBuilder, type SqlBool, sql } from "kysely";
import { isCorrectable, wordsFurther } from "../../platform/search/alike-words.ts";
import { anyWord, quoteLexeme } from "../../platform/search/indexed-terms.ts";
import type { Asked } from "../../platform/search/search-sources.ts";
import { groupDigits } from "../../platform/search/spellings.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { wordsReadable } from "./entry-rights.ts";
import type { EntrySource } from "./sources.ts";
import type { Synonyms } from "./synonyms/find-synonyms.ts";

/** A word of a typed text, folded as in the index. */
export interface TypedWord {
  word: string;
  /** Its other forms. */
  forms: string[];
  /** True for a word that every text contains, such as "is" or "für". */
  isFiller: boolean;
  /** Other words for it. Absent: none are looked for. */
  synonyms?: Synonyms | undefined;
}

/** Scripts without spaces between words: their words are pairs of neighbouring characters. */
const unspaced =
  "[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff]{2}";
/** Pairs that only form a sentence, as the particles of Chinese and Japanese do. */
const formingPairs =
  "[的是吗嗎了呢吧们們着过過]|^[\\u3040-\\u309f]{2}$|什么|什麼|怎么|怎麼|哪里|哪裡|多少|几个|何時|何处";

/** Returns the first distinct words of a text, in order. */
export async function foldWords(tx: Database, text: string, maxWords: number): Promise<TypedWord[]> {
  const [words = []] = await foldWordsOfEach(tx, [text], maxWords);
  return words;
}

/** Returns the first distinct words of each of these texts, in order. */
export async function foldWordsOfEach(
  tx: Database,
  texts: readonly string[],
  maxWords: number,
): Promise<TypedWord[][]> {
  const { rows } = await sql<TypedWord & { number: number }>`
    SELECT a.number::int, t.word,
      ARRAY(SELECT w.word FROM search_words w WHERE w.stems && search_stems(t.word) AND w.word <> t.word LIMIT 20) AS forms,
      '{}' IN (ts_lexize('english_stem', t.word), ts_lexize('german_stem', t.word), ts_lexize('french_stem', t.word),
        ts_lexize('spanish_stem', t.word), ts_lexize('portuguese_stem', t.word)) AS "isFiller"
    FROM unnest(${[...texts]}::text[]) WITH ORDINALITY AS a (text, number), LATERAL (
      SELECT word, min(place) AS place FROM search_parts(search_fold(a.text)) AS p,
        unnest(p.words || ARRAY(SELECT pair FROM unnest(p.pairs) AS pair
          WHERE pair ~ ${`^${unspaced}$`} AND pair !~ ${formingPairs})) WITH ORDINALITY AS u (word, place)
        GROUP BY word ORDER BY min(place) LIMIT ${maxWords}) t
    ORDER BY a.number, t.place`.execute(tx);
  const words = texts.map((): TypedWord[] => []);
  for (const { number, ...word } of rows) words[number - 1]?.push(word);
  return words;
}

/**
 * Returns an index query for each word: any of its forms, and similar words that the viewer may read somewhere.
 * @param isLastOpen the last word is still being typed, so words that start with it match, too
 * @param only the kinds of entries whose words count; all by default
 * @param suspects the words that may be misspelt; all by default
 */
export async function queriesOfWords(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  {
    typed,
    isLastOpen,
    only,
    suspects = typed,
  }: {
    typed: readonly TypedWord[];
    isLastOpen: boolean;
    only?: readonly EntrySource[];
    suspects?: readonly TypedWord[];
  },
): Promise<string[]> {
  const isReadable = await wordsReadable(context, tx, viewer, nothingAsked, only);
  const unknown = await unknownWords(tx, suspects.map(({ word }) => word).filter(isCorrectable), isReadable);
  return Promise.all(
    typed.map(async ({ word, forms, synonyms }, index) => {
      const isOpen = isLastOpen && index === typed.length - 1 && [...word].length >= 3;
      const meant = isOpen || !unknown.has(word) ? [] : await wordsFurther(tx, word, isReadable, 2);
      const together = [...groupDigits(word).map(({ words }) => words), ...(synonyms?.phrases ?? [])];
      return [
        anyWord([word, ...forms, ...meant, ...(synonyms?.words ?? [])]),
        ...together.map((words) => `(${words.map(quoteLexeme).join(" & ")})`),
        ...(isOpen ? [`${quoteLexeme(word)}:*`] : []),
      ].join(" | ");
    }),
  );
}

/** A query without filters: everything that the viewer may read. */
export const nothingAsked: Asked = {
  terms: [],
  excluded: [],
  phrase: "",
  hasFile: false,
  hasLink: false,
  isStarred: false,
};

/** Returns those of the words that are in nothing that the viewer may read. */
async function unknownWords(
  tx: Database,
  words: readonly string[],
  isReadable: (word: RawBuilder<string>) => RawBuilder<SqlBool>,
): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const { rows } = await sql<{ word: string }>`
    SELECT t.word FROM unnest(${[...words]}::text[]) AS t (word)
    WHERE NOT (EXISTS (SELECT FROM search_words w WHERE w.word = t.word COLLATE "C") AND ${isReadable(sql`t.word`)})`.execute(
    tx,
  );
  return new Set(rows.map(({ word }) => word));
}
