import { instantIn } from "@atoll/contract/zones";
import { addDays } from "../../../lib/time/wall-time.ts";
import type { Stretch } from "../availability/judge-span.ts";
import { readWall, type WallSpan, wallAt } from "../time/wall.ts";
import type { EventFields } from "./event-form.ts";

/** Returns the entered times as instants, or undefined if they are incomplete or the end is before the start. */
export function chosenIn({
  isAllDay,
  zone,
  startDay,
  startTime,
  endDay,
  endTime,
}: EventFields): Stretch | undefined {
  const starts = isAllDay ? `${startDay}T00:00` : `${startDay}T${startTime}`;
  const ends = isAllDay ? `${endDay}T00:00` : `${endDay}T${endTime}`;
  if (![starts, ends].every((text) => /^[1-9]\d{3}-/.test(text) && !Number.isNaN(Date.parse(`${text}Z`))))
    return undefined;
  const from = instantIn(zone, startDay, isAllDay ? "00:00" : startTime);
  const until = isAllDay ? instantIn(zone, addDays(endDay, 1)) : instantIn(zone, endDay, endTime);
  return from < until ? { from, until, isAllDay } : undefined;
}

/** Returns the entered times on the viewer's wall, or undefined if they are incomplete or the end is before the start. */
export function spanIn(fields: EventFields): WallSpan | undefined {
  const chosen = chosenIn(fields);
  if (!chosen) return undefined;
  if (!fields.isAllDay) return { from: wallAt(chosen.from), to: wallAt(chosen.until) };
  return { from: readWall(fields.startDay), to: readWall(addDays(fields.endDay, 1)) };
}
