import type { EventScope } from "@atoll/contract/calendar/limits";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { instantIn } from "@atoll/contract/zones";
import { countPeople } from "../../../lib/counted.ts";
import { minutesBetween, readWall } from "../time/wall.ts";
import { chosenIn } from "./chosen-time.ts";
import type { EventFields } from "./event-form.ts";

/** The number of people who are notified, not counting the viewer. */
export function othersOf({ attendeeCount }: { attendeeCount: number }): number {
  return Math.max(0, attendeeCount - 1);
}

/** The label of the button, because nothing is sent before it is pressed: "Save and notify 4 people". */
export function notifyLabel(verb: string, others: number): string {
  if (others === 0) return verb;
  return `${verb} and notify ${countPeople(others)}`;
}

/** Returns how many of the invited people are notified: nobody is about an event that is over. */
export function notifiedOf(fields: EventFields, invited: number, now: Date): number {
  return fields.rule === "" && isPast(fields, now) ? 0 : invited;
}

/** Returns how many people are notified of a change of an event that exists, to the times that are entered. */
export function notifiedOfChange(
  event: Over,
  { scope, before, fields }: { scope: EventScope; before: EventFields; fields: EventFields },
  people: number,
  now: Date,
): number {
  if (!event.isSeries) return notifiedOf(fields, people, now);
  if (scope === "this") return isPast(fields, now) ? 0 : people;
  return fields.rule === before.rule && isPast(fields, now) && isOver(event, scope, now) ? 0 : people;
}

type Over = Pick<OpenEvent, "isSeries" | "lastEndsAt"> & {
  occurrence: Pick<OpenEvent["occurrence"], "endsAt">;
};

/** Returns whether everything that a scope reaches is over. */
export function isOver({ isSeries, lastEndsAt, occurrence }: Over, scope: EventScope, now: Date): boolean {
  const last = isSeries && scope !== "this" ? lastEndsAt : occurrence.endsAt;
  return last !== null && new Date(last) <= now;
}

/** Returns whether an occurrence is over at the time that its series has for it. */
export function isOverInSeries(
  { start, end, allDay, zone }: Pick<OpenEvent, "start" | "end" | "allDay" | "zone">,
  occurrence: string,
  now: Date,
): boolean {
  const starts = instantIn(zone, occurrence.slice(0, 10), allDay ? "00:00" : occurrence.slice(11, 16));
  return starts.getTime() + minutesBetween(readWall(start), readWall(end)) * 60_000 <= now.getTime();
}

function isPast(fields: EventFields, now: Date): boolean {
  const chosen = chosenIn(fields);
  return chosen !== undefined && chosen.until <= now;
}
