import type { IcsImport } from "@atoll/contract/calendar/ics-schemas";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { zoneName } from "../../../ui/field/dates/time-zone-field.tsx";
import { ruleWords } from "../edit/rule.ts";
import { dayWords, spanWords, timeWords } from "../time/day-words.ts";
import { readWall, shiftWall } from "../time/wall.ts";

/** "12 events", "1 event". */
export function eventsWords(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "event" : "events"}`;
}

/** The result of a dry run in words: "12 new, 3 changed, 40 here already, 2 left out". */
export function foundWords({ created, changed, unchanged, skipped }: IcsImport): string {
  const said = [
    [created, "new"],
    [changed, "changed"],
    [unchanged, "here already"],
    [skipped, "left out"],
  ] as const;
  const words = said.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return words.join(", ") || "There is no event in this file";
}

/** "Line 12." */
export function lineWords(line: number | null): string {
  return line === null ? "" : `Line ${line.toLocaleString("en")}.`;
}

/** Where something is lost: "Yoga (line 12), Swim (line 40) and 3 more". */
export function placesWords(places: IcsImport["losses"][number]["places"], count: number): string {
  const named = places.map(({ title, line }) => {
    const where = line === null ? "" : `line ${line.toLocaleString("en")}`;
    return title && where ? `${title} (${where})` : title || where;
  });
  const more = count - places.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
}

/** When an event of a file is, by the clock of its own zone. */
export function whenWords({ start, end, allDay, zone, rule }: IcsImport["events"][number]): string {
  const [from, to] = [readWall(start), readWall(end)];
  const last = shiftWall(to, -1).day;
  const isOneDay = from.day === last || from.day === to.day;
  const days = isOneDay
    ? dayWords(from.day, "full")
    : `${dayWords(from.day, "full")} – ${dayWords(last, "full")}`;
  const times = allDay
    ? isOneDay
      ? ", all day"
      : ""
    : `, ${isOneDay ? spanWords({ from, to }) : timeWords(from)}`;
  const place = allDay || zone === ownTimeZone() ? "" : ` in ${zoneName(zone)}`;
  return `${days}${times}${place}${rule === null ? "" : `. ${ruleWords(rule, from.day)}`}`;
}
