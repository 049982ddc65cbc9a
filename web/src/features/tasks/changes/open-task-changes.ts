import type { Person } from "@atoll/contract/people/schemas";
import { writeDuration } from "@atoll/contract/tasks/duration";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type {
  NewRecurrence,
  OpenTask,
  Requirement,
  TaskLink,
  TaskReference,
} from "@atoll/contract/tasks/schemas";
import type { TimeEntry } from "@atoll/contract/tasks/time-schemas";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import type { NewTime, NewValues, TaskAct } from "./task-act.ts";

/** Something that a person does to the task that is open. */
export interface TaskChange {
  /** The tasks that it changes; the open one when left out. */
  about?: string[];
  act: TaskAct;
  said: string;
  changeId?: string;
}

export const setFields = (set: NewValues, said: string): TaskChange => ({ act: { act: "set", set }, said });

export const setRecurrence = (recurrence: NewRecurrence | null, said: string): TaskChange =>
  setFields({ recurrence }, said);

export const setAssignee = (assignee: Person | null, said: string): TaskChange =>
  setFields({ assignee }, said);

/** Adds and removes watchers. */
export function setWatchers(
  { add = [], remove = [] }: { add?: Person[]; remove?: string[] },
  said: string,
): TaskChange {
  return { act: { act: "watch", add, remove }, said };
}

export function addRequirement(
  requirement: Pick<Requirement, "name" | "kind" | "url" | "notes">,
): TaskChange {
  return { act: { act: "add requirement", requirement }, said: `Requirement “${requirement.name}” added` };
}

export function removeRequirement({ id, name }: Requirement): TaskChange {
  return { act: { act: "remove requirement", id }, said: `Requirement “${name}” removed` };
}

/** Logs time of the viewer's own. */
export const addTime = (entry: NewTime): TaskChange => ({
  act: { act: "add time", entry },
  said: `${writeDuration(entry.minutes)} logged`,
});

export const changeTime = ({ id }: TimeEntry, entry: NewTime): TaskChange => ({
  act: { act: "change time", id, entry },
  said: `Changed to ${writeDuration(entry.minutes)}`,
});

export const removeTime = ({ id, minutes }: TimeEntry): TaskChange => ({
  act: { act: "remove time", id, minutes },
  said: `${writeDuration(minutes)} removed`,
});

/** Attaches an address. */
export function addLink(link: Pick<TaskLink, "url" | "filename">, addedBy: Person): TaskChange {
  return { act: { act: "add link", link, addedBy }, said: "Link attached" };
}

export function removeLink({ id, filename }: TaskLink): TaskChange {
  return { act: { act: "remove link", id }, said: `“${filename}” detached` };
}

/** Sets the description, as the answer to the version that was read. */
export function setDescription(description: { text: string; version: number }): TaskChange {
  return { act: { act: "describe", ...description }, said: "Description saved" };
}

/** Attaches files that are uploaded already. */
export function attachFiles(fileIds: string[]): TaskChange {
  const said = fileIds.length === 1 ? "File attached" : `${fileIds.length} files attached`;
  return { act: { act: "attach files", fileIds }, said };
}

export function removeFile({ id, originalName }: OpenTask["attachments"][number]): TaskChange {
  return { act: { act: "remove file", id }, said: `“${originalName}” removed` };
}

/** Adds a sub-task in the department of its task. The change's id is the id of the new task. */
export function addSubtask({ id: parentId, departmentId }: OpenTask, title: string): TaskChange {
  const changeId = uuidv7();
  const task = { title, parentId, departmentId };
  return {
    about: [changeId, parentId],
    act: { act: "create", task, assignee: null },
    said: "Sub-task added",
    changeId,
  };
}

/** Ticks a sub-task off, or opens it again. */
export function setSubtaskStatus({ id }: TaskReference, status: TaskStatus): TaskChange {
  const said = status === "done" ? "Sub-task done" : "Sub-task opened again";
  return { ...setFields({ status }, said), about: [id] };
}

/** Makes one task wait for another; one of the two is the task that is open. */
export function block(blocked: TaskReference, blocker: TaskReference): TaskChange {
  return {
    about: [blocked.id, blocker.id],
    act: { act: "block", blocked: referenceTo(blocked), blocker: referenceTo(blocker) },
    said: `“${blocked.title}” now waits for “${blocker.title}”`,
  };
}

export function unblock(blockedId: string, blockerId: string): TaskChange {
  const act = { act: "unblock", blockedId, blockerId } as const;
  return { about: [blockedId, blockerId], act, said: "Dependency removed" };
}

/** Sorts tasks as they were created: ids start with the time. */
export function byCreation(tasks: readonly TaskReference[]): TaskReference[] {
  return tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Only what is kept of a whole task while the change waits. */
function referenceTo({ id, title, status, state, due, assignee }: TaskReference): TaskReference {
  return { id, title, status, state, due, assignee };
}
