import { taskPartRoutes } from "@atoll/contract/tasks/part-routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { call } from "../../../lib/api-client.ts";
import type { TaskPart } from "./waiting-part.ts";

/** @returns the task as it then is; null when the viewer may not see it any more, undefined when the server does not say. */
export async function sendPart(
  taskId: string,
  changeId: string,
  part: TaskPart,
): Promise<OpenTask | null | undefined> {
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
    case "remove file": {
      const of = { ...params, fileId: part.id };
      return (await call(taskPartRoutes.removeTaskFile, { params: of, query })).task;
    }
    case "watch": {
      const body = { changeId, add: part.add.map(({ id }) => id), remove: part.remove };
      return (await call(taskRoutes.changeTaskWatchers, { params, body })).task;
    }
    case "block": {
      const of = { taskId: part.blocked.id, blockerId: part.blocker.id };
      await call(taskRoutes.blockTask, { params: of, body: { changeId } });
      return undefined;
    }
    case "unblock": {
      const of = { taskId: part.blockedId, blockerId: part.blockerId };
      await call(taskRoutes.unblockTask, { params: of, query });
      return undefined;
    }
    case "add subtask": {
      const { subtask, departmentId } = part;
      const body = { id: changeId, title: subtask.title, parentId: taskId, departmentId };
      await call(taskRoutes.createTask, { body });
      return undefined;
    }
    case "set subtask": {
      const of = { taskId: part.id };
      await call(taskRoutes.changeTask, { params: of, body: { changeId, status: part.status } });
      return undefined;
    }
    case "describe": {
      const { text, version } = part;
      return (
        await call(taskRoutes.changeTask, { params, body: { changeId, description: { text, version } } })
      ).task;
    }
  }
}
