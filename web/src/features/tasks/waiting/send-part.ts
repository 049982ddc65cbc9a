import { taskPartRoutes } from "@atoll/contract/tasks/part-routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { call } from "../../../lib/api-client.ts";
import type { TaskPart } from "./waiting-part.ts";

/** @returns the task as it then is; null when the viewer may not see it any more. */
export async function sendPart(taskId: string, changeId: string, part: TaskPart): Promise<OpenTask | null> {
  const params = { taskId };
  const query = { changeId };
  switch (part.act) {
    case "add requirement": {
      const body = { id: changeId, ...part.requirement };
      return (await call(taskPartRoutes.addTaskRequirement, { params, body })).task;
    }
    case "remove requirement": {
      const of = { ...params, requirementId: part.id };
      return (await call(taskPartRoutes.removeTaskRequirement, { params: of, query })).task;
    }
    case "add link":
      return (await call(taskPartRoutes.addTaskLink, { params, body: { id: changeId, ...part.link } })).task;
    case "remove link":
      return (await call(taskPartRoutes.removeTaskLink, { params: { ...params, linkId: part.id }, query }))
        .task;
    case "describe": {
      const { text, version } = part;
      return (
        await call(taskRoutes.changeTask, { params, body: { changeId, description: { text, version } } })
      ).task;
    }
  }
}
