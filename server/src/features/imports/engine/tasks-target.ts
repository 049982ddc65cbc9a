import { canManageTasks } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import {
  broadcastStates,
  countBuiltOnTasks,
  ensureImportedState,
  findImportedTasks,
  type ImportedState,
  lockDependencies,
  lockFieldSets,
  lockImportedTasks,
  readFieldSets,
  selectBuiltOnTasks,
  writeImportedComments,
  writeImportedDependency,
  writeImportedTasks,
} from "../../tasks/public.ts";
import { keysToTellApart, nameTasks } from "../archive/prints.ts";
import { keyOfRecord, peopleIn, type SourceRecord } from "../archive/records.ts";
import {
  count,
  ensurePeople,
  findItems,
  type Ground,
  isKnown,
  keepItems,
  type PlaceRow,
  skip,
  trialSource,
} from "./ground.ts";
import type { ImportRow } from "./import-row.ts";
import { linkTasks } from "./task-references.ts";
import { undoStates, undoTasks } from "./undo-tasks.ts";
import {
  addComment,
  addTask,
  hasRoom,
  type ParentTask,
  type TargetList,
  type TaskWriting,
} from "./write-tasks.ts";

/** The work of an import cannot go on until a person has decided something. Its message is for administrators. */
export class PauseImport extends Error {}

/** Records that become tasks, sub-tasks, comments and dependencies. */
export const tasksTarget = {
  madeCounts: ["tasks", "subtasks", "comments"],
  madeKinds: ["task", "subtask", "comment"],
  writeRecords: writeTaskRecords,
  finishPlaces: finishBoards,
  async countBuilt(tx: Ground["tx"], { id, started_at }: ImportRow) {
    const { added, changed } = await countBuiltOnTasks(tx, id, started_at ?? new Date());
    return { messages: added, marks: changed };
  },
  builtOn: ({ id, started_at }: ImportRow) => ({
    kind: "task" as const,
    ids: selectBuiltOnTasks(id, started_at ?? new Date()),
  }),
  close: async () => {},
  broadcast: broadcastStates,
  undoSteps: [undoTasks, undoStates],
} as const;

async function writeTaskRecords(
  ground: Ground,
  group: readonly PlaceRow[],
  given: readonly SourceRecord[],
): Promise<void> {
  const records = nameTasks(given, await findItems(ground, keysToTellApart(given)));
  const boards = await boardsOf(ground, group);
  const isOut = new Set(
    group.flatMap(({ key, outcome, parent_key }) =>
      outcome === "skip" || boards.get(parent_key ?? "")?.outcome === "skip" ? key : [],
    ),
  );
  const known = await findItems(ground, records.map(keyOfRecord));
  const seen = new Set<string>();
  const fresh = records.filter((record) => {
    const { placeKey } = record;
    if ("skipped" in record) skip(ground, placeKey, record.skipped, record.detail);
    if ("skipped" in record) return false;
    if ("dependency" in record) return !isOut.has(placeKey);
    const key = keyOfRecord(record);
    const item = known.get(key);
    const isTwice = seen.has(key);
    seen.add(key);
    // Tasks that stayed when this import was undone are not its own any more.
    const isKept = item?.kind.startsWith("kept ") === true;
    const isOwn = item?.import_id === ground.row.id && !isKept;
    if (isOut.has(placeKey)) skip(ground, placeKey, "record_left_out");
    else if (isTwice || item) skip(ground, placeKey, isTwice || isOwn ? "task_repeated" : "record_earlier");
    else return true;
    return false;
  });
  if (fresh.length === 0) return;
  // Before any task is locked, as people who change dependencies do.
  if (fresh.some((record) => "dependency" in record)) await lockDependencies(ground.tx);
  const lists = await listsOf(ground, group, boards, fresh);
  await lockFieldSets(ground.tx, "to read");
  const people = await ensurePeople(ground, peopleIn(fresh));
  const ids = [...people.values()].map(({ id }) => id);
  const { rows: accounts } = await sql<{ id: string }>`SELECT id FROM accounts
    WHERE id = ANY(${[...ids, ...[...lists.values()].flatMap(({ readerIds }) => readerIds)]}::uuid[])
      AND disabled_at IS NULL ORDER BY id FOR KEY SHARE`.execute(ground.tx);
  const writing: TaskWriting = {
    ...{ ground, people, lists, tasks: [], comments: [] },
    activeIds: new Set(accounts.map(({ id }) => id)),
    sets: await readFieldSets(ground.tx),
    linkTo: await linkTasks(ground, fresh),
  };
  await addRecords(writing, fresh);
  await writeImportedTasks(ground.tx, writing.tasks);
  await writeImportedComments(ground.tx, writing.comments);
  await addDependencies(ground, fresh);
}

/** Adds the tasks first, then their sub-tasks and comments, because these name them. */
async function addRecords(writing: TaskWriting, records: readonly SourceRecord[]): Promise<void> {
  const { ground } = writing;
  const wholes = records.filter((record) => "task" in record && record.task.parentKey === null);
  for (const { placeKey, ...record } of wholes)
    if ("task" in record) addTask(writing, placeKey, record.task, undefined);
  const named = records.flatMap((record) =>
    "task" in record ? (record.task.parentKey ?? []) : "comment" in record ? record.comment.taskKey : [],
  );
  const parentOf = await tasksBehind(writing, named);
  const parts = new Map<string, number>();
  for (const { placeKey, ...record } of records) {
    if (!("task" in record) || record.task.parentKey === null) continue;
    const found = parentOf(record.task.parentKey);
    const number = found ? (parts.get(found.id) ?? found.parts) : 0;
    const parent = found && hasRoom(number) ? found.parent : undefined;
    if (found) parts.set(found.id, number + 1);
    addTask(writing, placeKey, record.task, parent);
  }
  const taskOf = await tasksBehind(writing, named);
  for (const { placeKey, ...record } of records) {
    if (!("comment" in record)) continue;
    const task = taskOf(record.comment.taskKey);
    if (task) addComment(writing, placeKey, record.comment, task.id);
    else skip(ground, placeKey, "record_without_task", record.comment.key);
  }
}

/** Finds tasks by their keys: of this batch, of earlier ones and of earlier imports. */
async function tasksBehind({ ground, tasks }: TaskWriting, keys: readonly string[]) {
  const items = await findItems(ground, [...new Set(keys)]);
  const there = await findImportedTasks(
    ground.tx,
    [...items.values()].map(({ target_id }) => target_id),
  );
  const own = new Map(tasks.map((task) => [task.id, task]));
  return (key: string): FoundTask | undefined => {
    const item = items.get(key);
    if (!item) return undefined;
    const id = item.target_id;
    const made = own.get(id);
    const found = there.get(id) ?? (made && { ...made, parts: 0 });
    if (found) return { id, parent: found.parentId === null ? found : undefined, parts: found.parts };
    // One of an earlier batch of a dry run was rolled back: the sub-task is tried without it.
    const isTried = ground.isTrial && item.import_id === ground.row.id;
    const parent = item.kind === "task" ? { id: null, departmentId: null, status: null } : undefined;
    return isTried ? { id, parent, parts: 0 } : undefined;
  };
}

interface FoundTask {
  id: string;
  /** Undefined for a sub-task, which has no sub-tasks. */
  parent: ParentTask | undefined;
  parts: number;
}

/** Each link is in both of its issues, and is made once. */
async function addDependencies(ground: Ground, records: readonly SourceRecord[]): Promise<void> {
  const { tx, row, isTrial } = ground;
  const wanted = new Map(
    records.flatMap((record) => ("dependency" in record ? [[keyOfRecord(record), record] as const] : [])),
  );
  const items = await findItems(
    ground,
    [...wanted].flatMap(([key, { dependency }]) => [key, dependency.blockedKey, dependency.blockerKey]),
  );
  const locked = await lockImportedTasks(
    tx,
    [...items.values()].map(({ target_id }) => target_id),
  );
  // A dry run has rolled back the tasks of its earlier batches.
  const taskOf = (key: string): string | undefined => {
    const task = items.get(key);
    const isThere = task && (locked.has(task.target_id) || (isTrial && task.import_id === row.id));
    return isThere ? task.target_id : undefined;
  };
  for (const [key, { placeKey, dependency }] of wanted) {
    const item = items.get(key);
    if (item && (item.kind !== "refused dependency" || item.import_id === row.id)) continue;
    const [blockedId, blockerId] = [taskOf(dependency.blockedKey), taskOf(dependency.blockerKey)];
    const outcome =
      blockedId && blockerId
        ? await writeImportedDependency(
            tx,
            { blockedId, blockerId },
            isTrial ? trialSource(row.id) : undefined,
          )
        : "missing";
    if (outcome === "added") count(ground, placeKey, "dependencies");
    else if (outcome !== "there")
      skip(ground, placeKey, `dependency_${outcome}`, `${dependency.blockedKey} ← ${dependency.blockerKey}`);
    // The other one of its issues names it again. One that a person has made is not the import's to take back.
    if (!blockedId || !blockerId || outcome === "there" || outcome === "missing") continue;
    const kind = outcome === "added" ? "dependency" : "refused dependency";
    const kept = { key, kind, place_key: placeKey, target_id: blockedId, fingerprint: blockerId };
    ground.items.push(kept);
    if (isTrial) await keepItems(tx, trialSource(row.id), row.id, { items: [kept] });
  }
}

/** The boards of lists, by their keys. */
async function boardsOf({ tx, row }: Ground, lists: readonly PlaceRow[]): Promise<Map<string, PlaceRow>> {
  const rows = await tx
    .selectFrom("import_places")
    .selectAll()
    .where("import_id", "=", row.id)
    .where("key", "in", ["", ...lists.flatMap(({ parent_key }) => parent_key ?? [])])
    .execute();
  return new Map(rows.map((place) => [place.key, place]));
}

/** Finds out where the tasks of lists go, and adds the states that they need. */
async function listsOf(
  ground: Ground,
  group: readonly PlaceRow[],
  boards: ReadonlyMap<string, PlaceRow>,
  records: readonly SourceRecord[],
): Promise<Map<string, TargetList>> {
  const { runner } = ground;
  if (!runner) throw new Error("no person runs the import, so there is no author for its tasks");
  const wanted = new Set(records.map(({ placeKey }) => placeKey));
  const withTasks = new Set(records.flatMap((record) => ("task" in record ? record.placeKey : [])));
  const lists = new Map<string, TargetList>();
  const readers = new Map<string, string[]>();
  for (const place of group) {
    if (!wanted.has(place.key)) continue;
    const board = boards.get(place.parent_key ?? "");
    const departmentId = board?.department_id ?? null;
    const isOwn = canManageTasks(runner) || runner.departments.some(({ id }) => id === departmentId);
    if (departmentId !== null && !isOwn)
      throw new PauseImport(
        "The person who started it may not add tasks to a department that was chosen for a board.",
      );
    let readerIds = readers.get(board?.key ?? "");
    if (!readerIds) {
      readerIds = board && departmentId === null ? await accountsOf(ground, board.member_keys) : [];
      readers.set(board?.key ?? "", readerIds);
    }
    const status = place.status ?? "todo";
    const state =
      status === "archived" || !withTasks.has(place.key)
        ? { stateId: null, isTag: true, made: [] }
        : await ensureImportedState(ground.tx, runner, { departmentId, status, name: place.name });
    await keepState(ground, place, state.made);
    lists.set(place.key, { place, departmentId, state, readerIds });
  }
  return lists;
}

/** Keeps which states were added. A dry run adds them in each of its batches, and rolls them back. */
async function keepState(ground: Ground, place: PlaceRow, made: ImportedState["made"]): Promise<void> {
  for (const [index, { id, name, isUsual }] of made.entries()) {
    const key = `state/${place.parent_key}/${place.key}/${index}`;
    if ((await findItems(ground, [key])).has(key) && ground.isTrial) continue;
    ground.items.push({ key, kind: "state", place_key: place.key, target_id: id, fingerprint: null });
    skip(ground, place.key, isUsual ? "state_usual" : "state_made", name);
  }
}

async function accountsOf({ tx, row }: Ground, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT a.id FROM import_people p
    JOIN accounts a ON a.id = p.person_id AND ${isKnown}
    WHERE p.import_id = ${row.id} AND p.key = ANY(${[...keys]}::text[]) AND a.disabled_at IS NULL ORDER BY a.id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Says which boards nobody can read. */
async function finishBoards(ground: Ground, group: readonly PlaceRow[]): Promise<void> {
  const boards = await boardsOf(ground, group);
  for (const board of boards.values()) {
    if (board.kind !== "board" || board.outcome === "skip" || board.department_id !== null) continue;
    if ((await accountsOf(ground, board.member_keys)).length > 0) continue;
    const kind = board.member_keys.length > 0 ? "board_without_readers" : "board_without_people";
    ground.lines.push({ kind, placeKey: board.key });
    count(ground, board.key, kind);
  }
}
