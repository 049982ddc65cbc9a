import { sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { createAlarm } from "../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { notify } from "../notifications/public.ts";
import { makeNext } from "./make-items.ts";
import { today } from "./readable.ts";
import { startWanted } from "./start-wanted.ts";

/** Starts paths and creates tasks and meetings as soon as they are announced, on whichever node is first. */
export function followWanted(context: SliceContext): LivePart {
  const alarm = createAlarm({
    ring: (signal) => advance(context, signal),
    untilNextMs: async () => undefined,
    onFailure: (error) => context.log.warn({ err: error }, "onboarding goes on later"),
  });
  return {
    topics: { [notifyTopics.onboardingRequested]: alarm.now },
    onGap: () => alarm.now(),
    stop: alarm.stop,
  };
}

/** Does every ten minutes what no node did at once, and what depends on the day. */
export function advanceJob(context: SliceContext): Job<Tables> {
  return {
    name: "onboarding.advance",
    cron: "*/10 * * * *",
    run: ({ signal }) => advance(context, signal),
  };
}

/** Does everything that is due, in small transactions. Several nodes may call it concurrently. */
async function advance(context: SliceContext, signal: AbortSignal): Promise<void> {
  while (await startWanted(context.db)) signal.throwIfAborted();
  while (await makeNext(context)) signal.throwIfAborted();
  while (await tellNext(context.db)) signal.throwIfAborted();
  await tickPastMeetings(context.db);
}

const batch = 200;

/** Notifies people of items that are due today, once for each. Tasks and meetings have their own notifications. */
function tellNext(db: Database): Promise<boolean> {
  return transact(db, async (tx) => {
    const { rows } = await sql<{ id: string; owed_by: string | null }>`
      UPDATE onboarding_items i SET told_at = now() FROM onboardings o
      WHERE o.id = i.onboarding_id AND i.id IN (
        SELECT d.id FROM onboarding_items d JOIN onboardings r ON r.id = d.onboarding_id
        WHERE d.told_at IS NULL AND d.done_at IS NULL AND d.due_on <= ${today} AND d.task_id IS NULL
          AND d.event_id IS NULL AND r.stopped_at IS NULL AND (d.kind NOT IN ('task', 'event') OR d.made_at IS NOT NULL)
        ORDER BY d.id LIMIT ${sql.lit(batch)} FOR NO KEY UPDATE OF d SKIP LOCKED)
      RETURNING i.id, CASE i.doer WHEN 'newcomer' THEN o.person_id ELSE o.manager_id END AS owed_by`.execute(
      tx,
    );
    for (const { id, owed_by } of rows)
      await notify(tx, { kind: "onboarding.due", subjectId: id, people: owed_by === null ? [] : [owed_by] });
    return rows.length === batch;
  });
}

/** Ticks meetings that are over. */
async function tickPastMeetings(db: Database): Promise<void> {
  await sql`UPDATE onboarding_items i SET done_at = e.end_at, done_by = o.person_id FROM events e, onboardings o
    WHERE e.id = i.event_id AND o.id = i.onboarding_id AND i.done_at IS NULL AND o.stopped_at IS NULL
      AND e.deleted_at IS NULL AND e.end_at <= now() AND e.end_at > '-infinity'`.execute(db);
}
