import { dayIn } from "@atoll/contract/zones";
import type { FieldChange } from "../../platform/changes/field.ts";
import type { Database } from "../../tables.ts";
import { zonesOf } from "../identity/public.ts";
import { lockTasks } from "./changes/locked-task.ts";
import { insertSuccessor, isSeriesHead, nextDay, type SeriesHead } from "./recurrence/insert-successor.ts";

/**
 * Creates the successors of recurring tasks that were just finished. Call it in the transaction of the change, so that
 * an undo withdraws them. See docs/decisions/054-recurring-tasks.md.
 */
export async function followUp(
  tx: Database,
  changes: readonly FieldChange[],
  finishedById: string,
): Promise<FieldChange[]> {
  const doneIds = changes.flatMap(({ subjectId, field, after }) =>
    field === "status" && after === "done" ? [subjectId] : [],
  );
  if (doneIds.length === 0) return [];
  const heads = (await lockTasks(tx, doneIds)).filter(isSeriesHead);
  const made: FieldChange[] = [];
  for (const head of heads) {
    const day = nextDay(head, await todayFor(tx, head, finishedById));
    if (day !== null) made.push(...(await insertSuccessor(tx, head, day)));
  }
  return made;
}

/** Returns today's date in the task's time zone, or else in this person's. */
export async function todayFor(
  db: Database,
  { due_zone }: Pick<SeriesHead, "due_zone">,
  userId: string,
  now = new Date(),
): Promise<string> {
  return dayIn(due_zone ?? (await zonesOf(db, [userId])).get(userId) ?? "UTC", now);
}
