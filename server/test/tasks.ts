import type { BulkChange, TaskChange, TaskMove } from "@atoll/contract/tasks/changes";
import type { TaskQuery } from "@atoll/contract/tasks/filter";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { NewTask, OpenTask, Task } from "@atoll/contract/tasks/schemas";
import { uuidv7 } from "uuidv7";
import { createPerson } from "./factories.ts";
import type { SignedIn, TestServer } from "./harness.ts";
import { openSocket } from "./socket.ts";

/** A signed-in person with everything that tests of tasks do all the time. */
export type Worker = Awaited<ReturnType<typeof createWorker>>;

export async function createWorkers(
  server: TestServer,
  wanted: Readonly<Record<string, { roles?: string[]; departments?: string[] }>>,
): Promise<Worker[]> {
  return Promise.all(
    Object.entries(wanted).map(async ([name, more]) =>
      createWorker(server, await server.signIn(await createPerson(server.db, { name, ...more }))),
    ),
  );
}

function createWorker(server: TestServer, signedIn: SignedIn) {
  const { client, user } = signedIn;
  const ofTask = (taskId: string) => ({ params: { taskId } });
  return {
    ...signedIn,
    id: user.id,
    listen: () => openSocket(server.url, signedIn.session.accessToken),
    create: async (wanted: Partial<NewTask> = {}): Promise<OpenTask> =>
      (
        await client.call(taskRoutes.createTask, {
          body: { id: uuidv7(), title: "A task", ...wanted },
        })
      ).task,
    read: async (taskId: string) => (await client.call(taskRoutes.getTask, ofTask(taskId))).task,
    change: async (taskId: string, set: Omit<TaskChange, "changeId">, changeId = uuidv7()) =>
      (await client.call(taskRoutes.changeTask, { ...ofTask(taskId), body: { changeId, ...set } })).task,
    changeMany: async (taskIds: string[], set: BulkChange["set"], changeId = uuidv7()) =>
      (await client.call(taskRoutes.changeTasks, { body: { changeId, taskIds, set } })).tasks,
    move: async (taskId: string, to: Omit<TaskMove, "changeId">, changeId = uuidv7()): Promise<Task> =>
      (await client.call(taskRoutes.moveTask, { ...ofTask(taskId), body: { changeId, ...to } })).task,
    moveMany: async (taskIds: string[], to: Omit<TaskMove, "changeId">, changeId = uuidv7()) =>
      (await client.call(taskRoutes.moveTasks, { body: { changeId, taskIds, ...to } })).tasks,
    undo: async (changeId: string) =>
      (await client.call(taskRoutes.undoTaskChange, { params: { changeId } })).tasks,
    watchers: async (taskId: string, set: { add?: string[]; remove?: string[] }, changeId = uuidv7()) =>
      (await client.call(taskRoutes.changeTaskWatchers, { ...ofTask(taskId), body: { changeId, ...set } }))
        .task,
    block: async (taskId: string, blockerId: string, changeId = uuidv7()) =>
      (
        await client.call(taskRoutes.blockTask, {
          params: { taskId, blockerId },
          body: { changeId },
        })
      ).task,
    unblock: async (taskId: string, blockerId: string, changeId = uuidv7()) =>
      (await client.call(taskRoutes.unblockTask, { params: { taskId, blockerId }, query: { changeId } }))
        .task,
    remove: (taskId: string, changeId = uuidv7()) =>
      client.call(taskRoutes.deleteTask, { ...ofTask(taskId), query: { changeId } }),
    list: async (
      query: TaskQuery & { sort?: "manual" | "updated" | "start" | "due" | "title" | "priority" } = {},
    ) => (await client.call(taskRoutes.listTasks, { query })).items,
    /** The titles of a column, from the top. */
    column: async (status: Task["status"], text = "") => {
      const { columns } = await client.call(taskRoutes.getBoard, { query: { statuses: status, text } });
      return columns.flatMap(({ items }) => items.map(({ title }) => title));
    },
    history: async (taskId: string) =>
      client.call(taskRoutes.listTaskHistory, { ...ofTask(taskId), query: {} }),
  };
}
