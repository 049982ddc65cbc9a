import { sql } from "kysely";
import { announcements } from "../../../announcements.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { createAlarm } from "../../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { advance } from "./advance.ts";
import { closeStep, reopenStep, withdrawStep } from "./change-step.ts";
import { isOpenTask, isRunning } from "./running.ts";

/** Follows sequences as soon as one of their tasks or cards has changed, on whichever node is first. */
export function followSequences(context: SliceContext): LivePart {
  const alarm = createAlarm({
    ring: (signal) => followAll(context, signal),
    untilNextMs: async () => undefined,
    onFailure: (error) => context.log.warn({ err: error }, "sequences go on later"),
  });
  return {
    topics: { [announcements.cardSequence]: alarm.now },
    onGap: () => alarm.now(),
    stop: alarm.stop,
  };
}

/** Does every five minutes what no node did at once. */
export function followSequencesJob(context: SliceContext): Job<Tables> {
  return {
    name: "cards.follow-sequences",
    cron: "*/5 * * * *",
    run: ({ signal }) => followAll(context, signal),
  };
}

export interface WaitingStep {
  enrolment_id: string;
  card_id: string;
  step: number;
  task_id: string | null;
  act: "advance" | "close" | "reopen" | "withdraw";
}

const batch = 100;

/** Brings every sequence in line with its card and its tasks. Several nodes may call it concurrently. */
async function followAll(context: SliceContext, signal: AbortSignal): Promise<void> {
  let last: readonly WaitingStep[] = [];
  for (;;) {
    const waiting = await findWaiting(context.db);
    // One that cannot go on must not stop the others: it is tried again with the next announcement.
    const failures: unknown[] = [];
    for (const step of waiting) {
      signal.throwIfAborted();
      await follow(context, step).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "some sequences did not go on");
    if (waiting.length < batch || JSON.stringify(waiting) === JSON.stringify(last)) return;
    last = waiting;
  }
}

function follow(context: SliceContext, step: WaitingStep): Promise<void> {
  switch (step.act) {
    case "advance":
      return advance(context, step);
    case "close":
      return closeStep(context, step);
    case "reopen":
      return reopenStep(context, step);
    case "withdraw":
      return withdrawStep(context, step);
  }
}

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
    ORDER BY e.id LIMIT ${sql.lit(batch)}`.execute(db);
  return rows;
}
