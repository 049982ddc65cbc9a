import { cutCalendar, titleOf } from "./cut.ts";
import type { IcsEvent } from "./ics-event.ts";
import { joinTimes } from "./join-times.ts";
import { unfold } from "./lines/unfold.ts";
import { noteLoss, type Report } from "./losses.ts";
import { type ReadEvent, readEvent } from "./read-event.ts";
import { UnknownZone } from "./read-times.ts";
import { createZoneNames } from "./zone-names.ts";

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
