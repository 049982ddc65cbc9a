import { threadContextLength, threadQuoteMaxLength } from "@atoll/contract/comments/limits";
import type { CommentWords } from "@atoll/contract/comments/schemas";

/** A range of a text, in UTF-16 units. */
export interface Span {
  from: number;
  to: number;
}

/** A text in which words are looked for. Spaces are left out: the editor and the page break the same text differently. */
export interface SearchedText {
  squeezed: string;
  /** The place in the text of each unit of `squeezed`. */
  places: Uint32Array;
}

const isSpace = (unit: string) => /[\s\u200b\u2060\ufeff]/.test(unit);
const squeeze = (text: string) => text.replace(/[\s\u200b\u2060\ufeff]+/g, "");

/** The most occurrences of equal quotes that are compared. */
const mostOccurrences = 500;
/** So many units of context have to be the same where a quote is found. */
const neededContext = 8;
/** Where a text has a quote more than once, so many have to be the same on each side. */
const neededOnEachSide = 4;
/** A quote of this length that the text has once needs no context. */
const tellingLength = 12;
/** So much of the context has to be the same where the words themselves were edited. */
const frameLength = 16;

/** Prepares a text for `placeWords`. Do it once for all words that are looked for. */
export function searchText(text: string): SearchedText {
  const places = new Uint32Array(text.length);
  const runs: string[] = [];
  let length = 0;
  for (const { 0: run, index } of text.matchAll(/[^\s\u200b\u2060\ufeff]+/g)) {
    runs.push(run);
    for (let at = 0; at < run.length; at += 1) places[length + at] = index + at;
    length += run.length;
  }
  return { squeezed: runs.join(""), places };
}

/**
 * Returns where a text has the words of a thread: where the quote has most of the context that it had; or, where the words
 * were edited, what is now between the same surroundings. Null if they were removed. Linear in the text.
 */
export function placeWords({ squeezed, places }: SearchedText, words: CommentWords): Span | null {
  const [quote, prefix, suffix] = [words.quote, words.prefix, words.suffix].map(squeeze);
  if (!quote || prefix === undefined || suffix === undefined) return null;
  const found = findQuote(squeezed, quote, prefix, suffix) ?? findFrame(squeezed, quote, prefix, suffix);
  if (!found) return null;
  return { from: places[found.from] ?? 0, to: (places[found.to - 1] ?? 0) + 1 };
}

/** Returns `placeWords` for texts that are mostly the same as before: it looks once for the same words in the same text. */
export function createWordFinder(): (text: string, words: CommentWords) => Span | null {
  let searched: { text: string; all: SearchedText; found: WeakMap<CommentWords, Span | null> } | undefined;
  return (text, words) => {
    if (searched?.text !== text) searched = { text, all: searchText(text), found: new WeakMap() };
    const { all, found } = searched;
    const known = found.get(words);
    if (known !== undefined) return known;
    const span = placeWords(all, words);
    found.set(words, span);
    return span;
  };
}

function findQuote(text: string, quote: string, prefix: string, suffix: string): Span | undefined {
  let [best, most, count, isFramed] = [-1, -1, 0, false];
  for (
    let at = text.indexOf(quote);
    at >= 0 && count < mostOccurrences;
    at = text.indexOf(quote, at + 1), count += 1
  ) {
    const [before, after] = [sameBefore(text, at, prefix), sameAfter(text, at + quote.length, suffix)];
    if (before + after <= most) continue;
    [best, most] = [at, before + after];
    isFramed =
      before >= Math.min(neededOnEachSide, prefix.length) &&
      after >= Math.min(neededOnEachSide, suffix.length);
  }
  const context = prefix.length + suffix.length;
  const isSure =
    (count === 1 && quote.length >= tellingLength) ||
    (context > 0 && most >= Math.min(neededContext, context) && (count === 1 || isFramed));
  return best >= 0 && isSure ? { from: best, to: best + quote.length } : undefined;
}

/** The words between the context before and after them. */
function findFrame(text: string, quote: string, prefix: string, suffix: string): Span | undefined {
  const [before, after] = [prefix.slice(-frameLength), suffix.slice(0, frameLength)];
  if (before.length < neededContext || after.length < neededContext) return undefined;
  const longest = quote.length * 3 + 40;
  let best: Span | undefined;
  let [most, count] = [-1, 0];
  for (
    let at = text.indexOf(before);
    at >= 0 && count < mostOccurrences;
    at = text.indexOf(before, at + 1), count += 1
  ) {
    const from = at + before.length;
    const length = text.slice(from, from + longest + after.length).indexOf(after);
    const score = length < 0 ? -1 : sameBefore(text, from, prefix) + sameAfter(text, from + length, suffix);
    if (score > most) [best, most] = [{ from, to: from + length }, score];
  }
  // Nothing between them: the words were deleted.
  return best && best.to > best.from ? best : undefined;
}

/** How many units before a place are the same as at the end of the context. */
function sameBefore(text: string, at: number, context: string): number {
  let length = 0;
  while (length < context.length && text[at - 1 - length] === context[context.length - 1 - length])
    length += 1;
  return length;
}

function sameAfter(text: string, at: number, context: string): number {
  let length = 0;
  while (length < context.length && text[at + length] === context[length]) length += 1;
  return length;
}

/** Returns the words in a range with what is around them. Null for a range of spaces. */
export function describeWords(text: string, { from, to }: Span): CommentWords | null {
  let [start, end] = [wholeBefore(text, from), Math.min(to, text.length)];
  while (start < end && isSpace(text.charAt(start))) start += 1;
  end = wholeBefore(text, Math.min(end, start + threadQuoteMaxLength));
  while (end > start && isSpace(text.charAt(end - 1))) end -= 1;
  if (start === end) return null;
  return {
    quote: text.slice(start, end),
    prefix: text.slice(wholeAfter(text, Math.max(0, start - threadContextLength)), start),
    suffix: text.slice(end, wholeBefore(text, end + threadContextLength)),
  };
}

/** The server replaces halves of a surrogate pair, and they would never be found again. */
const isInPair = (text: string, at: number) => at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
const wholeBefore = (text: string, at: number) => (isInPair(text, at) ? at - 1 : at);
const wholeAfter = (text: string, at: number) => (isInPair(text, at) ? at + 1 : at);
