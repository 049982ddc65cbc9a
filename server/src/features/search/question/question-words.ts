import type { Database } from "../../../tables.ts";
import { foldWords, foldWordsOfEach, type TypedWord } from "../typed-words.ts";

const maxTypedWords = 40;
const maxWords = 14;
/** Words that form a question and are rare in texts, so that the index would take them for significant ones. */
const askingWords = new Set(
  "find show tell give know explain please somebody someone anybody anyone happen happens".split(" "),
);
/** Returns the words to search for. A question with only filler words keeps them. */
export async function wordsOf(
  tx: Database,
  { question, earlier }: { question: string; earlier: readonly string[] },
): Promise<TypedWord[]> {
  const own = tellingWords(await foldWords(tx, question, maxTypedWords));
  const last = earlier.at(-1);
  if (last === undefined || own.length > 2) return own.slice(0, maxWords);
  const before = tellingWords(await foldWords(tx, last, maxTypedWords));
  const added = before.filter(({ word }) => !own.some((one) => one.word === word));
  return [...own, ...added].slice(0, maxWords);
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
