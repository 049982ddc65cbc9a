import { overdueFrom } from "@atoll/contract/tasks/due";
import { addDays, clockIn, dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";
import { zonesOf } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { presentDue } from "../present.ts";
import { openStatuses } from "../queries.ts";

const batchSize = 500;
/** Notifications about a whole day are sent in the morning. */
const morningMinute = 8 * 60;
/** A person who was told of the task within this time reads there when it is due. */
const recently = sql.lit("8 hours");
/** A task that was overdue for longer, such as after a long downtime, is not notified any more. */
const newsDays = 7;

/** Notifies people of due dates, in their own time zones. */
export function dueNotifications(): Job<Tables> {
  return {
    name: "tasks.tell-of-due",
    cron: "*/15 * * * *",
    run: ({ tx, signal }) => notifyOfDue(tx, new Date(), signal),
  };
}

interface Candidate {
  id: string;
  personId: string;
  due_date: string;
  due_time: string | null;
  due_zone: string | null;
  isToldTomorrow: boolean;
  isToldOverdue: boolean;
  /** Their inbox has a recent unread entry that they were given the task, which says when it is due. */
  isJustAssigned: boolean;
}

/**
 * Notifies the assignee of an open task, or else its creator, that it is due tomorrow and that it is overdue: once for
 * each date, however many nodes run this.
 */
export async function notifyOfDue(tx: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const today = dayIn("UTC", now);
  let last = { date: addDays(today, -newsDays - 1), id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
  for (;;) {
    signal?.throwIfAborted();
    const candidates = await findCandidates(tx, { last, until: addDays(today, 2), now });
    const zones = await zonesOf(tx, [...new Set(candidates.map(({ personId }) => personId))]);
    for (const candidate of candidates) {
      const kind = whatToTell(candidate, zones.get(candidate.personId) ?? "UTC", now);
      if (kind) await tellOnce(tx, kind, candidate);
    }
    const end = candidates.at(-1);
    if (!end || candidates.length < batchSize) return;
    last = { date: end.due_date, id: end.id };
  }
}

async function findCandidates(
  tx: Database,
  { last, until, now }: { last: { date: string; id: string }; until: string; now: Date },
): Promise<Candidate[]> {
  const isTold = (kind: string) => sql`EXISTS (SELECT FROM task_due_told told WHERE told.task_id = t.id
    AND told.user_id = coalesce(t.assignee_id, t.created_by) AND told.kind = ${kind} AND told.due_date = t.due_date)`;
  const { rows } = await sql<Candidate>`
    SELECT t.id, coalesce(t.assignee_id, t.created_by) AS "personId", to_char(t.due_date, 'YYYY-MM-DD') AS due_date,
      to_char(t.due_time, 'HH24:MI') AS due_time, t.due_zone,
      ${isTold("task.due-tomorrow")} AS "isToldTomorrow", ${isTold("task.overdue")} AS "isToldOverdue",
      EXISTS (SELECT FROM notifications n WHERE n.user_id = t.assignee_id AND n.kind = 'task.assigned'
        AND n.read_at IS NULL AND n.done_at IS NULL AND n.at BETWEEN ${now}::timestamptz - interval ${recently} AND ${now}
        AND n.subject_id IN (t.id, (SELECT b.id FROM task_told_together b WHERE b.task_id = t.id
          AND b.user_id = t.assignee_id AND b.kind = 'task.assigned'))) AS "isJustAssigned"
    FROM tasks t JOIN accounts a ON a.id = coalesce(t.assignee_id, t.created_by)
    WHERE t.due_date IS NOT NULL AND t.deleted_at IS NULL AND t.status IN ${openStatuses}
      AND (t.due_date, t.id) > (${last.date}::date, ${last.id}::uuid) AND t.due_date <= ${until}::date
    ORDER BY t.due_date, t.id LIMIT ${sql.lit(batchSize)}`.execute(tx);
  return rows;
}

type DueKind = "task.due-tomorrow" | "task.overdue";

/** Returns the notification that a person should get about a task now, in their time zone. */
function whatToTell(task: Candidate, zone: string, now: Date): DueKind | undefined {
  const due = presentDue(task);
  if (!due) return undefined;
  const from = overdueFrom(due, zone);
  const { date: today, minute } = clockIn(zone, now);
  const isMorning = minute >= morningMinute;
  if (from <= now) {
    // A day ends at midnight, so an overdue day is notified the next morning.
    const isTime = due.clock !== null || isMorning || addDays(due.date, 1) < today;
    return isTime && !task.isToldOverdue ? "task.overdue" : undefined;
  }
  // A time in another zone may be on another day here.
  const day = due.clock ? dayIn(zone, from) : due.date;
  return day === addDays(today, 1) && isMorning && !task.isToldTomorrow ? "task.due-tomorrow" : undefined;
}

/** Notifies a person unless the row says that they were already notified. */
async function tellOnce(
  tx: Database,
  kind: DueKind,
  { id, personId, due_date: date, isJustAssigned }: Candidate,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("task_due_told")
    .values({ task_id: id, user_id: personId, kind, due_date: date })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // A thing has one entry: what was only just assigned says there when it is due.
  if (numInsertedOrUpdatedRows === 1n && !isJustAssigned)
    await notify(tx, { kind, subjectId: id, people: [personId] });
}
