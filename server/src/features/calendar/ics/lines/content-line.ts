/** A property of iCalendar: its name in upper case, its parameters by upper-case name, and its value as it is written. */
export interface ContentLine {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

const escaped: Readonly<Record<string, string>> = { "^n": "\n", "^'": '"', "^^": "^" };
/** A list of times, days, periods or lengths. */
const times = /^[\dTZtz,/+\-PWDHMSpwdhms: ]*$/;

/**
 * Reads a line as far as it can be read: parameters may be quoted or not, may hold commas, and may be empty. Undefined
 * if the line has no name or no value.
 */
export function readContentLine(line: string): ContentLine | undefined {
  const [name] = /^[\w.-]+/.exec(line) ?? [];
  const colon = name === undefined ? -1 : valueAt(line, name.length);
  if (name === undefined || colon < 0 || !/[;:]/.test(line[name.length] ?? "")) return undefined;
  const parameters = new Map<string, string>();
  for (const text of splitOutsideQuotes(line.slice(name.length, colon))) {
    const equals = text.indexOf("=");
    const key = text.slice(0, Math.max(equals, 0)).trim().toUpperCase();
    if (key !== "" && !parameters.has(key)) parameters.set(key, unquoted(text.slice(equals + 1)));
  }
  return { name: name.toUpperCase(), parameters, value: line.slice(colon + 1) };
}

/** Returns where the colon before the value is: the first outside quotes, or the first if a quote never ends. */
function valueAt(line: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === ":" && !isQuoted) return withoutOwnColon(line, at);
  }
  return line.indexOf(":", from);
}

/** Returns a later colon for a zone whose name has one and is not quoted: "TZID=(UTC-03:00) Recife:20260202T090000". */
function withoutOwnColon(line: string, colon: number): number {
  if (!/^(?:DTSTART|DTEND|RECURRENCE-ID|RDATE|EXDATE)\b/i.test(line)) return colon;
  const last = line.lastIndexOf(":");
  return last > colon && !times.test(line.slice(colon + 1)) && times.test(line.slice(last + 1))
    ? last
    : colon;
}

function splitOutsideQuotes(text: string): string[] {
  const pieces: string[] = [];
  let [from, isQuoted] = [0, false];
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (at < text.length && (text[at] !== ";" || isQuoted)) continue;
    pieces.push(text.slice(from, at));
    from = at + 1;
  }
  return pieces;
}

function unquoted(text: string): string {
  return text
    .replaceAll('"', "")
    .trim()
    .replace(/\^[n'^]/g, (mark) => escaped[mark] ?? mark);
}

/** Returns a value of the type TEXT without its escapes. */
export function readText(value: string): string {
  return value.replace(/\\([\\;,:"nN])/g, (_, mark: string) => (mark === "n" || mark === "N" ? "\n" : mark));
}

/** Returns a value of the type DURATION in milliseconds, or undefined for an invalid one, such as "P". */
export function readDuration(value: string): number | undefined {
  const [all, sign, weeks, days, hours, minutes, seconds] =
    /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i.exec(
      value.trim(),
    ) ?? [];
  if (all === undefined || [weeks, days, hours, minutes, seconds].every((part) => part === undefined))
    return undefined;
  const count = (part: string | undefined, size: number) => Number(part ?? 0) * size;
  const total =
    count(weeks, 604_800) + count(days, 86_400) + count(hours, 3600) + count(minutes, 60) + count(seconds, 1);
  return (sign === "-" ? -total : total) * 1000;
}
