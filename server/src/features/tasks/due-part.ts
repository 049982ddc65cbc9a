import type { TaskDuePart } from "@atoll/contract/tasks/limits";
import { type RawBuilder, sql } from "kysely";
import { openStatuses } from "./queries.ts";

/** SQL: the moment that a task with a time is due; null without one. */
const moment = sql`((t.due_date + t.due_time) AT TIME ZONE t.due_zone)`;

/**
 * SQL: when the tasks `t` are due for somebody whose clocks are those of a zone (`taskDueParts`). With a time a task is
 * overdue from that moment on, without one when its day has ended where they are. Their week ends on Saturday, as the
 * calendar draws it.
 */
export function duePart(zone: string): RawBuilder<TaskDuePart> {
  const today = sql`(now() AT TIME ZONE ${zone})::date`;
  const day = sql`coalesce((${moment} AT TIME ZONE ${zone})::date, t.due_date)`;
  return sql<TaskDuePart>`CASE
    WHEN t.status NOT IN ${openStatuses} THEN 'finished'
    WHEN t.due_date IS NULL THEN 'none'
    WHEN coalesce(${moment} <= now(), t.due_date < ${today}) THEN 'overdue'
    WHEN ${day} <= ${today} THEN 'today'
    WHEN ${day} <= ${today} + (6 - extract(dow FROM ${today})::int) THEN 'week'
    ELSE 'later' END`;
}
