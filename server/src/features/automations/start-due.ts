import { addDays, dayIn, instantIn } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import { transact } from "../../platform/database/transact.ts";
import type { Database } from "../../tables.ts";
import { isTimed, nextTime, type Timed } from "./next-time.ts";
import { isUnanswered } from "./subjects.ts";

/** A day of a downtime that is made up for. */
const madeUpForMs = 7 * 24 * 3600_000;
/** Tasks or questions that are due together and started at a time; the rest follows at once. */
const dueAtOnce = 200;

/** Starts the automations whose time has come, each once for a time. Returns how many there were. */
export function startDue(db: Database): Promise<number> {
  return transact(db, async (tx) => {
    const due = await tx
      .selectFrom("automations")
      .selectAll()
      .where("is_on", "=", true)
      .where("next_at", "<=", sql<Date>`now()`)
      .orderBy("next_at")
      .limit(20)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id, trigger, next_at: at, place_id } of due) {
      if (at === null || !isTimed(trigger)) continue;
      if (trigger.kind === "schedule" || trigger.kind === "cron") {
        await sql`INSERT INTO automation_runs (automation_id, event_key, at)
          VALUES (${id}, ${`${trigger.kind} ${at.toISOString()}`}, ${at}) ON CONFLICT DO NOTHING`.execute(tx);
      } else {
        const { numAffectedRows: started = 0n } =
          await sql`INSERT INTO automation_runs (automation_id, event_key, subject_id)
          SELECT ${id}, due.key, due.id FROM (${selectDue(trigger, place_id, at)}) due
          WHERE NOT EXISTS (SELECT FROM automation_runs r WHERE r.automation_id = ${id} AND r.event_key = due.key)
          ORDER BY due.id LIMIT ${sql.lit(dueAtOnce)} ON CONFLICT DO NOTHING`.execute(tx);
        if (started >= dueAtOnce) continue;
      }
      // A schedule that was missed runs once. Tasks and questions of missed days are still looked at.
      const isMadeUpFor =
        trigger.kind !== "schedule" && trigger.kind !== "cron" && at.getTime() > Date.now() - madeUpForMs;
      const next = nextTime(trigger, isMadeUpFor ? at : new Date());
      await tx.updateTable("automations").set({ next_at: next }).where("id", "=", id).execute();
    }
    return due.length;
  });
}

/**
 * SQL: what a trigger finds on a day, by `id`, with a `key` that names the event. The days are part of it, so that a
 * trigger that was edited to other days runs again.
 */
function selectDue(
  trigger: Extract<Timed, { kind: "task.due" | "question.unanswered" }>,
  placeId: string,
  at: Date,
): RawBuilder<unknown> {
  const day = dayIn(trigger.zone, at);
  if (trigger.kind === "task.due")
    return sql`SELECT t.id, concat('task.due ', t.id, ' ', t.due_date, ' ', ${trigger.days}::int) AS key FROM tasks t
      WHERE t.department_id = ${placeId} AND t.due_date = ${day}::date + ${trigger.days}::int
        AND t.deleted_at IS NULL AND t.status IN ('todo', 'in_progress', 'in_review')`;
  const asked = addDays(day, -trigger.days);
  return sql`SELECT q.id, concat('question.unanswered ', q.id, ' ', ${trigger.days}::int) AS key FROM questions q
    WHERE q.department_id = ${placeId} AND q.created_at >= ${instantIn(trigger.zone, asked)}
      AND q.created_at < ${instantIn(trigger.zone, addDays(asked, 1))} AND ${isUnanswered}`;
}
