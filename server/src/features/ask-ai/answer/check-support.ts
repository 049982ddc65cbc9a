import { citedIn } from "./citations.ts";

/** A sentence up to its end, with the citations behind it. */
const sentence = /.+?(?:[.!?…](?:\s*\[\d+\])*(?=\s+[\p{Lu}\d"“(]|\s*$)|$)/gu;
const name = /\p{Lu}[\p{L}\p{N}]+/gu;
const figure = /\d+/g;
/** The number or bullet of an item: not part of what it says. */
const listMark = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;

/**
 * Puts `[?]` behind each sentence with a name or a number that the passages it cites do not have. A sentence without a
 * citation counts as part of the next one that has one in the same paragraph. It does not judge what a sentence says
 * about them: that remains for the reader, who has the source next to it.
 * @param passages as the model was given them
 * @param known words that the asker brought: the question
 */
export function markUnsupported(text: string, passages: readonly string[], known: string): string {
  const folded = passages.map(fold);
  const knownText = fold(known);
  let isCode = false;
  return text
    .split("\n")
    .map((line) => {
      if (line.trimStart().startsWith("```")) isCode = !isCode;
      else if (!isCode) return markLine(line, folded, knownText);
      return line;
    })
    .join("\n");
}

function markLine(line: string, passages: readonly string[], known: string): string {
  const mark = listMark.exec(line)?.[0] ?? "";
  const sentences = line.slice(mark.length).match(sentence) ?? [];
  const sources = sentences.map((_part, place) => {
    const rest = sentences.slice(place).find((one) => citedIn(one).length > 0);
    return citedIn(rest ?? "")
      .map((number) => passages[number - 1] ?? "")
      .join("\n");
  });
  const marked = sentences
    .map((part, place) => (isSupported(part, `${sources[place]}\n${known}`) ? part : markEnd(part)))
    .join("");
  return mark + marked;
}

function isSupported(part: string, source: string): boolean {
  const bare = part.replace(/\[\d+\]/g, "");
  const figures = new Set((source.match(figure) ?? []).map(Number));
  if ((bare.match(figure) ?? []).some((one) => !figures.has(Number(one)))) return false;
  // The first word is written large in any sentence.
  const later = bare.trimStart().replace(/^\P{L}*\p{L}+/u, "");
  return (later.match(name) ?? []).every((one) => source.includes(fold(one)));
}

function markEnd(part: string): string {
  const end = part.trimEnd();
  return `${end}[?]${part.slice(end.length)}`;
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
