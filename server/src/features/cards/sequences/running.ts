import { openTaskStatuses } from "@atoll/contract/tasks/limits";
import { type RawBuilder, sql } from "kysely";

/**
 * SQL: the enrolment `e` of the card `c` of the section `ct` runs. It follows from the stage alone, so that a contact who
 * withdraws their consent, and is moved by it, gets no further task.
 */
export const isRunning: RawBuilder<boolean> = sql`(e.finished_at IS NULL AND c.deleted_at IS NULL
  AND c.merged_into_id IS NULL AND c.stage = ct.options ->> 'sequenceStage')`;

const statuses = sql.join(openTaskStatuses.map((status) => sql.lit(status)));

/** SQL: the task `task` is there and open. */
export function isOpenTask(task: string): RawBuilder<boolean> {
  return sql`(${sql.ref(`${task}.id`)} IS NOT NULL AND ${sql.ref(`${task}.deleted_at`)} IS NULL
    AND ${sql.ref(`${task}.status`)} IN (${statuses}))`;
}
