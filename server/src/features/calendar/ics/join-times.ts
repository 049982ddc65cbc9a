import { type IcsLossReason, type IcsSkipReason, maxIcsEvents } from "@atoll/contract/calendar/ics-limits";
import type { SeriesRefusal } from "../time/refusal.ts";
import { checkSeries, hasOccurrence, type Series } from "../time/series.ts";
import { splitSeries } from "../time/split-series.ts";
import { readWall, writeWall } from "../time/wall.ts";
import { moveSeries } from "../write/move-series.ts";
import type { IcsEvent, IcsException } from "./ics-event.ts";
import { IcsRefusal } from "./ics-refusal.ts";
import { noteLoss, type Report } from "./losses.ts";
import type { ReadEvent } from "./read-event.ts";
import { type FileTime, occurrenceName } from "./read-times.ts";
import { moveWall } from "./zone-names.ts";

/** Added and removed occurrences that a series can have. */
const mostDays = 1000;

/** A part of a series: "this and following" begins a new one. `renamed` gives an occurrence its name in this part. */
interface Piece {
  from: string;
  event: IcsEvent;
  renamed: (occurrence: string) => string;
}

/** Returns the events of a file, with changed occurrences attached to their series. */
export function joinTimes(read: readonly ReadEvent[], report: Report): IcsEvent[] {
  const joined: Joined = { events: new Map(), report };
  const all = newestOnly(read, report);
  // Two series with the same UID stay separate. One that was left out has no pieces.
  const series = new Map<string, Piece[][]>();
  for (const event of all) {
    if (event.recurrenceId !== null) continue;
    const others = series.get(event.uid);
    const made = keepSeries(joined, event, others ? `${event.uid} ${event.start}` : event.uid);
    const pieces = made ? [{ from: "", event: made, renamed: (name: string) => name }] : [];
    series.set(event.uid, [...(others ?? []), pieces]);
  }
  const named = all.flatMap((event) => {
    const { recurrenceId } = event;
    if (recurrenceId === null) return [];
    const found = series.get(event.uid)?.map((pieces) => {
      const occurrence = occurrenceName(recurrenceId, pieces[0]?.event.series ?? event);
      return { event, pieces, occurrence };
    });
    const fitting = found?.find(
      ({ pieces: [first], occurrence }) => first && hasOccurrence(first.event.series, occurrence),
    );
    return (
      fitting ?? found?.[0] ?? { event, pieces: undefined, occurrence: occurrenceName(recurrenceId, event) }
    );
  });
  // Changes of all later occurrences come first, so that single changes find the part of the series that they belong to.
  named.sort(
    (a, b) => Number(b.event.isForFuture) - Number(a.event.isForFuture) || order(a.occurrence, b.occurrence),
  );
  for (const { event, pieces, occurrence } of named) {
    // A person who was invited to a single occurrence has it without its series.
    if (pieces === undefined) keepSeries(joined, event, `${event.uid} ${occurrence}`);
    else if (pieces.length > 0) joinTime(joined, pieces, event, occurrence);
  }
  return [...joined.events.values()];
}

interface Joined {
  /** By UID. */
  events: Map<string, IcsEvent>;
  report: Report;
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Leaves out older revisions of the same event, and doubles. */
function newestOnly(read: readonly ReadEvent[], report: Report): ReadEvent[] {
  const newest = new Map<string, ReadEvent>();
  for (const event of read) {
    const { recurrenceId: of } = event;
    // Without a UID, only what is the same in every way is a double.
    const same = event.hasUid ? [event.uid, of ? [of.ms, of.zone] : event.start] : { ...event, line: 0 };
    const key = JSON.stringify(same);
    const other = newest.get(key);
    const [kept, double] = other && other.sequence > event.sequence ? [other, event] : [event, other];
    newest.set(key, kept);
    if (double) report.skips.push({ title: double.title, line: double.line, reason: "double" });
  }
  const kept = new Set(newest.values());
  return read.filter((event) => kept.has(event));
}

function keepSeries(joined: Joined, event: ReadEvent, uid: string): IcsEvent | undefined {
  const { report } = joined;
  if (event.isCancelled) return skip(report, event, "cancelled");
  const { start, end, allDay, zone, rules } = event;
  const lose = loser(report, event);
  if (rules.length > 1) lose("rule");
  const series: Series = { start, end, allDay, zone, rule: rules[0] ?? null, added: [], removed: [] };
  series.added = namesOf(event.added, series, lose);
  series.removed = namesOf(event.removed, series, lose);
  let possible = withPossibleEnd(series);
  let refusal = checkSeries(possible);
  if (refusal && reasons[refusal] === "bad_rule") {
    lose("rule");
    possible = { ...possible, rule: null };
    refusal = checkSeries(possible);
  }
  if (refusal) return skip(report, event, reasons[refusal]);
  const exceptions = event.recurrenceId === null ? ownLengths(event, possible) : [];
  return add(joined, { ...contentOf(event), uid, series: possible, exceptions });
}

/** Adds an event with a UID that no other of the file has. */
function add({ events }: Joined, event: IcsEvent): IcsEvent {
  if (events.size >= maxIcsEvents) throw new IcsRefusal("ics_too_much", "too many events");
  const { uid } = event;
  for (let number = 2; events.has(event.uid); number += 1) event.uid = `${uid} ${number}`;
  events.set(event.uid, event);
  return event;
}

function contentOf({ title, description, location, link, isFree, isPrivate, reminders }: ReadEvent) {
  return { title, description, location, link, isFree, isPrivate, reminders };
}

/** Returns the names of added or removed occurrences: the latest, if they are more than a series can have. */
function namesOf(
  times: readonly FileTime[],
  series: Series,
  lose: (reason: IcsLossReason) => void,
): string[] {
  const names = new Set(times.map((time) => occurrenceName(time, series)));
  const known = [...names].filter((name) => readWall(name, series.allDay) !== null);
  const kept = known.length > mostDays ? known.toSorted().slice(-mostDays) : known;
  if (kept.length < names.size) lose("single_days");
  return kept;
}

/** Returns the added occurrences that have an end of their own (PERIOD). */
function ownLengths({ added, title, description, location, link, lengthMs }: ReadEvent, series: Series) {
  const exceptions = new Map<string, IcsException>();
  for (const time of added) {
    const start = occurrenceName(time, series);
    const startMs = readWall(start, series.allDay);
    const isOwn = time.lengthMs !== undefined && time.lengthMs !== lengthMs && !series.allDay;
    if (!isOwn || startMs === null || !series.added.includes(start) || series.removed.includes(start))
      continue;
    const end = writeWall(startMs + (time.lengthMs ?? 0), false);
    const texts = { title, description, location, link };
    if (checkSeries({ ...series, start, end, rule: null, added: [], removed: [] }) === null)
      exceptions.set(start, { occurrence: start, kind: "modify", start, end, ...texts });
  }
  return [...exceptions.values()];
}

/** Drops an end so far away that a program means "never" by it, or one that leaves only the first occurrence. */
function withPossibleEnd(series: Series): Series {
  const refusal = series.rule === null ? null : checkSeries(series);
  const unended = series.rule?.replace(/;?UNTIL=[^;]*/i, "") ?? null;
  const isEndless = refusal === "too_many_occurrences" || refusal === "rule_takes_too_long";
  if (isEndless && unended !== series.rule) return { ...series, rule: unended };
  return refusal === "until_before_start" ? { ...series, rule: null } : series;
}

/** Attaches a changed occurrence to its series, or all later ones. */
function joinTime(joined: Joined, pieces: Piece[], event: ReadEvent, occurrence: string): void {
  const { report } = joined;
  const piece = pieces.findLast(({ from }) => from <= occurrence) ?? pieces[0];
  if (!piece) return;
  const of = piece.event;
  const name = piece.renamed(occurrence);
  const { series } = of;
  const { title, description, location, link } = event;
  if (event.isCancelled && series.removed.includes(name)) return;
  if (!hasOccurrence(series, name)) {
    if (event.isCancelled) return;
    loser(report, event)("occurrence_alone");
    keepSeries(joined, event, `${event.uid} ${occurrence}`);
    return;
  }
  of.exceptions = of.exceptions.filter((other) => other.occurrence !== name);
  const moved = timesWithin(series, event);
  if (event.isForFuture && moved && splitOff(joined, pieces, piece, event, { name, occurrence, moved }))
    return;
  if (event.isForFuture) loser(report, event)("range");
  if (event.isCancelled) {
    of.exceptions.push({ occurrence: name, kind: "cancel" });
  } else if (moved && !checkSeries({ ...series, ...moved, rule: null, added: [], removed: [] })) {
    of.exceptions.push({ occurrence: name, kind: "modify", ...moved, title, description, location, link });
  } else if (keepSeries(joined, { ...event, rules: [] }, `${event.uid} ${occurrence}`)) {
    // A whole day of a series with times, or the reverse, is an event of its own.
    of.exceptions.push({ occurrence: name, kind: "cancel" });
  }
}

/** Ends a series before an occurrence, and begins another one there with the times and texts of the change. */
function splitOff(
  joined: Joined,
  pieces: Piece[],
  piece: Piece,
  event: ReadEvent,
  { name, occurrence, moved }: { name: string; occurrence: string; moved: { start: string; end: string } },
): boolean {
  const of = piece.event;
  const { allDay, zone } = of.series;
  const { head, tail } = splitSeries(of.series, name);
  const { series, renamed } = moveSeries(tail, name, { ...moved, allDay, zone }, undefined);
  if (!event.isCancelled && checkSeries(series)) return false;
  const later = of.exceptions.filter((one) => one.occurrence >= name);
  of.exceptions = of.exceptions.filter((one) => one.occurrence < name);
  if (head) of.series = head;
  else joined.events.delete(of.uid);
  if (event.isCancelled) return true;
  const exceptions = later.map((one) => ({ ...one, occurrence: renamed(one.occurrence) }));
  const content = { ...contentOf(event), reminders: event.reminders ?? of.reminders };
  const made = add(joined, { ...content, uid: `${event.uid} ${occurrence}`, series, exceptions });
  pieces.push({ from: occurrence, event: made, renamed: (one) => renamed(piece.renamed(one)) });
  return true;
}

/** Returns the times of a changed occurrence in the time zone of its series. */
function timesWithin({ allDay, zone }: Series, event: ReadEvent): { start: string; end: string } | undefined {
  if (event.allDay !== allDay) return undefined;
  if (allDay || event.zone === zone) return { start: event.start, end: event.end };
  return { start: onClock(event.start, event.zone, zone), end: onClock(event.end, event.zone, zone) };
}

function onClock(wall: string, from: string, to: string): string {
  return writeWall(moveWall(readWall(wall, false) ?? 0, from, to), false);
}

const reasons: Record<SeriesRefusal, IcsSkipReason> = {
  start_unreadable: "out_of_reach",
  end_unreadable: "out_of_reach",
  end_before_start: "bad_times",
  too_long: "bad_times",
  out_of_reach: "out_of_reach",
  zone_unknown: "unknown_zone",
  rule_not_understood: "bad_rule",
  rule_too_fine: "bad_rule",
  rule_lists_hours: "bad_rule",
  rule_never_matches: "bad_rule",
  until_before_start: "bad_rule",
  too_many_occurrences: "bad_rule",
  rule_takes_too_long: "bad_rule",
  rule_cannot_move: "bad_rule",
  no_occurrence: "cancelled",
  exception_unreadable: "bad_times",
  too_many_exceptions: "bad_times",
};

function skip(report: Report, { title, line }: ReadEvent, reason: IcsSkipReason): undefined {
  report.skips.push({ title, line, reason });
}

function loser(report: Report, { title, line }: ReadEvent) {
  return (reason: IcsLossReason) => noteLoss(report, reason, { title, line });
}
