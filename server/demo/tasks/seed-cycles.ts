import { addDays, dayIn, weekdayOf } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";

interface Dates {
  startsOn: string;
  endsOn: string;
}

const goals = {
  past: "Empty states of the portal agreed and built, and nobody waits for words.",
  current: "Partners book in two minutes: the new dialog is with the first three of them.",
  next: "The keyboard leads through the whole portal.",
};

/**
 * Writes cycles of two weeks for the tasks of one department: one that has ended with its report, the current one and the
 * next one. Its tasks have to be there.
 */
export async function seedCycles(tx: Database, departmentName: string, now: Date): Promise<void> {
  const { id: departmentId } = await tx
    .selectFrom("departments")
    .select("id")
    .where("name", "=", departmentName)
    .executeTakeFirstOrThrow();
  const today = dayIn("UTC", now);
  const monday = addDays(today, 1 - weekdayOf(today));
  const daysOf = (from: number): Dates => ({
    startsOn: addDays(monday, from),
    endsOn: addDays(monday, from + 13),
  });
  const [past, current, next] = [daysOf(-21), daysOf(-7), daysOf(7)];
  await tx
    .insertInto("task_cycle_lists")
    .values({
      ...{ department_id: departmentId, is_on: true, weeks: 2, weekday: 1, pause_weeks: 0 },
      ...{ moves_on: true, last_number: 9 },
    })
    .execute();
  const cycle = async (number: number, { startsOn, endsOn }: Dates, goal: string) => {
    const id = demoId(new Date(`${startsOn}T08:00Z`), `cycle ${number} of ${departmentName}`);
    await tx
      .insertInto("task_cycles")
      .values({
        id,
        department_id: departmentId,
        ...{ name: `Cycle ${number}`, goal },
        starts_on: sql`${startsOn}::date`,
        ends_on: sql`${endsOn}::date`,
      })
      .execute();
    return id;
  };
  const pastId = await cycle(7, past, goals.past);
  const currentId = await cycle(8, current, goals.current);
  const nextId = await cycle(9, next, goals.next);
  const own = sql`department_id = ${departmentId} AND parent_id IS NULL`;
  const put = (cycleId: string, which: RawBuilder<unknown>) =>
    sql`UPDATE tasks SET cycle_id = ${cycleId} WHERE ${own} AND ${which}`.execute(tx);
  await put(pastId, sql`completed_at >= ${past.startsOn}::date AND completed_at < ${current.startsOn}::date`);
  await put(
    currentId,
    sql`(completed_at >= ${current.startsOn}::date OR status IN ('in_progress', 'in_review'))`,
  );
  await put(nextId, sql`status = 'todo' AND priority IN ('urgent', 'high')`);
  // As if they had been planned before the first day, apart from those that were created later.
  await sql`DELETE FROM task_cycle_spans WHERE cycle_id IN (${pastId}, ${currentId}, ${nextId})`.execute(tx);
  await sql`INSERT INTO task_cycle_spans (cycle_id, task_id, added_at)
    SELECT c.id, t.id, greatest(t.created_at, c.starts_on - interval '2 days')
    FROM tasks t JOIN task_cycles c ON c.id = t.cycle_id WHERE c.department_id = ${departmentId}`.execute(tx);
  // Those that were open when the last cycle ended have moved to the current one.
  await sql`INSERT INTO task_cycle_spans (cycle_id, task_id, added_at, left_at)
    SELECT ${pastId}, id, greatest(created_at, ${past.startsOn}::date - interval '2 days'), ${current.startsOn}::date
    FROM tasks WHERE cycle_id = ${currentId} AND created_at < ${current.startsOn}::date`.execute(tx);
  await sql`INSERT INTO task_cycle_outcomes
      (cycle_id, task_id, title, status, is_planned, outcome, estimate_minutes)
    SELECT ${pastId}, t.id, t.title, CASE WHEN s.left_at IS NULL THEN 'done' ELSE 'in_progress' END,
      s.added_at < ${past.startsOn}::date + 1, CASE WHEN s.left_at IS NULL THEN 'done' ELSE 'moved' END,
      t.estimate_minutes
    FROM task_cycle_spans s JOIN tasks t ON t.id = s.task_id WHERE s.cycle_id = ${pastId}`.execute(tx);
  await sql`INSERT INTO task_cycle_days (cycle_id, day, scope, done, scope_minutes, done_minutes)
    SELECT ${pastId}, d::date, count(s.added_at), count(*) FILTER (WHERE t.completed_at < d::date + 1), 0, 0
    FROM generate_series(${past.startsOn}::date, ${past.endsOn}::date, interval '1 day') AS d
    LEFT JOIN (task_cycle_spans s JOIN tasks t ON t.id = s.task_id)
      ON s.cycle_id = ${pastId} AND s.added_at < d::date + 1 GROUP BY d`.execute(tx);
  await sql`UPDATE task_cycles SET ended_at = ${current.startsOn}::date, moved_to = ${currentId},
      moved_to_name = (SELECT name FROM task_cycles WHERE id = ${currentId}) WHERE id = ${pastId}`.execute(
    tx,
  );
}
