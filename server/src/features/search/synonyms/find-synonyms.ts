import { sql } from "kysely";
import { fold } from "../../../platform/search/fold.ts";
import type { Database } from "../../../tables.ts";
import { builtInGroups } from "./word-lists.ts";

/** Other words for one word: single words in every form that a text has, and several words that belong together. */
export interface Synonyms {
  words: string[];
  phrases: string[][];
}

const mostForms = 12;
const builtIn = Object.values(builtInGroups).flat();

/**
 * Returns the synonyms of words, by word: from the lists of the languages, and from the company's own.
 * @param words folded, each with its other forms
 */
export async function findSynonyms(
  tx: Database,
  words: readonly { word: string; forms: readonly string[] }[],
): Promise<ReadonlyMap<string, Synonyms>> {
  if (words.length === 0) return new Map();
  const groups = [...builtIn, ...(await selectCompanyGroups(tx)).map((group) => group.map(fold))];
  const alike = new Map(words.map(({ word, forms }) => [word, othersOf(groups, [word, ...forms])]));
  const single = [...new Set([...alike.values()].flat().filter((one) => !/[^\p{L}\p{N}]/u.test(one)))];
  const formsOf = await selectForms(tx, single);
  return new Map(
    [...alike].map(([word, others]) => [
      word,
      {
        words: [...new Set(others.flatMap((one) => formsOf.get(one) ?? []))].filter((one) => one !== word),
        phrases: others.filter((one) => !formsOf.has(one)).map((one) => one.split(/[^\p{L}\p{N}]+/u)),
      },
    ]),
  );
}

/** Returns the company's own groups of words with the same meaning. */
async function selectCompanyGroups(tx: Database): Promise<string[][]> {
  const row = await tx.selectFrom("search_synonyms").select("groups").executeTakeFirst();
  return row?.groups ?? [];
}

function othersOf(groups: readonly (readonly string[])[], forms: readonly string[]): string[] {
  const own = new Set(forms);
  const others = groups.filter((group) => group.some((one) => own.has(one))).flat();
  return [...new Set(others)].filter((one) => !own.has(one));
}

async function selectForms(tx: Database, words: readonly string[]): Promise<Map<string, string[]>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; forms: string[] }>`
    SELECT s.word, ARRAY(SELECT w.word FROM search_words w WHERE w.stems && search_stems(s.word) LIMIT ${sql.lit(mostForms)}) AS forms
    FROM unnest(${[...words]}::text[]) AS s (word)`.execute(tx);
  return new Map(rows.map(({ word, forms }) => [word, [...new Set([word, ...forms])]]));
}
