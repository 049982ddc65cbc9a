import { findIana } from "windows-iana";
import { instantOf, isZone, wallAt } from "../time/temporal.ts";
import { offsetAfter, readChanges } from "./zone-rules.ts";

/** What the names of zones in a file mean: IANA's name, or undefined where somebody has to say it. */
export type ZoneNames = (name: string) => string | undefined;

const dayMs = 86_400_000;

/**
 * A name is first what the importing person says it is, then IANA's, then Windows', then what the file's own rules for
 * it (VTIMEZONE) do: the zone that has kept the same time over the last and next two years.
 * @param options.home is tried before other zones with the same rules.
 */
export function createZoneNames(
  zones: readonly string[][],
  { said, home, now }: { said: Readonly<Record<string, string>>; home: string; now: Date },
): ZoneNames {
  const known = new Map<string, string | undefined>();
  const find: ZoneNames = (name) => {
    const own = Object.hasOwn(said, name) ? said[name] : undefined;
    return own ?? ianaOf(name) ?? findIana(name)[0] ?? byRules(name, zones, home, now);
  };
  return (name) => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
}

/** Some programs put their own name before it: "/mozilla.org/20050126_1/Europe/Berlin". */
function ianaOf(name: string): string | undefined {
  if (isZone(name)) return name;
  const pieces = name.split("/").filter((piece) => piece !== "");
  return [3, 2]
    .map((count) => pieces.slice(-count).join("/"))
    .find((tail) => tail.includes("/") && isZone(tail));
}

function byRules(name: string, zones: readonly string[][], home: string, now: Date): string | undefined {
  const lines = zones.find((part) => part.some((line) => textAfter(line, "TZID") === name));
  if (!lines) return undefined;
  const said = lines.map((line) => textAfter(line, "X-LIC-LOCATION")).find((place) => place !== undefined);
  if (said && isZone(said)) return said;
  const offsets = offsetsOf(lines, now);
  if (!offsets) return undefined;
  const keepsTime = (zone: string) =>
    offsets.every(({ instant, offsetMs }) => wallAt(instant, zone) - instant === offsetMs);
  return [home, "UTC", ...Intl.supportedValuesOf("timeZone")].find(keepsTime);
}

function textAfter(line: string, name: string): string | undefined {
  return line.toUpperCase().startsWith(`${name}:`) ? line.slice(name.length + 1).trim() : undefined;
}

/** How far a zone of a file is from UTC, twice a month. */
function offsetsOf(lines: readonly string[], now: Date) {
  const first = Math.floor(now.getTime() / dayMs) * dayMs - 2 * 365 * dayMs;
  const instants = Array.from({ length: 96 }, (_, step) => first + step * 15 * dayMs + dayMs / 2);
  const changes = readChanges(lines, first, instants.at(-1) ?? first);
  return changes?.length
    ? instants.map((instant) => ({ instant, offsetMs: offsetAfter(changes, instant) }))
    : undefined;
}

/** A time on the clock of one zone, on that of another. */
export function moveWall(wallMs: number, from: string, to: string): number {
  return from === to ? wallMs : wallAt(instantOf(wallMs, from), to);
}
