import type { Database } from "../../../tables.ts";
import { findSynonyms } from "../synonyms/find-synonyms.ts";
import { foldWords, foldWordsOfEach, type TypedWord } from "../typed-words.ts";

const maxTypedWords = 40;
const maxWords = 14;
/** The digits of a number in groups of three. */
const grouped = /(?<![\d.,])\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+(?!\d)/g;
/** Words that form a question and are rare in texts, so that the index would take them for significant ones. */
const askingWords = new Set(
  (
    "find show tell give know explain please somebody someone anybody anyone happen happens get gets much many long " +
    "may might must shall could would want next"
  ).split(" "),
);
/** Returns the words to search for. A question with only filler words keeps them. */
export async function wordsOf(
  tx: Database,
  { question, earlier }: { question: string; earlier: readonly string[] },
): Promise<TypedWord[]> {
  const own = tellingWords(await foldWords(tx, joinDigits(question), maxTypedWords));
  const last = earlier.at(-1);
  if (last === undefined || own.length > 2) return withSynonyms(tx, own.slice(0, maxWords));
  const before = tellingWords(await foldWords(tx, joinDigits(last), maxTypedWords));
  const added = before.filter(({ word }) => !own.some((one) => one.word === word));
  return withSynonyms(tx, [...own, ...added].slice(0, maxWords));
}

/** Returns a question with "128400" for "128,400": a number is one word, however its digits are grouped. */
function joinDigits(question: string): string {
  return question.replace(grouped, (number) => number.replace(/\D/g, ""));
}

async function withSynonyms(tx: Database, words: readonly TypedWord[]): Promise<TypedWord[]> {
  const synonyms = await findSynonyms(tx, words);
  return words.map((word) => ({ ...word, synonyms: synonyms.get(word.word) }));
}

/** Returns the significant words of each of these questions. */
export async function significantWordsOfEach(
  tx: Database,
  questions: readonly string[],
): Promise<TypedWord[][]> {
  const words = await foldWordsOfEach(tx, questions, maxTypedWords);
  return words.map((ofOne) => tellingWords(ofOne).slice(0, maxWords));
}

function tellingWords(words: readonly TypedWord[]): TypedWord[] {
  const telling = words.filter(({ word, isFiller }) => !isFiller && !askingWords.has(word));
  return telling.length > 0 ? telling : [...words];
}
