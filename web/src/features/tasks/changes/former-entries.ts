import type { NewValues, TaskAct, TaskChangePending } from "./task-act.ts";

interface Former {
  taskId?: string;
  taskIds?: string[];
  title?: string;
  said?: string;
  set?: NewValues & { assigneeId?: string | null };
  ahead?: NewValues;
  status?: never;
  part?: TaskAct | FormerPart;
}

type FormerPart =
  | { act: "add subtask"; subtask: { id: string; title: string }; departmentId: string | null }
  | { act: "set subtask"; id: string; status: NonNullable<NewValues["status"]> };

/**
 * Reads a change that an earlier version of the app stored, so that it is still sent. The form of these bodies is what those
 * versions wrote; nothing writes it any more.
 */
export function readFormer(name: string, stored: object): TaskChangePending | undefined {
  const body: Former = stored;
  const { taskId, taskIds = taskId === undefined ? [] : [taskId], said = "" } = body;
  if (taskIds.length === 0) return undefined;
  const title = taskId === undefined ? (body.title ?? "") : `“${body.title ?? ""}”`;
  const pending = (change: TaskAct, about = taskIds) => ({ about, title, said, change });
  if (name === "task move") return pending({ act: "move", ...(stored as MoveBody) });
  if (name === "task part") return body.part && readPart(body.part, pending, taskIds);
  const { assigneeId: _id, ...set } = body.set ?? {};
  const assignee = body.ahead?.assignee;
  return pending({ act: "set", set: { ...set, ...(assignee !== undefined && { assignee }) } });
}

type MoveBody = Omit<Extract<TaskAct, { act: "move" }>, "act">;

function readPart(
  part: TaskAct | FormerPart,
  pending: (change: TaskAct, about?: string[]) => TaskChangePending,
  [taskId = ""]: string[],
): TaskChangePending {
  switch (part.act) {
    case "add subtask": {
      const { subtask, departmentId } = part;
      const task = { title: subtask.title, parentId: taskId, departmentId };
      return pending({ act: "create", task, assignee: null }, [subtask.id, taskId]);
    }
    case "set subtask":
      return pending({ act: "set", set: { status: part.status } }, [part.id]);
    case "block":
      return pending(part, [part.blocked.id, part.blocker.id]);
    case "unblock":
      return pending(part, [part.blockedId, part.blockerId]);
    default:
      return pending(part);
  }
}
