import { taskPartRoutes } from "@atoll/contract/tasks/part-routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask, Task } from "@atoll/contract/tasks/schemas";
import { taskTimeRoutes } from "@atoll/contract/tasks/time-routes";
import { removeFromLists, updateLists } from "../../../capabilities/grouped-list/use-grouped-list.ts";
import { call } from "../../../lib/server/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { type CachedTask, openTaskKey } from "../data/cached-tasks.ts";
import { boards } from "../data/use-board.ts";
import { matrices } from "../data/use-matrix.ts";
import { taskLists } from "../data/use-task-list.ts";
import type { NewValues, TaskAct, TaskChangePending } from "./task-act.ts";

/** The server's answer: the opened task, or null if the viewer may no longer see it; for several tasks, their rows. */
interface Answer {
  open?: OpenTask | null;
  tasks?: Task[];
}

/** Sends a change, and shows what the server made of it everywhere. */
export async function sendAct(
  signedIn: SignedIn,
  changeId: string,
  pending: TaskChangePending,
): Promise<void> {
  const { about, change } = pending;
  const { open, tasks } = await send(changeId, about, change);
  if (change.act === "delete") removeTasks(signedIn, about);
  if (tasks) updateTasks(signedIn, tasks);
  if (open) showOpen(signedIn, open);
  if (open === null) await signedIn.queryClient.invalidateQueries({ queryKey: ["tasks"] });
  await refetch(
    signedIn,
    about.filter((id) => id !== open?.id),
  );
}

/** Undoes a change, and shows the tasks as they are then. */
export async function undoAct(signedIn: SignedIn, changeId: string, { about, change }: TaskChangePending) {
  const { tasks } = await call(taskRoutes.undoTaskChange, { params: { changeId } });
  if (change.act === "create") removeTasks(signedIn, [changeId]);
  updateTasks(signedIn, tasks);
  await refetch(signedIn, about);
}

function showOpen(signedIn: SignedIn, task: OpenTask): void {
  updateTasks(signedIn, [task]);
  // An event that came after the answer was sent may be newer.
  signedIn.queryClient.setQueryData<CachedTask>(openTaskKey(task.id), (cached) =>
    cached && cached.task.version > task.version ? cached : { task, isGone: false },
  );
}

/** Opened tasks whose state the answer did not bring. */
async function refetch({ queryClient }: SignedIn, taskIds: readonly string[]): Promise<void> {
  await Promise.all(taskIds.map((id) => queryClient.invalidateQueries({ queryKey: openTaskKey(id) })));
}

async function send(changeId: string, taskIds: readonly string[], act: TaskAct): Promise<Answer> {
  const [taskId = ""] = taskIds;
  const params = { taskId };
  const query = { changeId };
  switch (act.act) {
    case "create":
      return { open: (await call(taskRoutes.createTask, { body: { id: changeId, ...act.task } })).task };
    case "delete":
      await call(taskRoutes.deleteTasks, { body: { changeId, taskIds: [...taskIds] } });
      return {};
    case "set":
      return sendSet(changeId, taskIds, act.set);
    case "move": {
      const { status, state, after, before } = act;
      const stateId = state?.id;
      const common = { changeId, taskIds: [...taskIds] };
      return act.isPlaced
        ? call(taskRoutes.moveTasks, {
            body: { ...common, status, ...(stateId && { stateId }), after, before },
          })
        : call(taskRoutes.changeTasks, { body: { ...common, set: { status, ...(stateId && { stateId }) } } });
    }
    case "describe": {
      const { text, version } = act;
      const body = { changeId, description: { text, version } };
      return { open: (await call(taskRoutes.changeTask, { params, body })).task };
    }
    case "watch": {
      const body = { changeId, add: act.add.map(({ id }) => id), remove: act.remove };
      return { open: (await call(taskRoutes.changeTaskWatchers, { params, body })).task };
    }
    case "block": {
      const of = { taskId: act.blocked.id, blockerId: act.blocker.id };
      return { open: (await call(taskRoutes.blockTask, { params: of, body: { changeId } })).task };
    }
    case "unblock": {
      const of = { taskId: act.blockedId, blockerId: act.blockerId };
      return { open: (await call(taskRoutes.unblockTask, { params: of, query })).task };
    }
    case "add requirement": {
      const body = { id: changeId, ...act.requirement };
      return { open: (await call(taskPartRoutes.addTaskRequirement, { params, body })).task };
    }
    case "remove requirement": {
      const of = { ...params, requirementId: act.id };
      return { open: (await call(taskPartRoutes.removeTaskRequirement, { params: of, query })).task };
    }
    case "add link": {
      const body = { id: changeId, ...act.link };
      return { open: (await call(taskPartRoutes.addTaskLink, { params, body })).task };
    }
    case "remove link": {
      const of = { ...params, linkId: act.id };
      return { open: (await call(taskPartRoutes.removeTaskLink, { params: of, query })).task };
    }
    case "add time": {
      const body = { id: changeId, ...act.entry };
      return { open: (await call(taskTimeRoutes.addTaskTime, { params, body })).task };
    }
    case "change time": {
      const of = { ...params, entryId: act.id };
      const body = { changeId, ...act.entry };
      return { open: (await call(taskTimeRoutes.changeTaskTime, { params: of, body })).task };
    }
    case "remove time": {
      const of = { ...params, entryId: act.id };
      return { open: (await call(taskTimeRoutes.removeTaskTime, { params: of, query })).task };
    }
    case "attach files": {
      const body = { changeId, fileIds: act.fileIds };
      return { open: (await call(taskPartRoutes.attachTaskFiles, { params, body })).task };
    }
    case "remove file": {
      const of = { ...params, fileId: act.id };
      return { open: (await call(taskPartRoutes.removeTaskFile, { params: of, query })).task };
    }
  }
}

async function sendSet(changeId: string, taskIds: readonly string[], values: NewValues): Promise<Answer> {
  const { assignee, title, tags, recurrence, dueDay, addTags, removeTags, ...rest } = values;
  const { seenFields, fieldPeople: _people, state: _state, cycle: _cycle, ...fields } = rest;
  const common = { changeId, ...fields, ...(assignee !== undefined && { assigneeId: assignee?.id ?? null }) };
  const [taskId = "", ...others] = taskIds;
  if (others.length === 0 && !dueDay && !addTags && !removeTags) {
    const body = {
      ...common,
      ...(title !== undefined && { title }),
      ...(tags !== undefined && { tags }),
      ...(recurrence !== undefined && { recurrence }),
      ...(seenFields && { seenFields }),
    };
    return { open: (await call(taskRoutes.changeTask, { params: { taskId }, body })).task };
  }
  const { changeId: _id, ...set } = common;
  const body = {
    changeId,
    taskIds: [...taskIds],
    set: {
      ...set,
      ...(dueDay && { dueDay }),
      ...(addTags && { addTags }),
      ...(removeTags && { removeTags }),
    },
  };
  return call(taskRoutes.changeTasks, { body });
}

/** Updates every list in the cache with tasks that the server has just answered with. */
function updateTasks(signedIn: SignedIn, tasks: readonly Task[]): void {
  updateLists(signedIn, boards, tasks);
  updateLists(signedIn, matrices, tasks);
  updateLists(signedIn, taskLists, tasks);
}

/** Takes deleted tasks out of every list in the cache. */
function removeTasks(signedIn: SignedIn, taskIds: readonly string[]): void {
  removeFromLists(signedIn, boards, taskIds);
  removeFromLists(signedIn, matrices, taskIds);
  removeFromLists(signedIn, taskLists, taskIds);
}
