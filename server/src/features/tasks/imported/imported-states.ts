import type { PermissionHolder } from "@atoll/contract/permissions";
import { taskStatusNames } from "@atoll/contract/tasks/limits";
import { canManageTaskFields } from "@atoll/contract/tasks/policy";
import {
  maxStateName,
  maxTaskStates,
  type StatesStatus,
  stateListOf,
  statesStatuses,
  usualTones,
} from "@atoll/contract/tasks/states";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { recordAct } from "../../../platform/audit.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { lockFieldSets } from "../own-fields/field-sets.ts";
import { everybodysRoom } from "../rooms.ts";
import { readStateLists } from "../states/state-lists.ts";

const foldName = (name: string) => name.normalize("NFKC").toLowerCase();

/** The result for a list of another product: a state, or a tag of its tasks where it cannot be one. */
export interface ImportedState {
  stateId: string | null;
  isTag: boolean;
  /** The states that were added for it: a department without states of its own gets the usual ones with the first. */
  made: { id: string; name: string; isUsual: boolean }[];
}

/**
 * Returns the state of a department's tasks that has this name and status, and adds it if the person may do that. Tasks
 * without a department never get new states: everybody reads the names of these.
 */
export async function ensureImportedState(
  tx: Database,
  runner: PermissionHolder & { id: string; name: string },
  wanted: { departmentId: string | null; status: StatesStatus; name: string },
): Promise<ImportedState> {
  const name = wanted.name.trim();
  const { departmentId, status } = wanted;
  const known = await findState(tx, wanted, name);
  if (known) return known;
  const mayAdd = departmentId !== null && [...name].length <= maxStateName && canManageTaskFields(runner);
  if (!mayAdd) return { stateId: null, isTag: true, made: [] };
  // People who write tasks share this lock, so a list never changes below them.
  await lockFieldSets(tx, "to change");
  const now = await findState(tx, wanted, name);
  if (now) return now;
  const lists = await readStateLists(tx);
  const list = lists.find((one) => one.departmentId === departmentId);
  const states = list?.states ?? [];
  // A department that has the company's states keeps them.
  const isOthers = states.length === 0 && stateListOf(lists, departmentId) !== undefined;
  const added = states.length === 0 ? 5 : 1;
  if (isOthers || states.length + added > maxTaskStates) return { stateId: null, isTag: true, made: [] };
  const id = uuidv7();
  const usual = statesStatuses.map((one) => ({
    ...{ id: uuidv7(), status: one, name: taskStatusNames[one], tone: usualTones[one] },
    ...{ isDefault: true, isBase: true, isNew: true },
  }));
  const before = states.length === 0 ? usual : states.map((one) => ({ ...one, isNew: false }));
  const own = { id, status, name, tone: usualTones[status], isDefault: false, isBase: false, isNew: true };
  const at = before.findLastIndex((one) => one.status === status) + 1;
  const rows = before.toSpliced(at, 0, own).map((one, position) => ({ ...one, position }));
  await sql`INSERT INTO task_state_lists AS l (department_id, version) VALUES (${departmentId}, 1)
    ON CONFLICT (department_id) DO UPDATE SET version = l.version + 1`.execute(tx);
  await sql`INSERT INTO task_states (id, list_id, status, name, tone, position, is_default, is_base)
    SELECT x.id, l.id, x.status, x.name, x.tone, x.position, x."isDefault", x."isBase"
    FROM task_state_lists l, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS x (id uuid, status text, name text, tone text, position int, "isDefault" boolean, "isBase" boolean)
    WHERE l.department_id = ${departmentId}
    ON CONFLICT (id) DO UPDATE SET position = excluded.position`.execute(tx);
  await recordAct(tx, {
    ...{ action: "task-states.updated", actor: { id: runner.id, name: runner.name }, address: "" },
    subject: { type: "department", id: departmentId, name: await nameOf(tx, departmentId) },
    before: { states: states.map((one) => one.name) },
    after: { states: rows.map((one) => one.name) },
  });
  const made = rows.filter(({ isNew }) => isNew);
  return {
    ...{ stateId: id, isTag: false },
    made: made.map((one) => ({ id: one.id, name: one.name, isUsual: one.isDefault })),
  };
}

async function findState(
  tx: Database,
  { departmentId, status }: { departmentId: string | null; status: StatesStatus },
  name: string,
): Promise<ImportedState | undefined> {
  const list = stateListOf(await readStateLists(tx), departmentId);
  const same = (list?.states ?? []).find(
    (one) => one.status === status && foldName(one.name) === foldName(name),
  );
  if (same) return { stateId: same.id, isTag: false, made: [] };
  // The status itself says as much.
  if (foldName(name) === foldName(taskStatusNames[status])) return { stateId: null, isTag: false, made: [] };
  return undefined;
}

async function nameOf(tx: Database, departmentId: string): Promise<string> {
  const row = await tx
    .selectFrom("departments")
    .select("name")
    .where("id", "=", departmentId)
    .executeTakeFirst();
  return row?.name ?? "a department";
}

/** Has all screens fetch the states of tasks again. */
export function broadcastStates(realtime: SliceContext["realtime"]): void {
  realtime.sendToOthers(everybodysRoom, [], "task-states.changed", {});
}

/**
 * Deletes states that an import added and no task is in, and the list if nothing else is in it. The others stay.
 * @returns those that stay.
 */
export async function deleteImportedStates(
  tx: Database,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  await lockFieldSets(tx, "to change");
  const { rows: lists } = await sql<{ id: string }>`SELECT l.id FROM task_state_lists l
    WHERE EXISTS (SELECT FROM task_states s WHERE s.list_id = l.id AND s.id = ANY(${[...ids]}::uuid[]))
    ORDER BY l.id FOR UPDATE`.execute(tx);
  for (const { id } of lists) {
    const { rows: gone } =
      await sql`DELETE FROM task_states s WHERE s.list_id = ${id} AND s.id = ANY(${[...ids]}::uuid[])
      AND NOT EXISTS (SELECT FROM tasks t WHERE t.state_id = s.id)
      AND NOT EXISTS (SELECT FROM task_states o WHERE o.replaced_by = s.id)
      -- The default of a status stays as long as the list has a state that the import did not add.
      AND (NOT s.is_default OR NOT EXISTS (SELECT FROM task_states o
        WHERE o.list_id = s.list_id AND (o.id <> ALL(${[...ids]}::uuid[])
          OR EXISTS (SELECT FROM tasks t WHERE t.state_id = o.id AND NOT o.is_default))))
      RETURNING 1`.execute(tx);
    if (gone.length > 0)
      await sql`UPDATE task_state_lists SET version = version + 1 WHERE id = ${id}`.execute(tx);
  }
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM task_states
    WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return rows;
}
