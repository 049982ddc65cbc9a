import type {
  CycleSettings,
  cycleChangeSchema,
  TaskCycleList,
  unfinishedGoTo,
} from "@atoll/contract/tasks/cycle-schemas";
import { maxCycleWeeks } from "@atoll/contract/tasks/cycles";
import { addDays } from "@atoll/contract/zones";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { todayAtServer } from "../../../platform/server-zone.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import { lockFieldSets } from "../own-fields/field-sets.ts";
import { assertMayManageFields } from "../own-fields/manage-fields.ts";
import { everybodysRoom } from "../rooms.ts";
import { type CycleRow, readCycleLists, selectCycles, selectOpenCycles } from "./cycle-queries.ts";
import { datesAfter, endCycle, leaveCycle, lockCycleList, makeAhead } from "./end-cycle.ts";

type Sources = Pick<SliceContext, "db" | "realtime">;

interface Acting {
  viewer: RequestViewer;
  address: string;
}

type Words = Record<string, string | number | boolean>;

/**
 * Switches the cycles of a department on or off, and sets how the next ones are. Switched off, the current cycle ends, and
 * its unfinished tasks leave it; the next one is removed.
 * @throws {AppError} `forbidden`, `department_not_found`, `changed_meanwhile`.
 */
export function setCycles(
  sources: Sources,
  acting: Acting,
  departmentId: string,
  { version, ...wanted }: CycleSettings,
): Promise<TaskCycleList> {
  return changeCycles(sources, acting, departmentId, "rewrites", async (tx, viewer) => {
    const before = await lockCycleList(tx, departmentId);
    assertNotChanged(before ?? { version: 0 }, version);
    const today = todayAtServer();
    const values = {
      is_on: wanted.isOn,
      weeks: wanted.weeks,
      weekday: wanted.weekday,
      pause_weeks: wanted.pauseWeeks,
      moves_on: wanted.unfinished === "next",
      set_by: viewer.id,
    };
    await rejectViolation<unknown>(
      before
        ? tx
            .updateTable("task_cycle_lists")
            .set((eb) => ({ ...values, version: eb("version", "+", 1) }))
            .where("department_id", "=", departmentId)
            .execute()
        : tx
            .insertInto("task_cycle_lists")
            .values({ department_id: departmentId, ...values })
            .execute(),
      {
        task_cycle_lists_department_id_fkey: "department_not_found",
        task_cycle_lists_pkey: "changed_meanwhile",
      },
    );
    const list = await lockCycleList(tx, departmentId);
    if (!list) throw new AppError("department_not_found");
    const cycles = await selectOpenCycles(tx, departmentId).execute();
    const isRhythmNew =
      before?.weeks !== list.weeks ||
      before.weekday !== list.weekday ||
      before.pause_weeks !== list.pause_weeks;
    if (!list.is_on) await stopCycles(tx, cycles, { today, actorId: viewer.id });
    else if (isRhythmNew) await replan(tx, list, cycles, today);
    if (list.is_on) await makeAhead(tx, list, today);
    return {
      before: before ? inWords(before) : undefined,
      after: inWords(list),
      // Tasks leave cycles, or show other days of theirs.
      isRewritten: cycles.length > 0 && (!list.is_on || isRhythmNew),
    };
  });
}

const inWords = (list: { is_on: boolean; weeks: number; weekday: number; pause_weeks: number }): Words => ({
  cycles: list.is_on ? "on" : "off",
  weeks: list.weeks,
  weekday: list.weekday,
  pause: list.pause_weeks,
});

async function stopCycles(
  tx: Database,
  cycles: readonly CycleRow[],
  { today, actorId }: { today: string; actorId: string | null },
): Promise<void> {
  for (const cycle of cycles) {
    if (cycle.starts_on <= today) {
      await endCycle(tx, cycle, { today, actorId, movesOn: false });
      continue;
    }
    await sql`SELECT FROM tasks WHERE cycle_id = ${cycle.id} ORDER BY id FOR UPDATE`.execute(tx);
    await leaveCycle(tx, sql`t.cycle_id = ${cycle.id}`, { from: cycle.id, to: null, actorId });
    await tx.deleteFrom("task_cycles").where("id", "=", cycle.id).execute();
  }
}

/** Gives the cycle that has not started other days. The current one keeps its own. */
async function replan(
  tx: Database,
  list: Parameters<typeof datesAfter>[0],
  cycles: readonly CycleRow[],
  today: string,
): Promise<void> {
  const next = cycles.find(({ starts_on }) => starts_on > today);
  if (!next) return;
  const current = cycles.find(({ id }) => id !== next.id);
  // From tomorrow on: a cycle that was to come does not start at once.
  const { startsOn, endsOn } = datesAfter(list, current?.ends_on, addDays(today, 1));
  await sql`UPDATE task_cycles SET starts_on = ${startsOn}::date, ends_on = ${endsOn}::date,
    version = version + 1 WHERE id = ${next.id}`.execute(tx);
}

/**
 * Changes the name, goal or days of a cycle that has not ended.
 * @throws {AppError} `forbidden`, `task_cycle_not_found`, `task_cycle_ended`, `changed_meanwhile`,
 *   `task_cycle_dates_wrong` for days of another cycle, in the past, or too many of them.
 */
export function changeCycle(
  sources: Sources,
  acting: Acting,
  { id, department_id: departmentId }: CycleRow,
  { version, name, goal, startsOn, endsOn }: z.output<typeof cycleChangeSchema>,
): Promise<TaskCycleList> {
  return changeCycles(sources, acting, departmentId, "keeps tasks", async (tx) => {
    const cycle = await lockOpenCycle(tx, departmentId, id, version);
    const after = { startsOn: startsOn ?? cycle.starts_on, endsOn: endsOn ?? cycle.ends_on };
    await assertDates(tx, cycle, after);
    await tx
      .updateTable("task_cycles")
      .set((eb) => ({
        ...(name === undefined ? {} : { name }),
        ...(goal === undefined ? {} : { goal }),
        starts_on: sql`${after.startsOn}::date`,
        ends_on: sql`${after.endsOn}::date`,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    return {
      before: { name: cycle.name, goal: cycle.goal, from: cycle.starts_on, until: cycle.ends_on },
      after: {
        name: name ?? cycle.name,
        goal: goal ?? cycle.goal,
        from: after.startsOn,
        until: after.endsOn,
      },
      // Tasks show its name and days.
      isRewritten: name !== undefined || startsOn !== undefined || endsOn !== undefined,
    };
  });
}

async function assertDates(
  tx: Database,
  cycle: CycleRow,
  { startsOn, endsOn }: { startsOn: string; endsOn: string },
): Promise<void> {
  if (startsOn === cycle.starts_on && endsOn === cycle.ends_on) return;
  const today = todayAtServer();
  const hasStarted = cycle.starts_on <= today;
  const isWrong =
    (startsOn !== cycle.starts_on && (hasStarted || startsOn <= today)) ||
    endsOn < startsOn ||
    endsOn < today ||
    endsOn >= addDays(startsOn, 7 * maxCycleWeeks);
  const others = await selectCycles(tx)
    .where("c.department_id", "=", cycle.department_id)
    .where("c.id", "!=", cycle.id)
    .where(sql<boolean>`c.starts_on <= ${endsOn}::date AND c.ends_on >= ${startsOn}::date`)
    .execute();
  if (isWrong || others.length > 0) throw new AppError("task_cycle_dates_wrong");
}

/**
 * Ends the current cycle before its last day is over.
 * @throws {AppError} `forbidden`, `task_cycle_not_found`, also for a cycle that has not started; `task_cycle_ended`,
 *   `changed_meanwhile`.
 */
export function endCycleNow(
  sources: Sources,
  acting: Acting,
  { id, department_id: departmentId }: CycleRow,
  { version, unfinished }: { version: number; unfinished: (typeof unfinishedGoTo)[number] },
): Promise<TaskCycleList> {
  return changeCycles(sources, acting, departmentId, "rewrites", async (tx, viewer) => {
    const cycle = await lockOpenCycle(tx, departmentId, id, version);
    const today = todayAtServer();
    if (cycle.starts_on > today) throw new AppError("task_cycle_not_found");
    const list = await lockCycleList(tx, departmentId);
    if (list?.is_on) await makeAhead(tx, list, today);
    await endCycle(tx, cycle, { today, actorId: viewer.id, movesOn: unfinished === "next" });
    return { before: { name: cycle.name }, after: { name: cycle.name, ended: true }, isRewritten: true };
  });
}

async function lockOpenCycle(tx: Database, departmentId: string, id: string, version: number) {
  await lockCycleList(tx, departmentId);
  const cycle = await selectCycles(tx).where("c.id", "=", id).executeTakeFirst();
  if (!cycle || cycle.department_id !== departmentId) throw new AppError("task_cycle_not_found");
  if (cycle.ended_at !== null) throw new AppError("task_cycle_ended");
  assertNotChanged(cycle, version);
  return cycle;
}

interface Done {
  before: Words | undefined;
  after: Words;
  /** Tasks show another cycle, or show theirs differently. */
  isRewritten: boolean;
}

async function changeCycles(
  { db, realtime }: Sources,
  { viewer, address }: Acting,
  departmentId: string,
  mode: "rewrites" | "keeps tasks",
  change: (tx: Database, viewer: RequestViewer) => Promise<Done>,
): Promise<TaskCycleList> {
  const isRewritten = await changeAs(db, viewer, async (tx, current) => {
    assertMayManageFields(current);
    if (mode === "rewrites") await lockFieldSets(tx, "to change");
    const { before, after, isRewritten } = await change(tx, current);
    const { name } = await tx
      .selectFrom("departments")
      .select("name")
      .where("id", "=", departmentId)
      .executeTakeFirstOrThrow();
    await recordAct(tx, {
      action: "task-cycles.updated",
      actor: { id: current.id, name: current.name },
      address,
      subject: { type: "task-fields", id: departmentId, name },
      ...(before && { before }),
      after,
    });
    return isRewritten;
  });
  realtime.sendToOthers(everybodysRoom, [], "task-cycles.changed", { isRewritten });
  const list = (await readCycleLists(db, viewer)).find((one) => one.departmentId === departmentId);
  if (!list) throw new AppError("department_not_found");
  return list;
}

/**
 * Gives the cycles of a department that is merged to the one that takes its tasks. If that has open cycles of its own, the
 * current one of the merged department ends, and its next one is removed.
 * @returns whether there are any.
 */
export async function moveCycles(tx: Database, fromId: string, intoId: string): Promise<boolean> {
  const from = await lockCycleList(tx, fromId);
  if (!from) return false;
  const into = await lockCycleList(tx, intoId);
  if (into?.is_on) {
    const open = await selectOpenCycles(tx, fromId).execute();
    await stopCycles(tx, open, { today: todayAtServer(), actorId: from.set_by });
  }
  await sql`UPDATE task_cycles SET department_id = ${intoId} WHERE department_id = ${fromId}`.execute(tx);
  if (into?.is_on) {
    await tx.deleteFrom("task_cycle_lists").where("department_id", "=", fromId).execute();
    return true;
  }
  await tx.deleteFrom("task_cycle_lists").where("department_id", "=", intoId).execute();
  await tx
    .updateTable("task_cycle_lists")
    .set((eb) => ({
      department_id: intoId,
      last_number: Math.max(from.last_number, into?.last_number ?? 0),
      version: eb("version", "+", 1),
    }))
    .where("department_id", "=", fromId)
    .execute();
  return true;
}
