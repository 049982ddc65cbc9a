import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { isOpenTask, isRunning } from "./running.ts";

export interface WaitingStep {
  enrolment_id: string;
  card_id: string;
  step: number;
  task_id: string | null;
  act: "advance" | "close" | "reopen" | "withdraw";
}

/** So many are followed at once. */
export const waitingBatch = 100;

/**
 * Returns what sequences wait for: a step that is done, a task of a sequence that stopped, a stopped one that runs again,
 * and a step before the current one that was reopened.
 * @param enrolmentId only of this one.
 */
export async function findWaiting(db: Database, enrolmentId?: string): Promise<WaitingStep[]> {
  const { rows } = await sql<WaitingStep>`
    SELECT e.id AS enrolment_id, e.card_id, e.step, s.task_id, CASE
        WHEN NOT ${isRunning} THEN 'close'
        WHEN s.closed_at IS NOT NULL THEN 'reopen'
        WHEN ${isOpenTask("t")} THEN 'withdraw' ELSE 'advance' END AS act
    FROM card_enrolments e JOIN cards c ON c.id = e.card_id JOIN card_types ct ON ct.id = c.type_id
    LEFT JOIN card_sequence_tasks s ON s.enrolment_id = e.id AND s.step = e.step
    LEFT JOIN tasks t ON t.id = s.task_id
    LEFT JOIN card_sequence_tasks former ON former.enrolment_id = e.id AND former.step = e.step - 1
    LEFT JOIN tasks ft ON ft.id = former.task_id
    WHERE e.finished_at IS NULL AND ${enrolmentId === undefined ? sql`true` : sql`e.id = ${enrolmentId}`}
      AND CASE WHEN ${isRunning} THEN s.closed_at IS NOT NULL OR NOT ${isOpenTask("t")}
          OR (t.status = 'todo' AND ${isOpenTask("ft")})
        ELSE ${isOpenTask("t")} END
    ORDER BY e.id LIMIT ${sql.lit(waitingBatch)}`.execute(db);
  return rows;
}
