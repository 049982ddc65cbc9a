import { instantOf, wallAt } from "../time/temporal.ts";
import { dayMs, writeWall } from "../time/wall.ts";
import { type ContentLine, readDuration } from "./lines/content-line.ts";
import { moveWall, type ZoneNames } from "./zone-names.ts";

/** A time as a file states it: a day, or a wall time in a zone, in UTC, or floating. */
export interface FileTime {
  isDay: boolean;
  /** As in wall.ts, and in any year. */
  ms: number;
  /** IANA name. Undefined for a floating time, which is local to each reader. */
  zone: string | undefined;
  /** The length, if the value is a period. */
  lengthMs?: number;
}

/** A time zone that is not known. */
export class UnknownZone extends Error {
  readonly zoneName: string;

  constructor(zoneName: string) {
    super(`A zone that nobody knows: ${zoneName}`);
    this.name = "UnknownZone";
    this.zoneName = zoneName;
  }
}

const form = /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?\s*(Z?))?$/i;

/**
 * Returns the times of a property, which may be several, and how many of its values are not times.
 * @throws {UnknownZone}
 */
export function timesOf(
  { parameters, value }: ContentLine,
  names: ZoneNames,
): { times: FileTime[]; unread: number } {
  const isDate = parameters.get("VALUE")?.toUpperCase() === "DATE";
  const zoneName = parameters.get("TZID") ?? "";
  let unread = 0;
  const times = value.split(",").flatMap((text) => {
    const [start = "", end] = text.split("/");
    const time = readTime(start.trim(), isDate);
    if (!time) {
      unread += 1;
      return [];
    }
    const { isUtc, ...wall } = time;
    const lengthMs = end === undefined ? undefined : lengthOf(time.ms, end.trim());
    const zone = wall.isDay ? undefined : isUtc ? "UTC" : zoneOf(zoneName, names);
    return [{ ...wall, zone, ...(lengthMs !== undefined && !wall.isDay && { lengthMs }) }];
  });
  return { times, unread };
}

/** Reads a time, in whatever form. Programs write whole days with times, and midnight as 24:00. */
function readTime(text: string, isDate: boolean) {
  const parts = form.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const days = new Date(0).setUTCFullYear(year, month - 1, day);
  if (new Date(days).getUTCDate() !== day || new Date(days).getUTCMonth() !== month - 1) return undefined;
  const isDay = isDate || parts[4] === undefined;
  if (isDay) return { isDay, ms: days, isUtc: false };
  if (hour > 24 || (hour === 24 && minute + second > 0) || minute > 59 || second > 60) return undefined;
  const ms = days + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000;
  return { isDay, ms, isUtc: parts[7] !== "" };
}

function lengthOf(startMs: number, end: string): number | undefined {
  const length = readDuration(end) ?? (readTime(end, false)?.ms ?? Number.NaN) - startMs;
  return length > 0 ? length : undefined;
}

function zoneOf(name: string, names: ZoneNames): string | undefined {
  if (name === "") return undefined;
  const zone = names(name);
  if (zone === undefined) throw new UnknownZone(name);
  return zone;
}

/**
 * Returns the name of an occurrence, in whichever form a file states it: Outlook adds a time to days of all-day series.
 */
export function occurrenceName(
  time: FileTime,
  series: { allDay: boolean; zone: string; start: string },
): string {
  if (series.allDay) {
    const isShifted = !time.isDay && time.zone === "UTC" && time.ms % dayMs !== 0;
    const ms = isShifted ? wallAt(instantOf(time.ms, "UTC"), series.zone) : time.ms;
    return writeWall(ms, true);
  }
  if (time.isDay) return `${writeWall(time.ms, true)}${series.start.slice(10)}`;
  return writeWall(moveWall(time.ms, time.zone ?? series.zone, series.zone), false);
}
