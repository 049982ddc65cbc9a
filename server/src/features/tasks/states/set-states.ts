import { canManageTaskFields } from "@atoll/contract/tasks/policy";
import type { TaskStateList, taskStatesChangeSchema } from "@atoll/contract/tasks/state-schemas";
import { statesStatuses } from "@atoll/contract/tasks/states";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { onlyNamed } from "../../../platform/changes/changeable.ts";
import { type Fields, isSame, type ValueField } from "../../../platform/changes/field.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Changer, ChangeSources, SliceChangeable } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { holdViewer } from "../../identity/public.ts";
import { lockFieldSets } from "../own-fields/field-sets.ts";
import { assertMayManageFields } from "../own-fields/manage-fields.ts";
import { everybodysRoom } from "../rooms.ts";
import {
  presentStateList,
  readStateLists,
  type StoredState,
  storedStateSchema,
  storedStates,
} from "./state-lists.ts";

interface LockedList {
  id: string;
  department_id: string | null;
  version: number;
  deleted_at: Date | null;
  states: StoredState[];
}

async function lockLists(tx: Database, ids: readonly string[]): Promise<LockedList[]> {
  const rows = await tx
    .selectFrom("task_state_lists as l")
    .select(["l.id", "l.department_id", "l.version", storedStates.as("states")])
    .where(sql<boolean>`l.id = ANY(${[...ids]}::uuid[])`)
    .orderBy("l.id")
    .forUpdate("l")
    .execute();
  return rows.map(({ states, ...row }) => ({
    ...row,
    deleted_at: null,
    states: z.array(storedStateSchema).parse(states),
  }));
}

/** All states of a list, with the removed ones: one value, because they replace each other. */
const states: ValueField<Database, LockedList, StoredState[]> = {
  read: ({ states: stored }) => stored,
  // An undo leaves those that it takes away as removed ones, which the change before it did not know.
  isSame(one, other) {
    const common = (all: StoredState[], known: StoredState[]) =>
      all.filter((state) => !state.isRemoved || known.some(({ id }) => id === state.id));
    return isSame(common(one, other), common(other, one));
  },
  async write(value, { id: listId }, tx) {
    const stored = z.array(storedStateSchema).parse(value);
    const ids = stored.map(({ id }) => id);
    const { rows } = await sql`INSERT INTO task_states
      (id, list_id, status, name, tone, position, is_default, is_base, is_removed, replaced_by)
      SELECT s.id, ${listId}, s.status, s.name, s.tone, s.at, s."isDefault", s."isBase", s."isRemoved", s."replacedBy"
      FROM (SELECT x.*, v.at - 1 AS at FROM jsonb_array_elements(${JSON.stringify(stored)}::jsonb) WITH ORDINALITY AS v (item, at),
        jsonb_to_record(v.item) AS x (id uuid, status text, name text, tone text, "isDefault" boolean,
          "isBase" boolean, "isRemoved" boolean, "replacedBy" uuid)) s
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, tone = excluded.tone, position = excluded.position,
        is_default = excluded.is_default, is_base = excluded.is_base, is_removed = excluded.is_removed,
        replaced_by = excluded.replaced_by
      WHERE task_states.list_id = excluded.list_id AND task_states.status = excluded.status
      RETURNING id`.execute(tx);
    if (rows.length < ids.length) throw new AppError("task_state_wrong");
    // Added by what is undone: tasks that came into them go to the default of their status.
    await sql`UPDATE task_states s SET is_removed = true, is_default = false, is_base = false, replaced_by =
        (SELECT d.id FROM task_states d WHERE d.list_id = s.list_id AND d.status = s.status AND d.is_default LIMIT 1)
      WHERE s.list_id = ${listId} AND NOT s.id = ANY(${ids}::uuid[]) AND NOT s.is_removed`.execute(tx);
    return {};
  },
};

const listFields = { states } as const satisfies Fields<Database, LockedList>;

/** How the states of a list are changed, and how that is undone: as a whole, unless someone has changed them since. */
export const stateListChanges: SliceChangeable<LockedList, typeof listFields> = {
  kind: "task-states",
  table: "task_state_lists",
  stamps: { version: sql`version + 1` },
  fields: listFields,
  errors: { notFound: "department_not_found", changeNotFound: "change_not_found" },
  lock: lockLists,
  countReadable: async (_tx, _viewer, ids) => new Set(ids).size,
  audiences: async () => new Map(),
  ...onlyNamed(async ({ realtime }: ChangeSources) =>
    realtime.sendToOthers(everybodysRoom, [], "task-states.changed", {}),
  ),
  // Tasks that come into a state at the same time wait, or are waited for.
  beforeUndo: (tx) => lockFieldSets(tx, "to change"),
  mayUndo: async (_tx, viewer) => canManageTaskFields(viewer),
  async audit(tx, viewer, { before, after }) {
    for (const row of after) {
      const old = before.find(({ id }) => id === row.id);
      await recordAct(tx, {
        action: "task-states.updated",
        actor: { id: viewer.id, name: viewer.name },
        address: viewer.address,
        subject: await subjectOf(tx, row.department_id),
        before: inWords(old?.states ?? []),
        after: inWords(row.states),
      });
    }
  },
};

/**
 * Sets the states of a list: adds, renames, orders and removes them. Tasks in a removed state are in the one that replaces
 * it from then on, without being written; an undo brings them back, apart from those that someone has moved since.
 * @throws {AppError} `forbidden`, `department_not_found`, `changed_meanwhile`, `task_state_wrong` for a state of another
 *   list or status, `change_id_taken`.
 */
export async function setTaskStates(
  sources: ChangeSources,
  viewer: Changer,
  { changeId, departmentId, version, ...wanted }: z.output<typeof taskStatesChangeSchema>,
): Promise<TaskStateList> {
  const id = await makeList(sources.db, departmentId);
  await applyChange(
    stateListChanges,
    sources,
    viewer,
    { changeId, ids: [id], sent: { departmentId, ...wanted } },
    async (changing, [row]) => {
      if (!row) throw new AppError("department_not_found");
      assertNotChanged(row, version);
      await changing.set(row, { states: withWanted(row.states, wanted) });
    },
    async (tx) => {
      assertMayManageFields(await holdViewer(tx, viewer));
      await lockFieldSets(tx, "to change");
    },
  );
  const list = (await readStateLists(sources.db)).find((one) => one.departmentId === departmentId);
  if (!list) throw new AppError("department_not_found");
  return presentStateList(list);
}

/** Returns the ID of the list of a department, which may still have no states. */
async function makeList(db: Database, departmentId: string | null): Promise<string> {
  await rejectViolation(
    sql`INSERT INTO task_state_lists (department_id) VALUES (${departmentId}) ON CONFLICT DO NOTHING`.execute(
      db,
    ),
    { task_state_lists_department_id_fkey: "department_not_found" },
  );
  const { id } = await db
    .selectFrom("task_state_lists")
    .select("id")
    .where(sql<boolean>`department_id IS NOT DISTINCT FROM ${departmentId}::uuid`)
    .executeTakeFirstOrThrow();
  return id;
}

type Wanted = Pick<z.output<typeof taskStatesChangeSchema>, "states" | "moves">;

/** Pure: the states of a list after a change. */
function withWanted(before: readonly StoredState[], { states: wanted, moves }: Wanted): StoredState[] {
  const inOrder = wanted.toSorted(
    (one, other) => statesStatuses.indexOf(one.status) - statesStatuses.indexOf(other.status),
  );
  const kept = inOrder.map((state): StoredState => {
    const was = before.find(({ id }) => id === state.id);
    if (was && (was.isRemoved || was.status !== state.status)) throw new AppError("task_state_wrong");
    return { ...state, isBase: was?.isBase ?? false, isRemoved: false, replacedBy: null };
  });
  const removed = before
    .filter(({ id }) => !kept.some((state) => state.id === id))
    .map((state): StoredState => {
      if (state.isRemoved) return state;
      const others = kept.filter(({ status }) => status === state.status);
      const to = moves.find(({ from }) => from === state.id)?.to;
      const next = others.find(({ id, isDefault }) => (to === undefined ? isDefault : id === to));
      if (!next && (to !== undefined || others.length > 0)) throw new AppError("task_state_wrong");
      if (state.isBase && next) next.isBase = true;
      return { ...state, isDefault: false, isBase: false, isRemoved: true, replacedBy: next?.id ?? null };
    });
  for (const status of statesStatuses) {
    const own = kept.filter((state) => state.status === status);
    const [base = own.find(({ isDefault }) => isDefault), ...others] = own.filter(({ isBase }) => isBase);
    if (base) base.isBase = true;
    for (const other of others) other.isBase = false;
  }
  return [...kept, ...removed];
}

async function subjectOf(tx: Database, departmentId: string | null) {
  if (departmentId === null) return { type: "task-fields", id: "all", name: "all departments" };
  const { name } = await tx
    .selectFrom("departments")
    .select("name")
    .where("id", "=", departmentId)
    .executeTakeFirstOrThrow();
  return { type: "task-fields", id: departmentId, name };
}

const inWords = (all: readonly StoredState[]) => ({
  states: all
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ name, isDefault }) => (isDefault ? `${name} (default)` : name))
    .join(", "),
});

/**
 * Gives the states of a department that is merged to the one that takes its tasks, if that has none of its own. Else its
 * tasks get the default states there. Its tasks must be locked, and the lists too.
 * @returns whether there are any.
 */
export async function moveStateList(tx: Database, fromId: string, intoId: string): Promise<boolean> {
  const from = await readListOf(tx, fromId);
  if (!from) return false;
  const into = await readListOf(tx, intoId);
  if (into?.isFilled || !from.isFilled) return true;
  // Tasks that only follow to their state, as from before the list, are told which one it is while that can be seen.
  const current = sql`state_of_task(department_id, status, state_id)`;
  await sql`UPDATE tasks SET state_id = ${current}
    WHERE department_id = ${fromId} AND state_id IS DISTINCT FROM ${current}`.execute(tx);
  await tx.deleteFrom("task_state_lists").where("department_id", "=", intoId).execute();
  await tx
    .updateTable("task_state_lists")
    .set((eb) => ({ department_id: intoId, version: eb("version", "+", 1) }))
    .where("department_id", "=", fromId)
    .execute();
  return true;
}

async function readListOf(tx: Database, departmentId: string) {
  return tx
    .selectFrom("task_state_lists as l")
    .select(
      sql<boolean>`EXISTS (SELECT FROM task_states s WHERE s.list_id = l.id AND NOT s.is_removed)`.as(
        "isFilled",
      ),
    )
    .where("l.department_id", "=", departmentId)
    .executeTakeFirst();
}
