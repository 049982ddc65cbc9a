import { uuidSource } from "@atoll/contract/uuid";
import { answerLine } from "../../../platform/mail/render-mail.ts";

/** The line on top of our mails. Mail programs may break it, and put signs of quotes into it. */
const ourLine = new RegExp(answerLine.split(" ").join("[\\s>*_]+"), "i");
/** An address that works for one person, as text and in links. */
const ownAddress = /(?:\+|%2b)(?:r[a-z]|b)[a-z2-7]{45}(?![a-z2-7])/i;
/** The secret of a link to stop a kind of mail. */
const stopSecret = new RegExp(`${uuidSource}\\.[a-z]{1,20}\\.[\\w-]{43}`, "i");
/** `From: Ana` and the like, in any language. */
const headerLine = /^[\s>*]{0,20}[^\s:@][^:@]{0,30}[:：]/;
const dividingLine = /^[\s>]*[_-]{5,}|^[\s>]*-{2,12} ?\S[^-]{2,60} ?-{2,12}$/;
/** A few lines in a language that nobody knows, such as "On Monday at 9:00, Atoll <atoll@example.com> wrote:". */
const mostAttributionLines = 3;
const mostHeaderLines = 8;
const longestLine = 400;

/**
 * Returns what a person wrote into an answer: without the mail of ours that it quotes, and without a signature. Other
 * quotes stay, and so does everything that only looks like the end of a text.
 */
export function withoutOurMail(text: string): string {
  const found = [ourLine, ownAddress]
    .map((mark) => text.search(mark))
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
  const [place] = found;
  if (place === undefined) return withoutLastQuote(withoutSignature(text.split("\n")).split("\n"));
  const lines = text.split("\n");
  const first = text.slice(0, place).split("\n").length - 1;
  const before = lines.slice(0, beginningOfQuote(lines, first));
  return [before, writtenBelow(lines, first)]
    .map((part) => withoutSignature(part).trim())
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Returns the lines below a quote of which each line has the sign of quotes. A blank line has to be between them. */
function writtenBelow(lines: readonly string[], first: number): string[] {
  if (!isQuoted(lines[first])) return [];
  const rest = lines.slice(lines.findLastIndex(isQuoted) + 1);
  return rest[0]?.trim() === "" ? rest : [];
}

/** Without a quote at the end, if the line before it names who wrote it and when. */
function withoutLastQuote(lines: readonly string[]): string {
  const last = lines.findLastIndex((line) => !isQuoted(line) && line.trim() !== "");
  const beginning = lines.slice(last + 1).some(isQuoted) ? beginningOfQuote(lines, last + 1) : lines.length;
  return (beginning <= last ? withoutSignature(lines.slice(0, beginning)) : lines.join("\n")).trim();
}

/** Returns where what a mail program wrote above a quote begins: lines of a head, or of who wrote it and when. */
function beginningOfQuote(lines: readonly string[], first: number): number {
  let end = first;
  while (end > 0 && isBlank(lines[end - 1])) end -= 1;
  let begin = end;
  while (begin > end - mostHeaderLines && headerLine.test(lineAt(lines, begin - 1))) begin -= 1;
  // The topmost line of a head has the address of its sender, and what a person wrote may be right above it.
  const from = lines.slice(begin, end).findIndex((line) => line.includes("@"));
  if (end - begin >= 2) begin = from >= 0 ? begin + from : begin;
  else begin = beginningOfAttribution(lines, end);
  let divided = begin;
  while (divided > 0 && isBlank(lines[divided - 1])) divided -= 1;
  return dividingLine.test(lineAt(lines, divided - 1)) ? divided - 1 : begin;
}

function beginningOfAttribution(lines: readonly string[], end: number): number {
  if (!/[:：]\s*$/.test(lineAt(lines, end - 1))) return end;
  for (let begin = end - 1; begin >= Math.max(0, end - mostAttributionLines); begin -= 1) {
    const said = lines
      .slice(begin, end)
      .map((line) => line.slice(0, longestLine))
      .join(" ");
    const namesItsTime = said.includes("@") && /\d/.test(said);
    if (namesItsTime && (begin === 0 || isBlank(lines[begin - 1]) || /\d/.test(lineAt(lines, begin))))
      return begin;
    if (isBlank(lines[begin])) return end;
  }
  return end;
}

/** Lines that mail apps write, each the last one of a mail. */
const appLine =
  /^(?:(?:sent from|get) (?:my )?(?:iphone|ipad|android|galaxy|samsung|outlook for|mail for windows|yahoo mail|proton ?mail|k-9 mail|fairmail)|von meinem \S{1,40}(?: \S{1,40})? gesendet$|gesendet mit der \S{1,40} mail app|envoyé de mon (?:iphone|ipad)|enviado desde mi (?:iphone|ipad)|inviato da (?:iphone|ipad)|verstuurd vanaf mijn (?:iphone|ipad)|sendt fra min (?:iphone|ipad)|skickat från min (?:iphone|ipad)|wysłane z (?:iphone|ipad))/i;
const mostSignatureLines = 8;
const longestSignatureLine = 100;

/** Without what follows "-- ", if it is short enough for a signature, and without the line of a mail app at the end. */
export function withoutSignature(lines: readonly string[]): string {
  const divider = lines.findLastIndex((line) => line.replace(/\r$/, "") === "-- ");
  const below = lines.slice(divider + 1).filter((line) => !isBlank(line));
  const isSignature =
    divider >= 0 &&
    below.length <= mostSignatureLines &&
    below.every(({ length }) => length <= longestSignatureLine);
  const kept = isSignature ? lines.slice(0, divider) : [...lines];
  const last = kept.findLastIndex((line) => !isBlank(line));
  const line = lineAt(kept, last).trim();
  const isOfApp = last >= 0 && line.length <= longestSignatureLine && appLine.test(line);
  return kept.slice(0, isOfApp ? last : undefined).join("\n");
}

/** Without secrets of ours: who has one can answer in a person's name, or stop their mails. */
export function withoutSecrets(text: string): string {
  return [ownAddress, stopSecret].reduce((rest, secret) => rest.replace(new RegExp(secret, "gi"), "…"), text);
}

/** Returns whether an attached mail is one of ours. */
export function isOurMail(content: Uint8Array): boolean {
  const text = Buffer.from(content)
    .toString("latin1")
    .replace(/=\r?\n/g, "");
  return ourLine.test(text) || ownAddress.test(text) || stopSecret.test(text);
}

const isQuoted = (line = "") => /^\s{0,3}>/.test(line);
const isBlank = (line = "") => /^[\s>*]*$/.test(line);

/** Only the beginning of a line is looked at, so that long ones take no longer. */
function lineAt(lines: readonly string[], place: number): string {
  const line = lines[place] ?? "";
  return line.length > longestLine ? line.slice(0, longestLine) : line;
}
