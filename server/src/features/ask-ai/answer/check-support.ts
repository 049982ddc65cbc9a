import { citedIn } from "./citations.ts";
import { areFiguresIn, readFigures } from "./figures.ts";

/** Words that hardly any sentence of a language is without, folded. */
const commonWords = {
  en: "the of and to in is are was were be been it its this that these those for on with as at by from or an you your we our they their he she may can must will has have had do does not no yes if when who what which there here so then than also only but about into after before all any each more most other some such",
  de: "der die das den dem des ein eine einen einem einer eines und oder ist sind war waren wird werden wurde wurden nicht kein keine keinen mit von vom zu zum zur fur auf an am im in aus bei bis nach vor uber unter durch ohne um als wie wenn dass weil auch nur noch schon sich sie er es wir ihr ihre ihren man kann konnen darf durfen muss mussen soll sollen hat haben sein seine dieser diese dieses jede jeder jedes alle wer was wann wo ja nein gibt bitte",
  fr: "le la les un une des du de et ou est sont pas ne que qui dans pour sur avec par au aux ce cette ces il elle ils nous vous leur leurs son sa ses peut doit plus",
  es: "el la los las un una unos unas de del y o es son no que en para por con se su sus al este esta estos puede debe mas como pero",
  pt: "o a os as um uma de do da dos das e ou nao que em no na nos nas para por com se seu sua ao pode deve mais como mas sao",
} as const;

type Language = keyof typeof commonWords;

const sets = Object.entries(commonWords).map(([language, words]) => ({
  language: language as Language,
  words: new Set<string>(words.split(" ")),
}));

/** Returns the language that most of the common words of a text are of; undefined if it has none, or as many of two. */
function languageOf(words: readonly string[]): Language | undefined {
  const [first, second] = sets
    .map(({ language, words: common }) => ({
      language,
      count: words.filter((word) => common.has(word)).length,
    }))
    .toSorted((a, b) => b.count - a.count);
  return first && first.count > (second?.count ?? 0) ? first.language : undefined;
}

/** Returns whether a word only forms a sentence of a language. */
function isCommonWord(word: string, language: Language): boolean {
  return sets.some((one) => one.language === language && one.words.has(word));
}

/** A source that the sentences of an answer are checked against. */
export interface SourceText {
  text: string;
  /** The author and the time of writing. They support only sentences about the writing. */
  origin: string;
  /** The people that are named in its facts. */
  names: readonly string[];
}

/** A sentence up to its end, with the citations behind it. */
const sentence = /.+?(?:[.!?…。！？](?:\s*\[\d+\])*(?=\s+[\p{Lu}\d"“(]|\s*$)|[。！？](?:\s*\[\d+\])*|$)/gu;
const name = /\p{Lu}[\p{L}\p{N}]+/gu;
/** The number or bullet of a list item, which is not part of its text. */
const listMark = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;
/** Sentences that need no source: they say that the passages have no answer, ask something, or introduce a list. */
const needsNone =
  /[?:？：]\s*$|\b(?:not|cannot|n't|no|none|nothing|nicht|nichts|kein|keine|keinen|keiner|leider|pas|rien|aucun|aucune|ningun|ninguna|nada|nao)\b|n't\b/;
/** A sentence about who wrote something, or when. */
const isOfWriting =
  /\b(?:creat|writ|wrote|author|publish|post|ask|suggest|propos|report|upload|add|open|rais|said|says|mention|erstell|schrieb|geschrieb|verfass|veroffentlich|frag|vorgeschlag|gemeldet|hochgeladen|sagt|angelegt)/;
/** The share of the significant words of a sentence that its source must contain. */
const leastShare = 1 / 3;

/**
 * Adds `[?]` to each sentence that has no source, and to each whose source lacks one of its names or numbers, or most of
 * its words. A sentence without a citation counts as part of the next sentence with one in the same paragraph. This does
 * not check the meaning of a sentence: the reader compares it with the source next to it.
 * @param sources as the model was given them
 * @param known the words of the question, which need no source
 */
export function markUnsupported(text: string, sources: readonly SourceText[], known: string): string {
  const checked = sources.map(readSource);
  const people = new Set(sources.flatMap(({ names }) => names.flatMap((one) => wordsIn(fold(one)))));
  const check = { sources: checked, people, known: fold(known) };
  let isCode = false;
  return text
    .split("\n")
    .map((line) => {
      if (line.trimStart().startsWith("```")) isCode = !isCode;
      else if (!isCode) return markLine(line, check);
      return line;
    })
    .join("\n");
}

interface Check {
  sources: readonly { text: string; origin: string }[];
  /** Words of the names of people, folded. */
  people: ReadonlySet<string>;
  known: string;
}

const readSource = ({ text, origin, names: _names }: SourceText) => ({
  text: fold(text),
  origin: fold(origin),
});

function markLine(line: string, check: Check): string {
  const mark = listMark.exec(line)?.[0] ?? "";
  const sentences = line.slice(mark.length).match(sentence) ?? [];
  const marked = sentences
    .map((part, place) => {
      const cited = citedIn(sentences.slice(place).find((one) => citedIn(one).length > 0) ?? "");
      return isSupported(part, cited, check) ? part : markEnd(part);
    })
    .join("");
  return mark + marked;
}

function isSupported(part: string, cited: readonly number[], { sources, people, known }: Check): boolean {
  const bare = part.replace(/\[\d+\]/g, "");
  const folded = fold(bare);
  const words = wordsIn(folded);
  if (words.length === 0) return true;
  if (cited.length === 0) return needsNone.test(folded);
  const given = cited.flatMap((number) => sources[number - 1] ?? []);
  const source = given
    .map(({ text, origin }) => (isOfWriting.test(folded) ? `${text}\n${origin}` : text))
    .join("\n");
  const withKnown = `${source}\n${known}`;
  if (!areFiguresIn(folded, readFigures(withKnown))) return false;
  const sourceWords = wordsIn(source);
  const language = languageOf(words);
  const namedWords = new Set(wordsIn(withKnown));
  if (words.some((word) => people.has(word) && !namedWords.has(word))) return false;
  // In German every noun is written with a capital, so that a name cannot be told by it.
  if (language !== "de" && !areNamesIn(bare, withKnown)) return false;
  if (language === undefined || language !== languageOf(sourceWords)) return true;
  const telling = words.filter(
    (word) => word.length >= 3 && !isCommonWord(word, language) && !/^\d+$/.test(word),
  );
  const found = telling.filter((word) => isWordIn(word, source, sourceWords));
  return telling.length === 0 || found.length >= leastShare * telling.length;
}

function areNamesIn(bare: string, source: string): boolean {
  // The first word is written large in any sentence.
  const later = bare.trimStart().replace(/^\P{L}*\p{L}+/u, "");
  return (later.match(name) ?? []).every((one) => source.includes(fold(one)) || isMonthIn(fold(one), source));
}

const months = "january february march april may june july august september october november december".split(
  " ",
);

/** Facts have days as 2031-05-06, and sentences as 6 May 2031. */
function isMonthIn(word: string, source: string): boolean {
  const number =
    months.findIndex((month) => month === word || (word.length === 3 && month.startsWith(word))) + 1;
  return number > 0 && new RegExp(`\\d{4}-${String(number).padStart(2, "0")}-\\d{2}`).test(source);
}

/** A longer word may have another ending, or be a part of a longer one. */
function isWordIn(word: string, source: string, words: readonly string[]): boolean {
  if (word.length <= 4) return words.some((one) => one.startsWith(word) && one.length <= word.length + 2);
  return source.includes(word.slice(0, Math.max(4, Math.ceil(word.length * 0.7))));
}

function markEnd(part: string): string {
  const end = part.trimEnd();
  return `${end}[?]${part.slice(end.length)}`;
}

function wordsIn(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
