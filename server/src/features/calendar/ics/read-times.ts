import ICAL from "ical.js";
import { instantOf, wallAt } from "../time/temporal.ts";
import { readWall, writeWall } from "../time/wall.ts";
import { moveWall, type ZoneNames } from "./zone-names.ts";

type Property = InstanceType<typeof ICAL.Property>;

/** A time as a file states it: a day, or a wall time in a zone, in UTC, or floating. */
export interface FileTime {
  isDay: boolean;
  /** As in wall.ts. */
  ms: number;
  /** IANA name. Undefined for a floating time, which is local to each reader. */
  zone: string | undefined;
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

/**
 * Returns the times of a property, which may be several. Values that are not times are left out.
 * @throws {UnknownZone}
 */
export function timesOf(property: Property, names: ZoneNames): FileTime[] {
  const name: unknown = property.getParameter("tzid");
  return property.getValues().flatMap((value: unknown) => {
    const time = value instanceof ICAL.Period ? value.start : value;
    if (!(time instanceof ICAL.Time)) return [];
    const text = time.toString().slice(0, time.isDate ? 10 : 19);
    const ms = readWall(text, time.isDate);
    if (ms === null) return [];
    return [{ isDay: time.isDate, ms, zone: zoneOf(time, name, names) }];
  });
}

function zoneOf(time: InstanceType<typeof ICAL.Time>, name: unknown, names: ZoneNames): string | undefined {
  if (time.isDate) return undefined;
  if (time.zone === ICAL.Timezone.utcTimezone) return "UTC";
  if (typeof name !== "string" || name === "") return undefined;
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
    const isShifted = !time.isDay && time.zone === "UTC" && time.ms % 86_400_000 !== 0;
    const ms = isShifted ? wallAt(instantOf(time.ms, "UTC"), series.zone) : time.ms;
    return writeWall(ms, true);
  }
  if (time.isDay) return `${writeWall(time.ms, true)}${series.start.slice(10)}`;
  return writeWall(moveWall(time.ms, time.zone ?? series.zone, series.zone), false);
}
