import { maxIcsEvents } from "@atoll/contract/calendar/ics-limits";
import type { IcsEvent } from "./ics-event.ts";
import { IcsRefusal } from "./ics-refusal.ts";
import { joinTimes } from "./join-times.ts";
import { readContentLine, readText } from "./lines/content-line.ts";
import { type Line, unfold } from "./lines/unfold.ts";
import { noteLoss, type Place, type Report, shownTitle } from "./losses.ts";
import { type ReadEvent, readEvent } from "./read-event.ts";
import { UnknownZone } from "./read-times.ts";
import { createZoneNames } from "./zone-names.ts";

/** A file cut into parts that are read separately, so that a part that cannot be read does not spoil the others. */
interface CutCalendar {
  /** The calendar's own lines, keyed by upper-case name. */
  own: ReadonlyMap<string, string>;
  /** Lines without folds, from BEGIN to END. */
  events: Line[][];
  zones: Line[][];
}

const deepest = 6;
/** Changed occurrences of a series are events of their own in a file. */
const mostParts = maxIcsEvents * 3;
/** There are about 400 time zones in the world. */
const mostZones = 500;
/** Parts that are never within one another, so that the next one ends one without an end. */
const topParts = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY"]);

/**
 * Cuts a file into its events and time zones in one pass. A part without an end goes up to where the next one begins.
 * @throws {IcsRefusal} if nothing of a calendar is in it, or too many parts are.
 */
function cutCalendar(lines: readonly Line[], report: Pick<Report, "losses">): CutCalendar {
  const own = new Map<string, string>();
  const cut: CutCalendar = { own, events: [], zones: [] };
  const open: string[] = [];
  let part: Line[] | undefined;
  let isCalendar = false;
  for (const line of lines) {
    const [begins, ends] = [nameAfter(line.text, "BEGIN:"), nameAfter(line.text, "END:")];
    if (begins !== undefined) {
      const isTop = begins === "VCALENDAR" || topParts.has(begins);
      const unended = isTop ? open.findIndex((name) => begins === "VCALENDAR" || topParts.has(name)) : -1;
      if (unended >= 0) {
        noteLoss(report, "cut_short", placeOf(part, line));
        open.length = unended;
        part = undefined;
      }
      open.push(begins);
      if (open.length > deepest) throw new IcsRefusal("ics_too_much", "nested too deeply");
      if (isTop) isCalendar = true;
      if (topParts.has(begins)) part = partOf(cut, begins);
      if (begins === "VTODO" || begins === "VJOURNAL")
        noteLoss(report, "not_events", { title: "", line: line.number });
    }
    part?.push(line);
    if (open.length === 1 && open[0] === "VCALENDAR" && ends === undefined) keepOwn(own, line.text);
    if (ends === undefined) continue;
    const depth = open.lastIndexOf(ends);
    if (depth < 0) noteLoss(report, "line_unreadable", placeOf(part, line));
    else {
      if (depth < open.length - 1) noteLoss(report, "cut_short", placeOf(part, line));
      open.length = depth;
      if (!open.some((name) => topParts.has(name))) part = undefined;
    }
  }
  if (!isCalendar) throw new IcsRefusal("ics_unreadable", "no calendar");
  if (open.length > 0) noteLoss(report, "cut_short", placeOf(part, lines.at(-1)));
  return cut;
}

function partOf(cut: CutCalendar, name: string): Line[] | undefined {
  const list = { VEVENT: cut.events, VTIMEZONE: cut.zones }[name];
  if (!list) return undefined;
  const part: Line[] = [];
  list.push(part);
  if (list.length > mostParts || cut.zones.length > mostZones)
    throw new IcsRefusal("ics_too_much", "too many parts");
  return part;
}

/** The first calendar of a file names it. */
function keepOwn(own: Map<string, string>, line: string): void {
  const read = readContentLine(line);
  if (read && own.size < 100 && !own.has(read.name)) own.set(read.name, readText(read.value));
}

function nameAfter(line: string, word: string): string | undefined {
  return line.slice(0, word.length).toUpperCase() === word
    ? line.slice(word.length).trim().toUpperCase()
    : undefined;
}

function placeOf(part: readonly Line[] | undefined, line: Line | undefined): Place {
  return { title: part ? titleOf(part) : "", line: line?.number ?? null };
}

/** Returns the title of an event, which may not be readable otherwise. */
function titleOf(lines: readonly Line[]): string {
  const line = lines.find(({ text }) => /^SUMMARY[;:]/i.test(text));
  return shownTitle(readText(readContentLine(line?.text ?? "")?.value ?? ""));
}

/** The contents of a file. */
export interface IcsCalendar extends Report {
  name: string;
  events: IcsEvent[];
  unknownZones: { name: string; events: number }[];
}

export interface IcsReading {
  /** The time zone of times that name none. */
  home: string;
  /** Time zones that the importing person chose for names in the file. */
  zones: Readonly<Record<string, string>>;
  now: Date;
}

/**
 * Reads a calendar file. A property that cannot be read costs only itself, an event only itself; both are listed.
 * @throws {IcsRefusal} if the file is not a calendar, or is too large.
 */
export function readIcs(bytes: Uint8Array, { home, zones, now }: IcsReading): IcsCalendar {
  const report: Report = { skips: [], losses: [] };
  const lines = unfold(bytes);
  for (const line of lines)
    if (line.isWestern) noteLoss(report, "not_utf8", { title: "", line: line.number });
  const cut = cutCalendar(lines, report);
  const names = createZoneNames(cut.zones, { said: zones, home, now });
  const place = { names, home: names(cut.own.get("X-WR-TIMEZONE") ?? "") ?? home };
  const unknown = new Map<string, number>();
  const read: ReadEvent[] = [];
  for (const part of cut.events) {
    const title = titleOf(part);
    const line = part[0]?.number ?? null;
    try {
      const event = readEvent(part, place, (reason, at) =>
        noteLoss(report, reason, { title, line: at ?? line }),
      );
      if (typeof event === "string") report.skips.push({ title, line, reason: event });
      else read.push(event);
    } catch (error) {
      const isZone = error instanceof UnknownZone;
      if (isZone) unknown.set(error.zoneName, (unknown.get(error.zoneName) ?? 0) + 1);
      report.skips.push({ title, line, reason: isZone ? "unknown_zone" : "bad_times" });
    }
  }
  return {
    name: (cut.own.get("X-WR-CALNAME") ?? cut.own.get("NAME") ?? "").toWellFormed().trim().slice(0, 200),
    events: joinTimes(read, report),
    ...report,
    unknownZones: [...unknown].map(([name, events]) => ({
      name: name.toWellFormed().slice(0, 200),
      events,
    })),
  };
}
