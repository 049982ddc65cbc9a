import { defaultWorkingHours, type WorkingHours } from "@atoll/contract/calendar/working-hours";
import { workingHoursSchema } from "@atoll/contract/calendar/working-hours-schema";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { zonesOf } from "../identity/public.ts";
import { instantOf, isZone, wallAt } from "./time/temporal.ts";
import { dayMs } from "./time/wall.ts";

/** The working hours and time zone of a person. */
export interface Worker {
  zone: string;
  hours: WorkingHours;
}

/** Returns the working hours of people: their own, or else the default. */
export async function findWorkers(
  db: Database,
  ids: readonly string[],
  /** The time zone of people who chose none. */
  otherZone = "UTC",
): Promise<(id: string) => Worker> {
  const [zones, rows] = await Promise.all([
    zonesOf(db, ids),
    db
      .selectFrom("working_hours")
      .selectAll()
      .where("user_id", "in", ids.length ? [...ids] : [""])
      .execute(),
  ]);
  const hours = new Map(rows.map((row) => [row.user_id, workingHoursSchema.safeParse(row.hours).data]));
  return (id) => {
    const zone = zones.get(id);
    return { zone: zone && isZone(zone) ? zone : otherZone, hours: hours.get(id) ?? defaultWorkingHours };
  };
}

/** @throws {AppError} `invalid_request` for a zone that this runtime does not know. */
export function assertZone(zone: string): void {
  if (isZone(zone)) return;
  throw new AppError("invalid_request", {
    fields: [{ path: "zone", message: "This time zone is not known" }],
  });
}

export async function saveWorkingHours(db: Database, userId: string, hours: WorkingHours): Promise<void> {
  const values = { hours: JSON.stringify(hours) };
  await db
    .insertInto("working_hours")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}

export interface Span {
  from: number;
  until: number;
}

/** Returns the instants between which a person works, day by day, within a range. */
export function workingSpans({ zone, hours }: Worker, range: Span): Span[] {
  const spans: Span[] = [];
  const first = Math.floor(wallAt(range.from, zone) / dayMs) * dayMs - dayMs;
  for (let day = first; day <= wallAt(range.until, zone); day += dayMs) {
    // 1 January 1970 was a Thursday, and weeks start on Monday here.
    const working = hours[(((day / dayMs + 3) % 7) + 7) % 7];
    if (!working) continue;
    const span = {
      from: Math.max(range.from, instantOf(day + working.from * 60_000, zone)),
      until: Math.min(range.until, instantOf(day + working.until * 60_000, zone)),
    };
    if (span.from < span.until) spans.push(span);
  }
  return spans;
}
