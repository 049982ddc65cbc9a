import { maxRequirements, maxTaskLinks } from "@atoll/contract/tasks/limits";
import type { newRequirementSchema, newTaskLinkSchema } from "@atoll/contract/tasks/schemas";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { attachFiles, discardFile } from "../../files/public.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { LockedTask } from "../changes/locked-task.ts";
import { changeTasks, type TaskChanging } from "../changes/task-changes.ts";
import { taskFileKind } from "../readable.ts";

/** The task, with the idempotency key of the change. */
interface Target {
  taskId: string;
  changeId: string;
}

/**
 * Adds a requirement to a task. Specification, section 7 (task_requirements).
 * @throws {AppError} as `changeTasks`; `too_many_requirements`.
 */
export function addRequirement(
  sources: ChangeSources,
  viewer: RequestViewer,
  taskId: string,
  { id, ...requirement }: z.output<typeof newRequirementSchema>,
): Promise<void> {
  return changePart(
    sources,
    viewer,
    { taskId, changeId: id, content: requirement },
    async ({ tx, add }, task) => {
      if ((await countOf(tx, "task_requirements", taskId)) >= maxRequirements)
        throw new AppError("too_many_requirements");
      await add(task, "requirement", { id, ...requirement });
    },
  );
}

/** Removes a requirement from a task. Does nothing if the task does not have it. */
export function removeRequirement(
  sources: ChangeSources,
  viewer: RequestViewer,
  target: Target & { requirementId: string },
): Promise<void> {
  return changePart(sources, viewer, target, async ({ tx, remove }, task) => {
    const requirement = await tx
      .selectFrom("task_requirements")
      .select(["id", "name", "kind", "url", "notes"])
      .where("id", "=", target.requirementId)
      .where("task_id", "=", target.taskId)
      .executeTakeFirst();
    if (requirement) await remove(task, "requirement", requirement);
  });
}

/**
 * Attaches a link to a task. Specification, sections 5 (attachment by URL) and 7.
 * @throws {AppError} as `changeTasks`; `too_many_task_links`.
 */
export function addLink(
  sources: ChangeSources,
  viewer: RequestViewer,
  taskId: string,
  { id, url, filename }: z.output<typeof newTaskLinkSchema>,
): Promise<void> {
  return changePart(
    sources,
    viewer,
    { taskId, changeId: id, content: { url, filename } },
    async ({ tx, add }, task) => {
      if ((await countOf(tx, "task_links", taskId)) >= maxTaskLinks)
        throw new AppError("too_many_task_links");
      await add(task, "link", { id, url, name: filename || lastPartOf(url) });
    },
  );
}

export function removeLink(
  sources: ChangeSources,
  viewer: RequestViewer,
  target: Target & { linkId: string },
): Promise<void> {
  return changePart(sources, viewer, target, async ({ tx, remove }, task) => {
    const link = await tx
      .selectFrom("task_links")
      .select(["id", "url", "filename as name"])
      .where("id", "=", target.linkId)
      .where("task_id", "=", target.taskId)
      .executeTakeFirst();
    if (link) await remove(task, "link", link);
  });
}

/**
 * Attaches files that the viewer has uploaded for a task.
 * @throws {AppError} as `changeTasks`; `attachment_not_found`, `too_many_task_links`.
 */
export function addFiles(
  sources: ChangeSources,
  viewer: RequestViewer,
  { fileIds, ...target }: Target & { fileIds: readonly string[] },
): Promise<void> {
  return changePart(sources, viewer, target, async ({ tx, record }) => {
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
      record({ subjectId: target.taskId, field: "file", before: null, after: { id, name } });
  });
}

/**
 * Deletes a file of a task.
 * @throws {AppError} as `changeTasks`; `attachment_not_found`.
 */
export function removeFile(
  sources: ChangeSources,
  viewer: RequestViewer,
  { fileId, ...target }: Target & { fileId: string },
): Promise<void> {
  return changePart(sources, viewer, target, async ({ tx, record }) => {
    const name = await discardFile(tx, { kind: taskFileKind, id: target.taskId }, fileId);
    record({ subjectId: target.taskId, field: "file", before: { id: fileId, name }, after: null });
  });
}

async function changePart(
  sources: ChangeSources,
  viewer: RequestViewer,
  target: Target & { content?: unknown },
  work: (changing: TaskChanging, task: LockedTask) => Promise<void>,
): Promise<void> {
  const { taskId, changeId } = target;
  await changeTasks(
    sources,
    viewer,
    { changeId, taskIds: [taskId], sent: target },
    async (changing, [task]) => {
      if (task) await work(changing, task);
    },
  );
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

/** Returns the last segment of a URL's path, or "link". Specification, section 5. */
function lastPartOf(url: string): string {
  const part = new URL(url).pathname.split("/").findLast((piece) => piece !== "");
  try {
    return part ? decodeURIComponent(part).slice(0, 200) : "link";
  } catch {
    return part?.slice(0, 200) ?? "link";
  }
}
