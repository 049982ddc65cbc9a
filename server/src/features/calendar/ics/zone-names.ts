import { findIana } from "windows-iana";
import { instantOf, isZone, wallAt } from "../time/temporal.ts";
import { readContentLine, readText } from "./lines/content-line.ts";
import type { Line } from "./lines/unfold.ts";
import { offsetAfter, readChanges } from "./zone-rules.ts";

/** Resolves the name of a time zone in a file to its IANA name. Undefined if the importing person has to choose. */
export type ZoneNames = (name: string) => string | undefined;

const dayMs = 86_400_000;

/**
 * Resolves a name first by the importing person's choice, then as an IANA name, then as a name of Windows, then by the
 * file's own rules for it (VTIMEZONE): the zone with the same offsets over the last and next two years.
 * @param options.home is tried before other zones with the same rules.
 */
export function createZoneNames(
  zones: readonly Line[][],
  { said, home, now }: { said: Readonly<Record<string, string>>; home: string; now: Date },
): ZoneNames {
  const known = new Map<string, string | undefined>();
  const find: ZoneNames = (name) => {
    const own = Object.hasOwn(said, name.slice(0, 200)) ? said[name.slice(0, 200)] : undefined;
    return own ?? ianaOf(name) ?? findIana(name)[0] ?? byRules(name, zones, home, now);
  };
  return (name) => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
}

/** Some programs put a prefix before the name: "/mozilla.org/20050126_1/Europe/Berlin". */
function ianaOf(name: string): string | undefined {
  if (isZone(name)) return name;
  const pieces = name.split("/").filter((piece) => piece !== "");
  return [3, 2]
    .map((count) => pieces.slice(-count).join("/"))
    .find((tail) => tail.includes("/") && isZone(tail));
}

function byRules(name: string, zones: readonly Line[][], home: string, now: Date): string | undefined {
  const part = zones.find((lines) => lines.some(({ text }) => textIn(text, "TZID") === name));
  if (!part) return undefined;
  const lines = part.map(({ text }) => text);
  const said = lines.map((line) => textIn(line, "X-LIC-LOCATION")).find((place) => place !== undefined);
  if (said && isZone(said)) return said;
  const offsets = offsetsOf(lines, now);
  if (!offsets) return undefined;
  const keepsTime = (zone: string) =>
    offsets.every(({ instant, offsetMs }) => wallAt(instant, zone) - instant === offsetMs);
  return [home, "UTC", ...Intl.supportedValuesOf("timeZone")].find(keepsTime);
}

/** Returns the value of a property, in the form that a TZID parameter names it by: without escapes and quotes. */
function textIn(line: string, name: string): string | undefined {
  if (line.slice(0, name.length).toUpperCase() !== name) return undefined;
  const read = readContentLine(line);
  return read?.name === name ? readText(read.value).replaceAll('"', "").trim() : undefined;
}

/** Returns the offsets from UTC of a zone defined in a file, twice a month. */
function offsetsOf(lines: readonly string[], now: Date) {
  const first = Math.floor(now.getTime() / dayMs) * dayMs - 2 * 365 * dayMs;
  const instants = Array.from({ length: 96 }, (_, step) => first + step * 15 * dayMs + dayMs / 2);
  const changes = readChanges(lines, first, instants.at(-1) ?? first);
  return changes?.length
    ? instants.map((instant) => ({ instant, offsetMs: offsetAfter(changes, instant) }))
    : undefined;
}

/** Converts a wall time in one zone to the wall time in another. */
export function moveWall(wallMs: number, from: string, to: string): number {
  return from === to ? wallMs : wallAt(instantOf(wallMs, from), to);
}
