import type { TaskDuePart } from "@atoll/contract/tasks/limits";
import { addDays, dayIn, instantIn, weekdayOf } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import { openStatuses } from "./queries.ts";

/**
 * SQL: when the tasks `t` are due for a person in this zone (`taskDueParts`); overdue as `overdueFrom` of the contract
 * defines it. Weeks end on Saturday, as in the calendar. JavaScript determines the day in the zone, because PostgreSQL
 * may know zones by other names.
 */
export function duePart(zone: string, now = new Date()): RawBuilder<TaskDuePart> {
  const today = dayIn(zone, now);
  const saturday = addDays(today, 6 - (weekdayOf(today) % 7));
  const isBy = (day: string) => isDueBy(zone, day);
  return sql<TaskDuePart>`CASE
    WHEN t.status NOT IN ${openStatuses} THEN 'finished'
    WHEN t.due_date IS NULL THEN 'none'
    WHEN coalesce(t.due_at <= ${now}::timestamptz, t.due_date < ${today}::date) THEN 'overdue'
    WHEN ${isBy(today)} THEN 'today'
    WHEN ${isBy(saturday)} THEN 'week'
    ELSE 'later' END`;
}

/** SQL: whether the tasks `t` are due on a day of this zone or earlier; null without a due date. */
export function isDueBy(zone: string, day: string): RawBuilder<boolean | null> {
  return sql`coalesce(t.due_at < ${instantIn(zone, addDays(day, 1))}::timestamptz, t.due_date <= ${day}::date)`;
}
