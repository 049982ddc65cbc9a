import { maxTasksAtOnce } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { Task } from "@atoll/contract/tasks/schemas";
import { useEffect, useRef } from "react";
import type { ChangeQueue } from "../../../capabilities/changes/change-queue.ts";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { isOpen } from "../data/is-open.ts";
import { askToFinish } from "./finish-question.ts";
import type { TaskAct, TaskChangePending } from "./task-act.ts";
import { taskChanges } from "./task-changes.ts";

type Finished = Pick<Task, "id" | "status" | "subtasks" | "blockedBy">;

/** Returns how changes of these tasks are made: finishing one with open sub-tasks asks first. */
export function useFinishing(tasks: readonly Finished[]): (pending: TaskChangePending) => void {
  const queue = useChanges(taskChanges);
  const latest = useRef({ queue, tasks });
  useEffect(() => {
    latest.current = { queue, tasks };
  });
  const change = useRef((pending: TaskChangePending) => {
    const { queue, tasks } = latest.current;
    void finish(queue, tasks, pending);
  });
  return change.current;
}

/** Makes a change of these tasks. If it finishes some with open sub-tasks, it asks whether these are finished too. */
export async function finish(
  queue: ChangeQueue<TaskAct>,
  tasks: readonly Finished[],
  wanted: TaskChangePending,
  changeId?: string,
): Promise<void> {
  const pending = withBlockersSaid(tasks, wanted);
  const parents = finishes(pending.change)
    ? tasks.filter((task) => pending.about.includes(task.id) && isOpen(task) && openParts(task) > 0)
    : [];
  if (parents.length === 0) return queue.change(pending, changeId);
  const openCount = parents.reduce((sum, task) => sum + openParts(task), 0);
  const answer = await askToFinish({ title: pending.title, openCount });
  if (answer === "alone") queue.change(pending, changeId);
  if (answer !== "with sub-tasks") return;
  try {
    const parts = (await Promise.all(parents.map(({ id }) => readOpenParts(id)))).flat();
    const about = [...new Set([...pending.about, ...parts])].slice(0, maxTasksAtOnce);
    const count = about.length - pending.about.length;
    const said = `${pending.said}, with ${counted(count, "sub-task")}`;
    // A place on the board is given up: one change of all can be undone as one.
    const { change } = pending;
    const set =
      change.act === "set" ? change.set : doneIn(change.act === "move" ? change.state?.id : undefined);
    queue.change({ ...pending, about, said, change: { act: "set", set } }, changeId);
  } catch (error) {
    notify.error(errorMessage(error, "Failed to load the sub-tasks"), { id: "finish" });
  }
}

/** Finishing a task that still waits for others asks nothing, but the toast says so. */
function withBlockersSaid(tasks: readonly Finished[], pending: TaskChangePending): TaskChangePending {
  if (!finishes(pending.change)) return pending;
  const blocked = tasks.filter(
    (task) => pending.about.includes(task.id) && isOpen(task) && task.blockedBy > 0,
  );
  const [only] = blocked;
  if (!only) return pending;
  const words =
    pending.about.length === 1
      ? `though ${counted(only.blockedBy, "open task still blocks", "open tasks still block")} it`
      : `though ${counted(blocked.length, "of them is", "of them are")} still blocked`;
  return { ...pending, said: `${pending.said}, ${words}` };
}

/** The state that a task was moved to stays; sub-tasks with other states get the usual one. */
function doneIn(stateId: string | undefined) {
  return { status: "done" as const, ...(stateId !== undefined && { stateId }) };
}

function finishes(change: TaskAct): boolean {
  if (change.act === "move") return change.status === "done";
  return change.act === "set" && change.set.status === "done";
}

const openParts = ({ subtasks }: Finished) => subtasks.total - subtasks.done;

async function readOpenParts(taskId: string): Promise<string[]> {
  const { task } = await call(taskRoutes.getTask, { params: { taskId } });
  return task.subtaskList.filter(isOpen).map(({ id }) => id);
}
