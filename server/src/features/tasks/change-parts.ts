import { maxRequirements, maxTaskLinks } from "@atoll/contract/tasks/limits";
import type { newRequirementSchema, newTaskLinkSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { attachFiles, discardFile } from "../files/access.ts";
import type { RequestViewer } from "../identity/access.ts";
import { type Changing, changeTasks, type TaskSources } from "./change-tasks.ts";
import { taskFileKind } from "./task-files.ts";

/** Which task, and the change by which it is done once. */
interface Target {
  taskId: string;
  changeId: string;
}

/**
 * Says what a task needs. Specification, section 7 (task_requirements).
 * @throws {AppError} as `changeTasks`; `too_many_requirements`.
 */
export function addRequirement(
  sources: TaskSources,
  viewer: RequestViewer,
  taskId: string,
  { id, ...requirement }: z.output<typeof newRequirementSchema>,
): Promise<void> {
  return changePart(sources, viewer, { taskId, changeId: id }, async ({ tx, note }) => {
    if ((await countOf(tx, "task_requirements", taskId)) >= maxRequirements)
      throw new AppError("too_many_requirements");
    await tx
      .insertInto("task_requirements")
      .values({ id, task_id: taskId, ...requirement })
      .execute();
    note({ taskId, field: "requirement", before: null, after: { id, ...requirement } });
  });
}

/** A task does not need something any more; nothing where it does not anyway. */
export function removeRequirement(
  sources: TaskSources,
  viewer: RequestViewer,
  target: Target & { requirementId: string },
): Promise<void> {
  return changePart(sources, viewer, target, async ({ tx, note }) => {
    const removed = await tx
      .deleteFrom("task_requirements")
      .where("id", "=", target.requirementId)
      .where("task_id", "=", target.taskId)
      .returning(["id", "name", "kind", "url", "notes"])
      .executeTakeFirst();
    if (removed) note({ taskId: target.taskId, field: "requirement", before: removed, after: null });
  });
}

/**
 * Attaches something that lies elsewhere. Specification, sections 5 (attachment by URL) and 7.
 * @throws {AppError} as `changeTasks`; `too_many_task_links`.
 */
export function addLink(
  sources: TaskSources,
  viewer: RequestViewer,
  taskId: string,
  { id, url, filename }: z.output<typeof newTaskLinkSchema>,
): Promise<void> {
  return changePart(sources, viewer, { taskId, changeId: id }, async ({ tx, note }) => {
    if ((await countOf(tx, "task_links", taskId)) >= maxTaskLinks) throw new AppError("too_many_task_links");
    const name = filename || lastPartOf(url);
    await tx
      .insertInto("task_links")
      .values({ id, task_id: taskId, added_by: viewer.id, url, filename: name })
      .execute();
    note({ taskId, field: "link", before: null, after: { id, url, name } });
  });
}

export function removeLink(
  sources: TaskSources,
  viewer: RequestViewer,
  target: Target & { linkId: string },
): Promise<void> {
  return changePart(sources, viewer, target, async ({ tx, note }) => {
    const removed = await tx
      .deleteFrom("task_links")
      .where("id", "=", target.linkId)
      .where("task_id", "=", target.taskId)
      .returning(["id", "url", "filename as name"])
      .executeTakeFirst();
    if (removed) note({ taskId: target.taskId, field: "link", before: removed, after: null });
  });
}

/**
 * Attaches files that the viewer has uploaded for a task.
 * @throws {AppError} as `changeTasks`; `attachment_not_found`, `too_many_task_links`.
 */
export function addFiles(
  sources: TaskSources,
  viewer: RequestViewer,
  { fileIds, ...target }: Target & { fileIds: readonly string[] },
): Promise<void> {
  return changePart(sources, viewer, target, async ({ tx, note }) => {
    const subject = { kind: taskFileKind, id: target.taskId };
    const { count } = await tx
      .selectFrom("files")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("subject_kind", "=", subject.kind)
      .where("subject_id", "=", subject.id)
      .where("discarded_at", "is", null)
      .executeTakeFirstOrThrow();
    if (count + fileIds.length > maxTaskLinks) throw new AppError("too_many_task_links");
    const attached = await attachFiles(tx, viewer.id, subject, fileIds);
    for (const { id, originalName: name } of attached)
      note({ taskId: target.taskId, field: "file", before: null, after: { id, name } });
  });
}

/**
 * Throws a file of a task away.
 * @throws {AppError} as `changeTasks`; `attachment_not_found`.
 */
export function removeFile(
  sources: TaskSources,
  viewer: RequestViewer,
  { fileId, ...target }: Target & { fileId: string },
): Promise<void> {
  return changePart(sources, viewer, target, async ({ tx, note }) => {
    const name = await discardFile(tx, { kind: taskFileKind, id: target.taskId }, fileId);
    note({ taskId: target.taskId, field: "file", before: { id: fileId, name }, after: null });
  });
}

/** Changes what belongs to a task: its version grows, so that every screen takes it as newer. */
async function changePart(
  sources: TaskSources,
  viewer: RequestViewer,
  { taskId, changeId }: Target,
  work: (changing: Changing) => Promise<void>,
): Promise<void> {
  await changeTasks(sources, viewer, { changeId, taskIds: [taskId] }, async (changing) => {
    await work(changing);
    await changing.tx
      .updateTable("tasks")
      .set({ version: sql`version + 1`, updated_at: sql`now()` })
      .where("id", "=", taskId)
      .execute();
  });
}

async function countOf(
  tx: Database,
  table: "task_requirements" | "task_links",
  taskId: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("task_id", "=", taskId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The last part of an address's path, or "link". Specification, section 5. */
function lastPartOf(url: string): string {
  const part = new URL(url).pathname.split("/").findLast((piece) => piece !== "");
  try {
    return part ? decodeURIComponent(part).slice(0, 200) : "link";
  } catch {
    return part?.slice(0, 200) ?? "link";
  }
}
