import { stateTones } from "@atoll/contract/state-tones";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { canManageTaskFields, canManageTasks, type TaskViewer } from "@atoll/contract/tasks/policy";
import { type TaskState, type TaskStateList, taskStateSchema } from "@atoll/contract/tasks/state-schemas";
import { sharedStateList, stateListOf, statesStatuses } from "@atoll/contract/tasks/states";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { isReadable } from "../readable.ts";

/** A state as it is stored, also if it was removed: the tasks in it are in the one that replaced it. */
export const storedStateSchema = z.object({
  id: z.uuid(),
  status: z.enum(statesStatuses),
  name: z.string(),
  tone: z.enum(stateTones),
  isDefault: z.boolean(),
  /** Tasks of its status that have no state of its list are in this one. */
  isBase: z.boolean(),
  isRemoved: z.boolean(),
  replacedBy: z.uuid().nullable(),
});
export type StoredState = z.output<typeof storedStateSchema>;

export interface StateList {
  departmentId: string | null;
  version: number;
  /** Those in use, in their order. */
  states: StoredState[];
  removed: StoredState[];
}

/** SQL: the states of the list `l` as `StoredState`, in their order. */
export const storedStates = sql<unknown>`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'status', s.status,
  'name', s.name, 'tone', s.tone, 'isDefault', s.is_default, 'isBase', s.is_base, 'isRemoved', s.is_removed,
  'replacedBy', s.replaced_by) ORDER BY s.is_removed, s.position, s.id), '[]') FROM task_states s WHERE s.list_id = l.id)`;

/** All lists of the company. There is at most one for each department. */
export async function readStateLists(db: Database): Promise<StateList[]> {
  const rows = await db
    .selectFrom("task_state_lists as l")
    .select(["l.department_id", "l.version", storedStates.as("states")])
    .orderBy(sql`l.department_id NULLS FIRST`)
    .execute();
  return rows.map(({ department_id: departmentId, version, states }) => {
    const all = z.array(storedStateSchema).parse(states);
    const isRemoved = (one: StoredState) => one.isRemoved;
    return {
      departmentId,
      version,
      states: all.filter((one) => !isRemoved(one)),
      removed: all.filter(isRemoved),
    };
  });
}

/** All lists, as far as a viewer may know their states. */
export async function readOwnStateLists(db: Database, viewer: TaskViewer): Promise<TaskStateList[]> {
  const lists = await readStateLists(db);
  const known = await knownLists(db, viewer, lists);
  return lists.map((list) =>
    known.has(list)
      ? presentStateList(list)
      : {
          departmentId: list.departmentId,
          version: list.version,
          states: [],
          isHidden: list.states.length > 0,
          removed: [],
        },
  );
}

/**
 * The lists whose states a viewer may know: of all tasks, of their departments, and of those of which they may read a
 * task, which they may also change. All of them for those who manage them.
 */
async function knownLists(
  db: Database,
  viewer: TaskViewer,
  lists: readonly StateList[],
): Promise<ReadonlySet<StateList>> {
  const own = new Set<string | null>([null, ...viewer.departments.map(({ id }) => id)]);
  const isEvery = canManageTasks(viewer) || canManageTaskFields(viewer);
  const others = lists.flatMap(({ departmentId: id }) => (isEvery || id === null || own.has(id) ? [] : id));
  if (others.length > 0) {
    const { rows } = await sql<{ id: string }>`SELECT o.id FROM unnest(${others}::uuid[]) AS o (id)
      WHERE EXISTS (SELECT FROM tasks t WHERE t.department_id = o.id AND ${isReadable(viewer)})`.execute(db);
    for (const { id } of rows) own.add(id);
  }
  return new Set(lists.filter(({ departmentId }) => isEvery || own.has(departmentId)));
}

export function presentStateList(list: StateList): TaskStateList {
  const { departmentId, version, states, removed } = list;
  return {
    departmentId,
    version,
    states: states.map(({ id, status, name, tone, isDefault }) => ({ id, status, name, tone, isDefault })),
    isHidden: false,
    removed: removed.map(({ id }) => ({ id, to: living(list, id)?.id ?? null })),
  };
}

/**
 * SQL: the own state of a task of the table or alias `t`, as every list shows it; null where there are none. Without the
 * inner SELECT, PostgreSQL reads all states and asks for that of the task once for each of them.
 */
export const stateOfTask = sql<unknown>`(CASE WHEN EXISTS (SELECT FROM task_states) THEN (
  SELECT jsonb_build_object('id', s.id, 'status', s.status, 'name', s.name, 'tone', s.tone, 'order', s.position) FROM task_states s
  WHERE s.id = (SELECT state_of_task(t.department_id, t.status, t.state_id))) END)`;

export function presentState(state: unknown): TaskState | null {
  return taskStateSchema.nullable().parse(state ?? null);
}

/**
 * Returns the state that a task gets: the wanted one, or the default of a status; null where its list has none.
 * @throws {AppError} `task_state_wrong` if the wanted one was removed, or is of another list or status.
 */
export function stateFor(
  lists: readonly StateList[],
  departmentId: string | null,
  status: TaskStatus,
  wantedId?: string | null,
): string | null {
  const states = stateListOf(lists, departmentId)?.states.filter((state) => state.status === status) ?? [];
  if (!wantedId) return (states.find(({ isDefault }) => isDefault) ?? states[0])?.id ?? null;
  if (!states.some(({ id }) => id === wantedId)) throw new AppError("task_state_wrong");
  return wantedId;
}

/**
 * The list by whose states the tasks of a filter are grouped; undefined if they have several lists, none, or one that the
 * viewer may not know.
 */
export async function listOfFilter(
  db: Database,
  viewer: TaskViewer,
  lists: readonly StateList[],
  { departments }: { departments?: readonly string[] | undefined },
): Promise<StateList | undefined> {
  const list = sharedStateList(lists, departments ?? []);
  return list && (await knownLists(db, viewer, [list])).has(list) ? list : undefined;
}

/** A state as columns and groups show it. */
export function asShown({ states }: StateList, stateId: string): TaskState | null {
  const order = states.findIndex(({ id }) => id === stateId);
  const state = states[order];
  return state ? { id: state.id, status: state.status, name: state.name, tone: state.tone, order } : null;
}

/** The state in use that a state has become; undefined if nothing replaced it. */
function living(list: StateList, stateId: string): StoredState | undefined {
  const all = [...list.states, ...list.removed];
  let state = all.find(({ id }) => id === stateId);
  for (let step = 0; state?.isRemoved && step < all.length; step++) {
    const { replacedBy }: StoredState = state;
    state = all.find(({ id }) => id === replacedBy);
  }
  return state?.isRemoved ? undefined : state;
}

/** Pure: the states in use that are meant by those of a filter, which may have been removed since. */
export function livingStates(lists: readonly StateList[], stateIds: readonly string[]): string[] {
  const found = stateIds.flatMap((id) => lists.flatMap((list) => living(list, id)?.id ?? []));
  return [...new Set(found)];
}

/**
 * SQL: the ID of the own state that the task `t` is in, as text; null where its list has none. The same as
 * `state_of_task` of the database, which looks up each task: this looks up the lists once for all of them.
 */
export function effectiveState(lists: readonly StateList[]): RawBuilder<string | null> {
  const filled = lists.filter(({ states }) => states.length > 0);
  if (filled.length === 0) return sql<string | null>`NULL::text`;
  const map = Object.fromEntries(
    filled.map((list) => {
      const byState = [...list.states, ...list.removed].map((one) => [one.id, living(list, one.id)?.id]);
      const byStatus = statesStatuses.map((status) => {
        const states = list.states.filter((one) => one.status === status);
        return [status, (states.find(({ isBase }) => isBase) ?? states[0])?.id];
      });
      return [list.departmentId ?? "", Object.fromEntries([...byStatus, ...byState])];
    }),
  );
  const all = sql`${JSON.stringify(map)}::jsonb`;
  const list = sql`coalesce(${all} -> t.department_id::text, ${all} -> '')`;
  return sql<string | null>`CASE WHEN t.status <> 'archived' THEN
    coalesce(${list} ->> t.state_id::text, ${list} ->> t.status) END`;
}

/** SQL: the sort key of tasks by status and, within it, by their states and the order of the board. */
export function stateSortKey(lists: readonly StateList[], status: RawBuilder<string>): RawBuilder<string> {
  const places = Object.fromEntries(
    lists.flatMap(({ states }) => states.map(({ id }, order) => [id, String(order).padStart(2, "0")])),
  );
  return sql<string>`${status} || coalesce(${JSON.stringify(places)}::jsonb ->> ${effectiveState(lists)}, '') || t.rank`;
}
