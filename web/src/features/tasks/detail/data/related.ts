import { openTaskStatuses, type TaskStatus } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OpenTask, TaskReference } from "@atoll/contract/tasks/schemas";
import { call } from "../../../../lib/api-client.ts";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import type { Doing } from "./use-task-work.ts";

/** Adds a sub-task in the department of its task. The task's id is the id of its creation, by which that is undone. */
export function addSubtask(task: OpenTask, title: string): Doing {
  const reference: TaskReference = { id: uuidv7(), title, status: "todo", due: null, assignee: null };
  return {
    ahead: (before) => ({ ...before, subtaskList: [...before.subtaskList, reference] }),
    send: async () => {
      await call(taskRoutes.createTask, {
        body: { id: reference.id, title, parentId: task.id, departmentId: task.departmentId },
      });
      return undefined;
    },
    changeId: reference.id,
    said: "Sub-task added",
  };
}

/** Ticks a sub-task off, or takes the tick away. */
export function setSubtaskStatus(subtask: TaskReference, status: TaskStatus): Doing {
  return {
    ahead: (task) => ({
      ...task,
      subtaskList: task.subtaskList.map((one) => (one.id === subtask.id ? { ...one, status } : one)),
    }),
    send: async (changeId) => {
      await call(taskRoutes.changeTask, { params: { taskId: subtask.id }, body: { changeId, status } });
      return undefined;
    },
    said: status === "done" ? "Sub-task done" : "Sub-task opened again",
  };
}

/** Lets one task wait for another, of which one is the task that is opened. */
export function block(blocked: { id: string; title: string }, blocker: { id: string; title: string }): Doing {
  return {
    send: async (changeId) => {
      await call(taskRoutes.blockTask, {
        params: { taskId: blocked.id, blockerId: blocker.id },
        body: { changeId },
      });
      return undefined;
    },
    said: `“${blocked.title}” now waits for “${blocker.title}”`,
  };
}

/** Lets it wait no longer. */
export function unblock(blockedId: string, blockerId: string): Doing {
  return {
    ahead: (task) => ({
      ...task,
      blockedByList: task.id === blockedId ? without(task.blockedByList, blockerId) : task.blockedByList,
      blocksList: task.id === blockerId ? without(task.blocksList, blockedId) : task.blocksList,
    }),
    send: async (changeId) => {
      await call(taskRoutes.unblockTask, { params: { taskId: blockedId, blockerId }, query: { changeId } });
      return undefined;
    },
    said: "Dependency removed",
  };
}

export function isOpen({ status }: Pick<TaskReference, "status">): boolean {
  return openTaskStatuses.some((one) => one === status);
}

/** As they were made: ids begin with the time. */
export function byCreation(tasks: readonly TaskReference[]): TaskReference[] {
  return tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function without(tasks: readonly TaskReference[], id: string): TaskReference[] {
  return tasks.filter((task) => task.id !== id);
}
