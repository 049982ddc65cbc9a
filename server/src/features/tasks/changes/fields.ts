import { idSchema } from "@atoll/contract/identifiers";
import type { HistoryField } from "@atoll/contract/tasks/changes";
import type { TaskFieldValues } from "@atoll/contract/tasks/field-schemas";
import { taskStatusSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import {
  type FieldChange,
  type Fields,
  lifecycleFields,
  type NewValues,
  type Undo,
  type UndoContext,
  type ValueField,
} from "../../../platform/changes/field.ts";
import { valuesField } from "../../../platform/fields/values-field.ts";
import type { Database } from "../../../tables.ts";
import { isNoStrangeGuest } from "../../people/public.ts";
import { fitValues, readFieldSets } from "../own-fields/field-sets.ts";
import { freeRank } from "../ranks.ts";
import { blockersOf, setBlockers, waitsFor } from "./blockers.ts";
import { columnFields } from "./columns.ts";
import { itemFields } from "./items.ts";
import type { LockedTask } from "./locked-task.ts";
import { setWatchers, watchersOf } from "./watchers.ts";
import { isRepetition, withdrawSuccessor } from "./withdraw-successor.ts";

type TaskUndo = Undo<Database, LockedTask>;

/** A rank belongs to a status, so both are undone together. */
const undoStatus: TaskUndo = async ({ tx, row, change, together }) => {
  if (row.status !== change.after) return undefined;
  const status = taskStatusSchema.parse(change.before);
  const place = together.find(({ field }) => field === "position");
  const rank = place && z.string().safeParse(place.before).data;
  const state = together.find(({ field }) => field === "state");
  if (state && !(await isStillIn(tx, row, state))) return undefined;
  return {
    status,
    ...(state && stateBefore(state)),
    ...(rank !== undefined && { rank: await freeRank(tx, status, row.id, rank) }),
  };
};

/**
 * Whether a task is where a change has moved it. Its list may have changed since: then where the task has got by that. A
 * state that is no longer of its list counts as the one that stands for it there.
 */
async function isStillIn(tx: Database, row: LockedTask, { after }: Pick<FieldChange, "after">) {
  const movedTo = idSchema.nullable().parse(after);
  if (row.state_id === movedTo) return true;
  const { rows } = await sql<{ state: string | null }>`SELECT
    state_of_task(${row.department_id}, ${row.status}, ${movedTo}::uuid) AS state`.execute(tx);
  return rows[0]?.state === row.state_id;
}

/** The state in which the task was. It may have been removed since: then the one that replaced it. */
const stateBefore = ({ before }: Pick<FieldChange, "before">) => ({
  state_id: sql`living_task_state(${idSchema.nullable().parse(before)}::uuid)`,
});

/** A state belongs to a status, so both are undone together. */
const undoState: TaskUndo = async ({ tx, row, change, together }) => {
  if (together.some(({ field }) => field === "status")) return undefined;
  return (await isStillIn(tx, row, change)) ? stateBefore(change) : undefined;
};

/** A task does not come back into a cycle that has ended since. */
const undoCycle: TaskUndo = async ({ tx, row, change }) => {
  if (row.cycle_id !== change.after) return undefined;
  const before = idSchema.nullable().parse(change.before);
  if (before === null) return { cycle_id: null };
  const open = tx
    .selectFrom("task_cycles")
    .select("id")
    .where("id", "=", before)
    .where("ended_at", "is", null);
  return (await open.executeTakeFirst()) ? { cycle_id: before } : undefined;
};

/** A task does not come back to a guest who was removed from it since. */
const undoAssignee: TaskUndo = async ({ tx, row, change }) => {
  if (row.assignee_id !== change.after) return undefined;
  const before = idSchema.nullable().parse(change.before);
  if (before === null) return { assignee_id: null };
  const { rows } = await sql<{
    ok: boolean;
  }>`SELECT ${isNoStrangeGuest(sql`${before}::uuid`, "task", sql`${row.id}::uuid`)} AS ok`.execute(tx);
  return rows[0]?.ok ? { assignee_id: before } : undefined;
};

const undoPosition: TaskUndo = async ({ tx, row, change, together }) => {
  if (row.rank !== change.after || together.some(({ field }) => field === "status")) return undefined;
  return { rank: await freeRank(tx, row.status, row.id, z.string().parse(change.before)) };
};

const watchers: ValueField<Database, LockedTask, string[]> = {
  read: ({ id }, tx) => watchersOf(tx, id),
  async write(userIds, { id }, tx) {
    await setWatchers(tx, id, userIds);
    return {};
  },
};

const blockedBy: ValueField<Database, LockedTask, string[]> = {
  read: ({ id }, tx) => blockersOf(tx, id),
  async write(ids, { id }, tx) {
    const blockerIds = z.array(idSchema).parse(ids);
    const before = await blockersOf(tx, id);
    for (const blockerId of blockerIds) {
      if (!before.includes(blockerId) && (await waitsFor(tx, blockerId, id))) throw new AppError("task_loop");
    }
    await setBlockers(tx, id, blockerIds);
    return {};
  },
};

const ownFields = valuesField<Database, LockedTask, TaskFieldValues>({
  read: (row) => row.fields,
  write: (fields) => ({ fields: JSON.stringify(fields) }),
  fit: async (values, tx) => fitValues(await readFieldSets(tx), values),
});

/** All fields of a task that have a history. */
export const taskFields = {
  ...columnFields,
  ...itemFields,
  ...lifecycleFields,
  status: { ...columnFields.status, undo: undoStatus },
  state: { ...columnFields.state, undo: undoState },
  position: { ...columnFields.position, undo: undoPosition },
  assignee: { ...columnFields.assignee, undo: undoAssignee },
  cycle: { ...columnFields.cycle, undo: undoCycle },
  fields: ownFields,
  watchers,
  blockedBy,
  created: {
    // A task created by a repetition is deleted or kept together with the task it repeats.
    undo: (context: UndoContext<Database, LockedTask>) =>
      isRepetition(context.change) ? undefined : lifecycleFields.created.undo(context),
  },
  successor: { undo: withdrawSuccessor },
} as const satisfies Fields<Database, LockedTask> & Record<HistoryField, unknown>;

/** New values of some fields of a task. */
export type NewTaskValues = NewValues<typeof taskFields>;
