import type { ItemField } from "../../../platform/changes/field.ts";
import type { Database } from "../../../tables.ts";
import { discardFile, restoreFile } from "../../files/public.ts";
import { taskFileKind } from "../readable.ts";
import type { LockedTask } from "./locked-task.ts";

/** A requirement of a task, as stored in its history. */
interface RequirementItem {
  id: string;
  name: string;
  kind: string;
  url: string;
  notes: string;
}

interface LinkItem {
  id: string;
  url: string;
  name: string;
}

interface FileItem {
  id: string;
  name: string;
}

type TaskItem<Item> = ItemField<Database, LockedTask, Item>;

const requirement: TaskItem<RequirementItem> = {
  async add(tx, { id: task_id }, { id, name, kind, url, notes }) {
    await tx.insertInto("task_requirements").values({ id, name, kind, url, notes, task_id }).execute();
    return true;
  },
  remove: (tx, task, { id }) => deleteRow(tx, "task_requirements", task.id, id),
};

const link: TaskItem<LinkItem> = {
  async add(tx, { id: task_id }, { id, url, name: filename }, added_by) {
    await tx.insertInto("task_links").values({ id, url, filename, task_id, added_by }).execute();
    return true;
  },
  remove: (tx, task, { id }) => deleteRow(tx, "task_links", task.id, id),
};

/** Time that a person has spent on the task; only they add and remove it. */
export interface TimeItem {
  id: string;
  userId: string;
  day: string;
  minutes: number;
  note: string;
}

const time: TaskItem<TimeItem> = {
  async add(tx, { id: task_id }, { id, userId, day, minutes, note }) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("task_time_entries")
      .values({ id, task_id, user_id: userId, day, minutes, note })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  },
  remove: (tx, task, { id }) => deleteRow(tx, "task_time_entries", task.id, id),
};

/** Files are attached by their slice; here they are only restored and discarded. */
const file: TaskItem<FileItem> = {
  add: (tx, task, { id }) => restoreFile(tx, { kind: taskFileKind, id: task.id }, id),
  async remove(tx, task, { id }) {
    await discardFile(tx, { kind: taskFileKind, id: task.id }, id);
    return true;
  },
};

export const itemFields = { requirement, link, file, time };

async function deleteRow(
  tx: Database,
  table: "task_requirements" | "task_links" | "task_time_entries",
  taskId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where("id", "=", id)
    .where("task_id", "=", taskId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
