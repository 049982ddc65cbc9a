import type { Task } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import type { People } from "../people/access.ts";
import { type Change, columnsOf, differences, type HeldTask, holdTasks, type NewValues } from "./fields.ts";
import { followUp } from "./follow-up.ts";
import { presentTasks } from "./present.ts";
import { selectTasks } from "./queries.ts";
import { isReadable } from "./readable.ts";
import { audiencesOf } from "./rooms.ts";
import { tellOfChanges } from "./told/tell-of-changes.ts";

/** What a change of tasks takes, from their rows to all who see them. */
export interface TaskSources {
  db: Database;
  people: People;
  realtime: Realtime;
}

/** A change under way: what it does goes through here, so that it is kept, can be undone, and is told to all. */
export interface Changing {
  tx: Database;
  viewer: RequestViewer;
  /** Sets fields of a task that is held, where they are different. Answers whether anything was. */
  set(task: HeldTask, values: NewValues): Promise<boolean>;
  /** Notes what was changed beside the task's own fields. */
  note(change: Change): void;
  /** Others, whose counts or texts may be different by it, are told how they are, too. */
  alsoTell(taskIds: readonly string[]): void;
}

/**
 * Does what a person does to tasks at one go: once, however often it is sent, under the id that their browser gave it.
 * The tasks are held until it is done, and everybody who may read them, or might before, is told.
 * @param prepare what has to be held before the tasks are.
 * @throws {AppError} `task_not_found` when the viewer may not read one of them; `change_id_taken` when another person
 *   made a change under this id.
 */
export async function changeTasks(
  sources: TaskSources,
  viewer: RequestViewer,
  { changeId, taskIds }: { changeId: string; taskIds: readonly string[] },
  work: (changing: Changing, tasks: HeldTask[]) => Promise<void>,
  prepare: (tx: Database) => Promise<void> = async () => undefined,
): Promise<Task[]> {
  const touched = new Set(taskIds);
  const told = await transact(sources.db, async (tx) => {
    touched.clear();
    for (const id of taskIds) touched.add(id);
    if (await wasMade(tx, viewer, changeId)) return undefined;
    await prepare(tx);
    const tasks = await accessHeld(tx, viewer, taskIds);
    const before = await audiencesOf(tx, taskIds);
    const changing = createChanging(tx, viewer, touched);
    await work(changing, tasks);
    const successors = await followUp(tx, changing.changes, viewer.id);
    for (const change of successors) changing.note(change);
    changing.alsoTell(successors.map(({ taskId }) => taskId));
    const moved = changing.changes.filter(({ field }) => field === "status").map(({ taskId }) => taskId);
    changing.alsoTell(await findAround(tx, moved));
    await keep(tx, viewer, changeId, changing.changes);
    await tellOfChanges(tx, viewer.id, changing.changes);
    return before;
  });
  if (told) return tellOfTasks(sources, [...touched], told, taskIds);
  return presentTasks(
    sources.people,
    await selectThese(sources.db, taskIds).where(isReadable(viewer)).execute(),
  );
}

/**
 * Tells everybody who may read these tasks how they are now, and those who might before, and may not any more, that
 * they are gone; of their sub-tasks, whoever came to read them or does so no longer. To be called after the commit.
 * @returns the tasks of `answered` as they are now; none of them that is deleted.
 */
export async function tellOfTasks(
  { db, people, realtime }: TaskSources,
  taskIds: readonly string[],
  before: Audiences,
  answered: readonly string[] = taskIds,
): Promise<Task[]> {
  const after = await audiencesOf(db, taskIds);
  const ids = new Set([...taskIds, ...movedParts(before, after)]);
  const rows = await selectThese(db, [...ids])
    .where("t.deleted_at", "is", null)
    .execute();
  const tasks = new Map((await presentTasks(people, rows)).map((task) => [task.id, task]));
  for (const taskId of ids) {
    const rooms = after.get(taskId) ?? [];
    const lost = (before.get(taskId) ?? []).filter((room) => !rooms.includes(room));
    if (lost.length > 0) realtime.sendToOthers(lost, rooms, "task.gone", { taskId });
    const task = tasks.get(taskId);
    if (task) realtime.sendToOthers(rooms, [], "task.changed", { task });
  }
  return answered.flatMap((id) => tasks.get(id) ?? []);
}

type Audiences = ReadonlyMap<string, readonly string[]>;

/** Those that were there before and are read by others now. */
function movedParts(before: Audiences, after: Audiences): string[] {
  return [...before].flatMap(([id, rooms]) =>
    rooms.toSorted().join() === (after.get(id) ?? []).toSorted().join() ? [] : [id],
  );
}

function selectThese(db: Database, taskIds: readonly string[]) {
  return selectTasks(db).where(sql<boolean>`t.id = ANY(${taskIds}::uuid[])`);
}

/** Takes the turn of this id: of two who send the same at once, the later one finds it made. */
async function wasMade(tx: Database, viewer: RequestViewer, changeId: string): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${changeId}, 7))`.execute(tx);
  const made = await tx
    .selectFrom("task_changes")
    .select("actor_id")
    .where("change_id", "=", changeId)
    .limit(1)
    .executeTakeFirst();
  if (made && made.actor_id !== viewer.id) throw new AppError("change_id_taken");
  return made !== undefined;
}

async function accessHeld(
  tx: Database,
  viewer: RequestViewer,
  taskIds: readonly string[],
): Promise<HeldTask[]> {
  const tasks = await holdTasks(tx, taskIds);
  const { count } = await tx
    .selectFrom("tasks as t")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(sql<boolean>`t.id = ANY(${taskIds}::uuid[])`)
    .where(isReadable(viewer))
    .executeTakeFirstOrThrow();
  if (count !== new Set(taskIds).size) throw new AppError("task_not_found");
  return tasks;
}

function createChanging(
  tx: Database,
  viewer: RequestViewer,
  touched: Set<string>,
): Changing & { changes: Change[] } {
  const changes: Change[] = [];
  return {
    tx,
    viewer,
    changes,
    async set(task, values) {
      const different = differences(task, values);
      if (different.length === 0) return false;
      const isMoveOnly = different.every(({ field }) => field === "position");
      await tx
        .updateTable("tasks")
        .set({
          ...columnsOf(Object.fromEntries(different.map(({ field, after }) => [field, after]))),
          version: sql`version + 1`,
          // To arrange a column is no news about the task.
          ...(isMoveOnly ? {} : { updated_at: sql`now()` }),
        })
        .where("id", "=", task.id)
        .execute();
      changes.push(...different.map((difference) => ({ taskId: task.id, ...difference })));
      return true;
    },
    note: (change) => void changes.push(change),
    alsoTell(taskIds) {
      for (const id of taskIds) touched.add(id);
    },
  };
}

/** Those that show a count of what is open about these tasks: their wholes, and those on either side that wait. */
export async function findAround(tx: Database, taskIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT parent_id AS id FROM tasks WHERE id = ANY(${taskIds}::uuid[]) AND parent_id IS NOT NULL
    UNION SELECT blocked_id FROM task_dependencies WHERE blocker_id = ANY(${taskIds}::uuid[])
    UNION SELECT blocker_id FROM task_dependencies WHERE blocked_id = ANY(${taskIds}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Keeps a change in the history of its tasks. */
export async function keep(
  tx: Database,
  viewer: { id: string },
  changeId: string,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto("task_changes")
    .values(
      changes.map(({ taskId, field, before, after }) => ({
        change_id: changeId,
        task_id: taskId,
        actor_id: viewer.id,
        field,
        before: JSON.stringify(before ?? null),
        after: JSON.stringify(after ?? null),
      })),
    )
    .execute();
}
