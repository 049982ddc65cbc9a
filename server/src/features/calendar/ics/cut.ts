import { maxIcsEvents } from "@atoll/contract/calendar/ics-limits";
import { IcsRefusal } from "./ics-refusal.ts";

/** A file cut into parts that are parsed separately, so that a part that cannot be read does not spoil the others. */
export interface CutCalendar {
  /** The calendar's own lines, keyed by upper-case name. */
  own: ReadonlyMap<string, string>;
  /** Lines without folds, from BEGIN to END. */
  events: string[][];
  zones: string[][];
}

const deepest = 6;
const longestLine = 200_000;
const mostLines = 400_000;
/** Changed occurrences of a series are events of their own in a file. */
const mostParts = maxIcsEvents * 3;
/** There are about 400 time zones in the world. */
const mostZones = 500;

/**
 * Cuts a file into its events and time zones in one pass.
 * @throws {IcsRefusal}
 */
export function cutCalendar(text: string): CutCalendar {
  const own = new Map<string, string>();
  const cut: CutCalendar = { own, events: [], zones: [] };
  const open: string[] = [];
  let part: string[] | undefined;
  let isCalendar = false;
  for (const line of unfolded(text)) {
    const [begins, ends] = [nameAfter(line, "BEGIN:"), nameAfter(line, "END:")];
    if (begins !== undefined) {
      open.push(begins);
      if (open.length > deepest) throw new IcsRefusal("ics_too_much", "nested too deeply");
      if (open.length === 1 && begins === "VCALENDAR") isCalendar = true;
      if (open.length === 2) part = partOf(cut, begins);
    }
    part?.push(line);
    if (open.length === 1 && begins === undefined && ends === undefined) keepOwn(own, line);
    if (ends === undefined) continue;
    if (open.pop() !== ends) throw new IcsRefusal("ics_unreadable", "parts end that did not begin");
    if (open.length < 2) part = undefined;
  }
  if (!isCalendar || open.length > 0) throw new IcsRefusal("ics_unreadable", "no whole calendar");
  return cut;
}

function partOf(cut: CutCalendar, name: string): string[] | undefined {
  const list = { VEVENT: cut.events, VTIMEZONE: cut.zones }[name];
  if (!list) return undefined;
  const part: string[] = [];
  list.push(part);
  if (list.length > mostParts || cut.zones.length > mostZones)
    throw new IcsRefusal("ics_too_much", "too many parts");
  return part;
}

function keepOwn(own: Map<string, string>, line: string): void {
  const end = line.search(/[:;]/);
  const value = line.indexOf(":");
  if (end > 0 && value > 0 && own.size < 100)
    own.set(line.slice(0, end).toUpperCase(), line.slice(value + 1));
}

function nameAfter(line: string, word: string): string | undefined {
  return line.slice(0, word.length).toUpperCase() === word
    ? line.slice(word.length).trim().toUpperCase()
    : undefined;
}

/** Yields the lines of a file without folds. Each is joined once, however often it was folded. */
function* unfolded(text: string): Generator<string> {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  if (lines.length > mostLines) throw new IcsRefusal("ics_too_much", "too many lines");
  let pieces: string[] = [];
  let length = 0;
  for (const line of lines) {
    if (/^[ \t]/.test(line) && pieces.length > 0) {
      length += line.length;
      if (length > longestLine) throw new IcsRefusal("ics_too_much", "a line without end");
      pieces.push(line.slice(1));
      continue;
    }
    if (pieces.length > 0) yield pieces.join("");
    if (line.length > longestLine) throw new IcsRefusal("ics_too_much", "a line without end");
    pieces = line.trim() === "" ? [] : [line];
    length = line.length;
  }
  if (pieces.length > 0) yield pieces.join("");
}
