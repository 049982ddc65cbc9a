import type { Person } from "@atoll/contract/people/schemas";
import type { OpenTask, Requirement, TaskLink } from "@atoll/contract/tasks/schemas";

/** Stands in what the browser keeps. */
export const partKind = "task part";

/** Something that is done to what a task consists of. */
export type TaskPart =
  | { act: "add requirement"; requirement: Pick<Requirement, "name" | "kind" | "url" | "notes"> }
  | { act: "remove requirement"; id: string }
  | { act: "add link"; link: Pick<TaskLink, "url" | "filename">; addedBy: Person }
  | { act: "remove link"; id: string }
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
    case "describe":
      return { ...task, description: part.text };
  }
}

function without<Part extends { id: string }>(parts: readonly Part[], id: string): Part[] {
  return parts.filter((part) => part.id !== id);
}
