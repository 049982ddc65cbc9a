import { addDays, weekdayOf } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { storeChanges } from "../../../platform/changes/stored-changes.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { todayAtServer } from "../../../platform/server-zone.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { lockFieldSets } from "../own-fields/field-sets.ts";
import { openStatuses } from "../queries.ts";
import { everybodysRoom } from "../rooms.ts";
import { type CycleRow, selectCycles, selectOpenCycles } from "./cycle-queries.ts";
import { daysUntil, endOf, entriesNow, selectNext } from "./report.ts";

/** Ends the cycles whose last day is over, and makes the next ones. */
export function taskCycling(sources: Pick<SliceContext, "db" | "realtime">): Job<Tables> {
  return {
    name: "tasks.cycles",
    cron: "*/15 * * * *",
    run: ({ signal }) => turnCycles(sources, todayAtServer(), signal),
  };
}

/** Does so for every department with cycles, each once however many nodes run this. */
export async function turnCycles(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  today: string,
  signal?: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT l.department_id AS id FROM task_cycle_lists l WHERE l.is_on AND (
    EXISTS (SELECT FROM task_cycles c WHERE c.department_id = l.department_id AND c.ended_at IS NULL
      AND c.ends_on < ${today}::date)
    OR NOT EXISTS (SELECT FROM task_cycles c WHERE c.department_id = l.department_id AND c.ended_at IS NULL
      AND c.starts_on > ${today}::date)) ORDER BY 1`.execute(db);
  const failures: unknown[] = [];
  for (const { id } of rows) {
    signal?.throwIfAborted();
    try {
      await transact(db, (tx) => turnCyclesOf(tx, id, today));
    } catch (error) {
      // The cycles of other departments turn nevertheless.
      failures.push(error);
      continue;
    }
    // Also where no cycle has ended: after a pause, another one is the current one.
    realtime.sendToOthers(everybodysRoom, [], "task-cycles.changed", { isRewritten: true });
  }
  if (failures.length > 0) throw failures[0];
}

async function turnCyclesOf(tx: Database, departmentId: string, today: string): Promise<void> {
  await lockFieldSets(tx, "to change");
  const list = await lockCycleList(tx, departmentId);
  if (!list?.is_on) return;
  const over = await selectOpenCycles(tx, departmentId)
    .where(sql<boolean>`c.ends_on < ${today}::date`)
    .execute();
  await makeAhead(tx, list, today);
  // The oldest first: unfinished tasks go through each cycle that is over.
  for (const cycle of over)
    await endCycle(tx, cycle, { today, actorId: list.set_by, movesOn: list.moves_on });
}

/** Locks the cycles of a department: everything that makes, changes or ends one of them holds this lock. */
export function lockCycleList(tx: Database, departmentId: string) {
  return tx
    .selectFrom("task_cycle_lists")
    .selectAll()
    .where("department_id", "=", departmentId)
    .forUpdate()
    .executeTakeFirst();
}

type CycleList = NonNullable<Awaited<ReturnType<typeof lockCycleList>>>;

/**
 * Makes the cycles that are missing: the one of today, if it starts today, and the next one. Those of a time in which
 * nothing ran are left out.
 */
export async function makeAhead(tx: Database, list: CycleList, today: string): Promise<void> {
  const latest = await selectCycles(tx)
    .where("c.department_id", "=", list.department_id)
    .orderBy("c.starts_on", "desc")
    .orderBy("c.id", "desc")
    .executeTakeFirst();
  let number = list.last_number;
  let last = latest && { startsOn: latest.starts_on, endsOn: latest.ends_on, isOpen: !latest.ended_at };
  while (!last?.isOpen || last.startsOn <= today) {
    const dates = datesAfter(list, last?.endsOn, today);
    number += 1;
    await tx
      .insertInto("task_cycles")
      .values({
        department_id: list.department_id,
        name: `Cycle ${number}`,
        starts_on: sql`${dates.startsOn}::date`,
        ends_on: sql`${dates.endsOn}::date`,
      })
      .execute();
    last = { ...dates, isOpen: true };
  }
  if (number === list.last_number) return;
  await tx
    .updateTable("task_cycle_lists")
    .set({ last_number: number })
    .where("department_id", "=", list.department_id)
    .execute();
}

/** Pure: the days of the cycle after one that ends on a day, as the settings of its department say. */
export function datesAfter(
  { weeks, weekday, pause_weeks }: Pick<CycleList, "weeks" | "weekday" | "pause_weeks">,
  lastDay: string | undefined,
  today: string,
): { startsOn: string; endsOn: string } {
  const free = lastDay === undefined ? today : addDays(lastDay, 1 + 7 * pause_weeks);
  const from = free < today ? today : free;
  const startsOn = addDays(from, (weekday - weekdayOf(from) + 7) % 7);
  return { startsOn, endsOn: addDays(startsOn, 7 * weeks - 1) };
}

interface Ending {
  today: string;
  /** The author of the moves in the histories of tasks. */
  actorId: string | null;
  movesOn: boolean;
}

/**
 * Ends a cycle: freezes its report, and moves unfinished tasks to the next cycle, or out of this one. Its department must be
 * locked, and the definitions, so that no task comes into it, leaves it or is finished at the same time.
 */
export async function endCycle(tx: Database, cycle: CycleRow, ending: Ending): Promise<void> {
  const { today, actorId, movesOn } = ending;
  const next = movesOn ? await selectNext(tx, cycle).executeTakeFirst() : undefined;
  // Tasks finished after the last day were open at the end.
  const isUnfinished = sql`(t.status IN ${openStatuses} OR t.completed_at >= ${endOf(cycle)})`;
  const open = sql`t.cycle_id = ${cycle.id} AND t.deleted_at IS NULL AND ${isUnfinished}`;
  // In the order in which everyone locks tasks, before the report reads them.
  await sql`SELECT FROM tasks WHERE cycle_id = ${cycle.id} ORDER BY id FOR UPDATE`.execute(tx);
  await sql`INSERT INTO task_cycle_outcomes
      (cycle_id, task_id, title, status, state, is_planned, outcome, estimate_minutes)
    SELECT ${cycle.id}, e.task_id, e.title, e.status, e.state, e.is_planned,
      CASE WHEN e.outcome = 'left' AND ${next !== undefined} AND e.is_still_in AND ${isUnfinished} THEN 'moved'
        ELSE e.outcome END,
      e.estimate_minutes
    FROM ${entriesNow(cycle)} e LEFT JOIN tasks t ON t.id = e.task_id`.execute(tx);
  await sql`INSERT INTO task_cycle_days (cycle_id, day, scope, done, scope_minutes, done_minutes)
    SELECT ${cycle.id}, d.day, d.scope, d.done, d.scope_minutes, d.done_minutes
    FROM ${daysUntil(cycle, today)} d`.execute(tx);
  // Before its tasks move: from here on, no task comes into it.
  await sql`UPDATE task_cycles SET ended_at = now(), version = version + 1, moved_to = ${next?.id ?? null},
      moved_to_name = ${next?.name ?? null},
      ends_on = greatest(starts_on, least(ends_on, ${today}::date)) WHERE id = ${cycle.id}`.execute(tx);
  await leaveCycle(tx, open, { from: cycle.id, to: next?.id ?? null, actorId });
  // They moved when the last day was over, however late the server notices.
  if (next)
    await sql`UPDATE task_cycle_spans SET added_at = least(now(), ${endOf(cycle)})
      WHERE cycle_id = ${next.id} AND added_at = now() AND left_at IS NULL`.execute(tx);
  await sql`UPDATE tasks SET cycle_id = NULL WHERE cycle_id = ${cycle.id} AND deleted_at IS NOT NULL`.execute(
    tx,
  );
  // The report has all of it.
  await sql`DELETE FROM task_cycle_spans WHERE cycle_id = ${cycle.id}`.execute(tx);
}

const movedAtOnce = 5_000;

/** Moves the tasks `t` from a cycle to another one or to none, with a line in their histories. */
export async function leaveCycle(
  tx: Database,
  which: RawBuilder<unknown>,
  { from, to, actorId }: { from: string; to: string | null; actorId: string | null },
): Promise<void> {
  const changeId = uuidv7();
  // In parts, so that no statement of a large department takes as long as statements may.
  for (let isMore = true; isMore; ) {
    const { rows } = await sql<{ id: string }>`UPDATE tasks SET cycle_id = ${to}, version = version + 1
      WHERE id IN (SELECT t.id FROM tasks t WHERE ${which} LIMIT ${sql.lit(movedAtOnce)}) RETURNING id`.execute(
      tx,
    );
    isMore = rows.length === movedAtOnce;
    if (actorId === null) continue;
    await storeChanges(
      tx,
      { kind: "task", changeId, actorId },
      rows.map(({ id }) => ({ subjectId: id, field: "cycle", before: from, after: to })),
    );
  }
}
