import { taskPartRoutes } from "@atoll/contract/tasks/part-routes";
import type { OpenTask, Requirement, TaskLink } from "@atoll/contract/tasks/schemas";
import { call } from "../../../../lib/api-client.ts";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import type { Doing } from "./use-task-work.ts";

/** Says what a task needs. */
export function addRequirement(
  taskId: string,
  requirement: Pick<Requirement, "name" | "kind" | "url" | "notes">,
): Doing {
  return {
    send: async (id) =>
      (await call(taskPartRoutes.addTaskRequirement, { params: { taskId }, body: { id, ...requirement } }))
        .task,
    said: `Requirement “${requirement.name}” added`,
  };
}

export function removeRequirement(taskId: string, { id: requirementId, name }: Requirement): Doing {
  return {
    ahead: (task) => ({ ...task, requirements: without(task.requirements, requirementId) }),
    send: async (changeId) =>
      (
        await call(taskPartRoutes.removeTaskRequirement, {
          params: { taskId, requirementId },
          query: { changeId },
        })
      ).task,
    said: `Requirement “${name}” removed`,
  };
}

/** Attaches something that lies elsewhere. */
export function addLink(taskId: string, link: Pick<TaskLink, "url" | "filename">): Doing {
  return {
    send: async (id) =>
      (await call(taskPartRoutes.addTaskLink, { params: { taskId }, body: { id, ...link } })).task,
    said: "Link attached",
  };
}

export function removeLink(taskId: string, { id: linkId, filename }: TaskLink): Doing {
  return {
    ahead: (task) => ({ ...task, links: without(task.links, linkId) }),
    send: async (changeId) =>
      (await call(taskPartRoutes.removeTaskLink, { params: { taskId, linkId }, query: { changeId } })).task,
    said: `“${filename}” detached`,
  };
}

/** Attaches files that are uploaded already. */
export function attachFiles(taskId: string, fileIds: string[]): Doing {
  const changeId = uuidv7();
  return {
    changeId,
    send: async () =>
      (await call(taskPartRoutes.attachTaskFiles, { params: { taskId }, body: { changeId, fileIds } })).task,
    said: fileIds.length === 1 ? "File attached" : `${fileIds.length} files attached`,
  };
}

export function removeFile(
  taskId: string,
  { id: fileId, originalName }: OpenTask["attachments"][number],
): Doing {
  return {
    ahead: (task) => ({ ...task, attachments: without(task.attachments, fileId) }),
    send: async (changeId) =>
      (await call(taskPartRoutes.removeTaskFile, { params: { taskId, fileId }, query: { changeId } })).task,
    said: `“${originalName}” removed`,
  };
}

function without<Part extends { id: string }>(parts: readonly Part[], id: string): Part[] {
  return parts.filter((part) => part.id !== id);
}
