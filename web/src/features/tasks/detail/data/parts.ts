import { taskPartRoutes } from "@atoll/contract/tasks/part-routes";
import type { OpenTask, Requirement, TaskLink } from "@atoll/contract/tasks/schemas";
import { call } from "../../../../lib/api-client.ts";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import { sendPart } from "../../waiting/send-part.ts";
import type { TaskPart } from "../../waiting/waiting-part.ts";
import type { Doing } from "./use-task-work.ts";

/** Does something to what a task consists of, now or when there is a connection. */
export function doPart(taskId: string, part: TaskPart, said: string): Doing {
  return { send: (changeId) => sendPart(taskId, changeId, part), waitsAs: part, said };
}

/** Says what a task needs. */
export function addRequirement(
  taskId: string,
  requirement: Pick<Requirement, "name" | "kind" | "url" | "notes">,
): Doing {
  return doPart(taskId, { act: "add requirement", requirement }, `Requirement “${requirement.name}” added`);
}

export function removeRequirement(taskId: string, { id, name }: Requirement): Doing {
  return doPart(taskId, { act: "remove requirement", id }, `Requirement “${name}” removed`);
}

/** Attaches something that lies elsewhere. */
export function addLink(
  taskId: string,
  link: Pick<TaskLink, "url" | "filename">,
  addedBy: TaskLink["addedBy"],
): Doing {
  return doPart(taskId, { act: "add link", link, addedBy }, "Link attached");
}

export function removeLink(taskId: string, { id, filename }: TaskLink): Doing {
  return doPart(taskId, { act: "remove link", id }, `“${filename}” detached`);
}

/** Writes its description, as the answer to the version that was read. */
export function setDescription(taskId: string, description: { text: string; version: number }): Doing {
  return doPart(taskId, { act: "describe", ...description }, "Description saved");
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

export function removeFile(taskId: string, { id, originalName }: OpenTask["attachments"][number]): Doing {
  return doPart(taskId, { act: "remove file", id }, `“${originalName}” removed`);
}
