import {
  type ListedCycle,
  type TaskCycle,
  type TaskCycleList,
  taskCycleSchema,
} from "@atoll/contract/tasks/cycle-schemas";
import { canManageTaskFields, canReadTaskCycles, type TaskViewer } from "@atoll/contract/tasks/policy";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { todayAtServer } from "../../../platform/server-zone.ts";
import type { Database } from "../../../tables.ts";

/** The number of ended cycles that filters offer. */
const shownPast = 12;

const inJson = sql`jsonb_build_object('id', c.id, 'name', c.name, 'startsOn', to_char(c.starts_on, 'YYYY-MM-DD'),
  'endsOn', to_char(c.ends_on, 'YYYY-MM-DD'), 'isEnded', c.ended_at IS NOT NULL)`;

/** SQL: the cycle of a task of the table or alias `t`, as every list shows it. */
export const cycleOfTask = sql<unknown>`(SELECT ${inJson} FROM task_cycles c WHERE c.id = t.cycle_id)`;

export function presentCycleOf(cycle: unknown): TaskCycle | null {
  return taskCycleSchema.nullable().parse(cycle ?? null);
}

/** SQL: the tasks `t` are in one of these cycles, which a filter names by their IDs or by the calendar of the company. */
export function isInCycles(wanted: readonly string[]): RawBuilder<boolean> {
  const today = sql`${todayAtServer()}::date`;
  const phases: Record<string, RawBuilder<unknown>> = {
    current: sql`c.ended_at IS NULL AND ${today} BETWEEN c.starts_on AND c.ends_on`,
    next: sql`c.ended_at IS NULL AND c.starts_on > ${today}`,
    past: sql`(c.ended_at IS NOT NULL OR c.ends_on < ${today})`,
  };
  const named = wanted.filter((one) => one !== "none" && !(one in phases));
  const ofPhases = wanted.flatMap((one) => phases[one] ?? []);
  // As an array, so that the index of tasks is used also where IDs and phases are combined.
  const ids =
    ofPhases.length === 0
      ? sql`${named}::uuid[]`
      : sql`(${named}::uuid[] || ARRAY(SELECT c.id FROM task_cycles c WHERE ${sql.join(
          ofPhases.map((phase) => sql`(${phase})`),
          sql` OR `,
        )}))`;
  if (!wanted.includes("none")) return sql<boolean>`t.cycle_id = ANY(${ids})`;
  return named.length + ofPhases.length === 0
    ? sql<boolean>`t.cycle_id IS NULL`
    : sql<boolean>`(t.cycle_id IS NULL OR t.cycle_id = ANY(${ids}))`;
}

/** Returns these cycles in the order of a list's groups: the open ones as they follow each other, then the last ended. */
export async function cyclesOf(db: Database, ids: readonly string[]): Promise<TaskCycle[]> {
  const { rows } = await sql<{ cycle: unknown }>`SELECT ${inJson} AS cycle FROM task_cycles c
    WHERE c.id = ANY(${ids}::uuid[])
    ORDER BY c.ended_at IS NOT NULL, CASE WHEN c.ended_at IS NULL THEN c.starts_on END,
      c.starts_on DESC, c.id`.execute(db);
  return rows.map(({ cycle }) => taskCycleSchema.parse(cycle));
}

/**
 * Asserts that tasks of these departments can come into a cycle. The definitions must be locked, so that it does not end
 * before the tasks are written.
 * @throws {AppError} `task_cycle_wrong` for a cycle that has ended, is of another department, or is unknown to the viewer.
 */
export async function assertCycle(
  tx: Database,
  viewer: TaskViewer,
  cycleId: string,
  departmentIds: readonly (string | null)[],
): Promise<void> {
  const cycle = await tx
    .selectFrom("task_cycles")
    .select("department_id")
    .where("id", "=", cycleId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (
    !cycle ||
    !canReadTaskCycles(viewer, cycle.department_id) ||
    departmentIds.some((id) => id !== cycle.department_id)
  )
    throw new AppError("task_cycle_wrong");
}

/** Selects cycles `c` with all that their readers see. */
export function selectCycles(db: Database) {
  return db
    .selectFrom("task_cycles as c")
    .select([
      "c.id",
      "c.department_id",
      "c.name",
      "c.goal",
      "c.version",
      "c.ended_at",
      "c.moved_to",
      "c.moved_to_name",
    ])
    .select([
      sql<string>`to_char(c.starts_on, 'YYYY-MM-DD')`.as("starts_on"),
      sql<string>`to_char(c.ends_on, 'YYYY-MM-DD')`.as("ends_on"),
    ]);
}
export type CycleRow = Awaited<ReturnType<ReturnType<typeof selectCycles>["execute"]>>[number];

export function presentCycle(row: CycleRow): ListedCycle {
  return {
    id: row.id,
    name: row.name,
    goal: row.goal,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    isEnded: row.ended_at !== null,
    version: row.version,
  };
}

/** The open cycles of a department, as they follow each other. */
export function selectOpenCycles(db: Database, departmentId: string) {
  return selectCycles(db)
    .where("c.department_id", "=", departmentId)
    .where("c.ended_at", "is", null)
    .orderBy("c.starts_on");
}

/** The cycles of the departments whose cycles a viewer may read, as far as they were ever switched on. */
export async function readCycleLists(db: Database, viewer: TaskViewer): Promise<TaskCycleList[]> {
  const own = viewer.departments.map(({ id }) => id);
  const lists = await db
    .selectFrom("task_cycle_lists as l")
    .selectAll()
    .$if(!canManageTaskFields(viewer), (rows) =>
      rows.where(sql<boolean>`l.department_id = ANY(${own}::uuid[])`),
    )
    .orderBy("l.department_id")
    .execute();
  const ids = lists.map(({ department_id }) => department_id);
  const cycles = await selectCycles(db)
    .where(
      sql<boolean>`c.id IN (SELECT shown.id FROM unnest(${ids}::uuid[]) AS d (id), LATERAL (
        (SELECT o.id FROM task_cycles o WHERE o.department_id = d.id AND o.ended_at IS NULL)
        UNION ALL (SELECT p.id FROM task_cycles p WHERE p.department_id = d.id AND p.ended_at IS NOT NULL
          ORDER BY p.starts_on DESC, p.id DESC LIMIT ${sql.lit(shownPast)})) shown)`,
    )
    .orderBy("c.starts_on")
    .orderBy("c.id")
    .execute();
  return lists.map((list) => {
    const ofList = cycles.filter(({ department_id }) => department_id === list.department_id);
    return {
      departmentId: list.department_id,
      version: list.version,
      isOn: list.is_on,
      weeks: list.weeks,
      weekday: list.weekday,
      pauseWeeks: list.pause_weeks,
      unfinished: list.moves_on ? "next" : "none",
      open: ofList.filter(({ ended_at }) => ended_at === null).map(presentCycle),
      past: ofList
        .filter(({ ended_at }) => ended_at !== null)
        .map(presentCycle)
        .reverse(),
    };
  });
}
