import { addDays, dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { storeChanges } from "../../../platform/changes/stored-changes.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { lockTasks } from "../changes/locked-task.ts";
import { broadcastTasks } from "../changes/task-changes.ts";
import { todayFor } from "../follow-up.ts";
import { lockFieldSets } from "../own-fields/field-sets.ts";
import { insertSuccessor, isSeriesHead, nextDay } from "./insert-successor.ts";

const batchSize = 100;

/** Creates the tasks of series on schedule, on their days. */
export function taskRecurring(sources: ChangeSources): Job<Tables> {
  return {
    name: "tasks.recur",
    cron: "*/15 * * * *",
    async run({ signal }) {
      const tellOf = (taskIds: string[]) => broadcastTasks(sources, taskIds);
      await recurTasks(sources.db, new Date(), tellOf, signal);
    },
  };
}

/**
 * Creates the next task of every series on schedule whose day has come, even if the previous one is not done; of
 * several missed days, only the last. Archived tasks do not recur. Each day of a series is created once, however many
 * nodes run this.
 * @param tellOf is called after each commit with the tasks that are new or changed.
 */
export async function recurTasks(
  db: Database,
  now: Date,
  tellOf: (taskIds: string[]) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  // The latest date in any time zone.
  const latest = addDays(dayIn("UTC", now), 1);
  let last = { day: "0001-01-01", id: "00000000-0000-0000-0000-000000000000" };
  for (;;) {
    const { rows } = await sql<{ id: string; day: string }>`
      SELECT id, to_char(recurs_on, 'YYYY-MM-DD') AS day FROM tasks
      WHERE recurs_on <= ${latest}::date AND deleted_at IS NULL AND (recurs_on, id) > (${last.day}::date, ${last.id}::uuid)
        AND status <> 'archived'
      ORDER BY recurs_on, id LIMIT ${sql.lit(batchSize)}`.execute(db);
    for (const { id } of rows) {
      signal?.throwIfAborted();
      const changed = await recurTask(db, id, now);
      if (changed.length > 0) await tellOf(changed);
    }
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) return;
    last = end;
  }
}

function recurTask(db: Database, headId: string, now: Date): Promise<string[]> {
  return transact(db, async (tx) => {
    await lockFieldSets(tx, "to read");
    const head = (await lockTasks(tx, [headId])).find(isSeriesHead);
    if (!head || head.deleted_at !== null || head.status === "archived") return [];
    const today = await todayFor(tx, head, head.assignee_id ?? head.created_by, now);
    const day = nextDay(head, today, { isAlsoPast: true });
    if (day === null || day > today) return [];
    const changes = await insertSuccessor(tx, head, day);
    await storeChanges(tx, { kind: "task", changeId: uuidv7(), actorId: head.created_by }, changes);
    return changes.map(({ subjectId }) => subjectId);
  });
}
