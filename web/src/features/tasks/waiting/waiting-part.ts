import type { Person } from "@atoll/contract/people/schemas";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { OpenTask, Requirement, TaskLink, TaskReference } from "@atoll/contract/tasks/schemas";
import { isOpen } from "../data/is-open.ts";

/** Stands in what the browser keeps. */
export const partKind = "task part";

/** Something that is done to what a task consists of. */
export type TaskPart =
  | { act: "add requirement"; requirement: Pick<Requirement, "name" | "kind" | "url" | "notes"> }
  | { act: "remove requirement"; id: string }
  | { act: "add link"; link: Pick<TaskLink, "url" | "filename">; addedBy: Person }
  | { act: "remove link"; id: string }
  | { act: "remove file"; id: string }
  | { act: "watch"; add: Person[]; remove: string[] }
  /** One of the two is the task itself. */
  | { act: "block"; blocked: TaskReference; blocker: TaskReference }
  | { act: "unblock"; blockedId: string; blockerId: string }
  /** In the department of its task. */
  | { act: "add subtask"; subtask: TaskReference; departmentId: string | null }
  | { act: "set subtask"; id: string; status: TaskStatus }
  /** As the answer to the version that was read. */
  | { act: "describe"; text: string; version: number };

/** The same, done by the person. The entry's id is that of the change: however often it is sent, it is done once. */
export interface WaitingPart {
  taskId: string;
  title: string;
  part: TaskPart;
  /** What is said once it is done. */
  said: string;
}

/** Pure: the task as it will be. */
export function withPart(task: OpenTask, changeId: string, part: TaskPart): OpenTask {
  const createdAt = new Date().toISOString();
  switch (part.act) {
    case "add requirement":
      return {
        ...task,
        requirements: [
          ...without(task.requirements, changeId),
          { id: changeId, createdAt, ...part.requirement },
        ],
      };
    case "remove requirement":
      return { ...task, requirements: without(task.requirements, part.id) };
    case "add link": {
      const { url, filename } = part.link;
      const { addedBy } = part;
      const link = { id: changeId, url, filename: filename || url, addedBy, createdAt };
      return { ...task, links: [...without(task.links, changeId), link] };
    }
    case "remove link":
      return { ...task, links: without(task.links, part.id) };
    case "remove file":
      return { ...task, attachments: without(task.attachments, part.id) };
    case "watch": {
      const kept = task.watchers.filter(({ id }) => !part.remove.includes(id));
      const added = part.add.filter(({ id }) => !kept.some((one) => one.id === id));
      return { ...task, watchers: [...kept, ...added] };
    }
    case "block":
      return task.id === part.blocked.id
        ? { ...task, ...blockedBy(task, [...without(task.blockedByList, part.blocker.id), part.blocker]) }
        : { ...task, ...blocks(task, [...without(task.blocksList, part.blocked.id), part.blocked]) };
    case "unblock":
      return task.id === part.blockedId
        ? { ...task, ...blockedBy(task, without(task.blockedByList, part.blockerId)) }
        : { ...task, ...blocks(task, without(task.blocksList, part.blockedId)) };
    case "add subtask":
      return { ...task, subtaskList: [...without(task.subtaskList, part.subtask.id), part.subtask] };
    case "set subtask": {
      const { id, status } = part;
      const subtaskList = task.subtaskList.map((one) => (one.id === id ? { ...one, status } : one));
      return { ...task, subtaskList };
    }
    case "describe":
      return { ...task, description: part.text };
  }
}

/** The counts hold those too that the viewer may not see. */
function blockedBy(task: OpenTask, blockedByList: TaskReference[]) {
  return { blockedByList, blockedBy: task.blockedBy + openOf(blockedByList) - openOf(task.blockedByList) };
}

function blocks(task: OpenTask, blocksList: TaskReference[]) {
  return { blocksList, blocks: task.blocks + openOf(blocksList) - openOf(task.blocksList) };
}

function openOf(tasks: readonly TaskReference[]): number {
  return tasks.filter(isOpen).length;
}

function without<Part extends { id: string }>(parts: readonly Part[], id: string): Part[] {
  return parts.filter((part) => part.id !== id);
}
