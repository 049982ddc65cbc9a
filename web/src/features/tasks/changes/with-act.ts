import { dueOnDay } from "@atoll/contract/tasks/due";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { OpenTask, Task, TaskReference } from "@atoll/contract/tasks/schemas";
import { isOpen } from "../data/is-open.ts";
import type { NewValues, TaskAct } from "./task-act.ts";

/** The place of a task that comes into a column: before every rank of the server in Done, else after every one. */
export function rankOnArrival(status: TaskStatus): string {
  return status === "done" ? " " : "~";
}

/** Returns the task as lists will show it once a change has arrived. */
export function withAct<Shown extends Task>(task: Shown, act: TaskAct): Shown {
  switch (act.act) {
    case "set":
      return withValues(task, act.set);
    case "move":
      if (task.status !== act.status)
        return { ...task, status: act.status, state: act.state ?? null, rank: rankOnArrival(act.status) };
      return act.state ? { ...task, state: act.state } : task;
    case "watch": {
      const kept = task.watcherIds.filter((id) => !act.remove.includes(id));
      return { ...task, watcherIds: [...new Set([...kept, ...act.add.map(({ id }) => id)])] };
    }
    default:
      return task;
  }
}

function withValues<Shown extends Task>(task: Shown, set: NewValues): Shown {
  const { recurrence, addTags = [], removeTags = [], dueDay, fields: own, ...rest } = set;
  const { seenFields: _seen, stateId: _id, cycleId: _cycleId, state, fieldPeople = [], ...fields } = rest;
  const due = dueWith(task.due, set);
  const tags = fields.tags ?? task.tags;
  const startsOn = startWith(task.startsOn ?? null, due, set);
  const movedTo = fields.status === task.status ? undefined : fields.status;
  const isMoved = set.departmentId !== undefined && set.departmentId !== task.departmentId;
  return {
    ...task,
    // As at the server, a task leaves its cycle when it moves to another department.
    ...(isMoved && { cycle: null }),
    ...fields,
    startsOn,
    due,
    ...(own && {
      fields: { ...task.fields, ...own },
      fieldPeople: [...(task.fieldPeople ?? []), ...fieldPeople],
    }),
    ...(movedTo && { rank: rankOnArrival(movedTo), state: null }),
    ...(state && { state }),
    ...((addTags.length > 0 || removeTags.length > 0) && {
      tags: [...new Set([...tags.filter((tag) => !removeTags.includes(tag)), ...addTags])],
    }),
    ...(due === null && { recurrence: null }),
    ...(recurrence !== undefined && {
      recurrence: recurrence && due ? { ...filled(recurrence), anchor: due.date, day: due.date } : null,
    }),
  };
}

function dueWith(due: Task["due"], set: Pick<NewValues, "due" | "dueDay">): Task["due"] {
  if (set.dueDay) return dueOnDay(due, set.dueDay);
  return set.due === undefined ? due : set.due;
}

/** A due date before the start takes it along, as at the server. */
function startWith(startsOn: string | null, due: Task["due"], set: NewValues): string | null {
  if (set.startsOn !== undefined) return set.startsOn;
  const isMoved = set.due !== undefined || set.dueDay !== undefined;
  return isMoved && startsOn !== null && due !== null && startsOn > due.date ? due.date : startsOn;
}

function filled({
  every,
  interval = 1,
  weekdays = [],
  from = "schedule",
}: NonNullable<NewValues["recurrence"]>) {
  return { every, interval, weekdays, from };
}

/** Returns the task as its sheet will show it once a change of it, or of a task that it names, has arrived. */
export function withActOnOpenTask(
  task: OpenTask,
  { id: changeId, about, act }: { id: string; about: readonly string[]; act: TaskAct },
): OpenTask {
  const named = withNamed(task, about, act);
  if (act.act === "create")
    return act.task.parentId === task.id
      ? { ...named, subtaskList: [...without(named.subtaskList, changeId), referenceOf(changeId, act)] }
      : named;
  return about.includes(task.id) ? withOwnAct(withAct(named, act), changeId, act) : named;
}

function referenceOf(id: string, { task, assignee }: Extract<TaskAct, { act: "create" }>): TaskReference {
  const { title, status = "todo", due = null } = task;
  return {
    id,
    title,
    status,
    state: null,
    due: due && { date: due.date, clock: due.clock ?? null },
    assignee,
  };
}

/** The tasks that it names, changed in the same way. */
function withNamed(task: OpenTask, about: readonly string[], act: TaskAct): OpenTask {
  if (act.act !== "set" && act.act !== "move" && act.act !== "delete") return task;
  const set: NewValues = act.act === "set" ? act.set : act.act === "move" ? movedSet(act) : {};
  const { title, assignee, status, state } = set;
  const change = (tasks: TaskReference[]) =>
    tasks.flatMap((one) => {
      if (!about.includes(one.id)) return [one];
      if (act.act === "delete") return [];
      return [
        {
          ...one,
          ...(title !== undefined && { title }),
          due: dueWith(one.due, set),
          ...(assignee !== undefined && { assignee }),
          ...(status !== undefined && { status, state: state ?? (status === one.status ? one.state : null) }),
        },
      ];
    });
  return {
    ...task,
    subtaskList: change(task.subtaskList),
    ...blockedBy(task, change(task.blockedByList)),
    ...blocks(task, change(task.blocksList)),
  };
}

const movedSet = ({ status, state }: Extract<TaskAct, { act: "move" }>): NewValues => ({
  status,
  ...(state && { state }),
});

function withOwnAct(task: OpenTask, changeId: string, act: TaskAct): OpenTask {
  const createdAt = new Date().toISOString();
  switch (act.act) {
    case "describe":
      return { ...task, description: act.text };
    case "watch": {
      const kept = task.watchers.filter(({ id }) => !act.remove.includes(id));
      return {
        ...task,
        watchers: [...kept, ...act.add.filter(({ id }) => !kept.some((one) => one.id === id))],
      };
    }
    case "block":
      return task.id === act.blocked.id
        ? { ...task, ...blockedBy(task, [...without(task.blockedByList, act.blocker.id), act.blocker]) }
        : { ...task, ...blocks(task, [...without(task.blocksList, act.blocked.id), act.blocked]) };
    case "unblock":
      return task.id === act.blockedId
        ? { ...task, ...blockedBy(task, without(task.blockedByList, act.blockerId)) }
        : { ...task, ...blocks(task, without(task.blocksList, act.blockedId)) };
    case "add requirement": {
      const added = { id: changeId, createdAt, ...act.requirement };
      return { ...task, requirements: [...without(task.requirements, changeId), added] };
    }
    case "remove requirement":
      return { ...task, requirements: without(task.requirements, act.id) };
    case "add link": {
      const { url, filename } = act.link;
      const link = { id: changeId, url, filename: filename || url, addedBy: act.addedBy, createdAt };
      return { ...task, links: [...without(task.links, changeId), link] };
    }
    case "remove link":
      return { ...task, links: without(task.links, act.id) };
    case "add time":
      return { ...task, trackedMinutes: (task.trackedMinutes ?? 0) + act.entry.minutes };
    case "remove time":
      return { ...task, trackedMinutes: Math.max(0, (task.trackedMinutes ?? 0) - act.minutes) };
    case "remove file":
      return { ...task, attachments: without(task.attachments, act.id) };
    default:
      return task;
  }
}

/** The counts include tasks that the viewer may not see. */
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
