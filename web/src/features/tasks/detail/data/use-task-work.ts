import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { OutboxEntry } from "../../../../capabilities/offline/outbox/outbox-entry.ts";
import { errorMessage } from "../../../../lib/api-client.ts";
import { judge } from "../../../../lib/judge-error.ts";
import { useSignedIn } from "../../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import { partOutboxOf, useWaitingParts, waitWithPart } from "../../waiting/part-outbox.ts";
import { taskOutboxOf } from "../../waiting/task-outbox.ts";
import { useAhead, type Ahead as WaitingAhead } from "../../waiting/use-ahead.ts";
import { type WaitingChange, waitingEntry } from "../../waiting/waiting-change.ts";
import { type TaskPart, type WaitingPart, withPart } from "../../waiting/waiting-part.ts";
import { type HeldTask, openTaskKey } from "./open-task.ts";
import { offerUndo } from "./undo-toast.ts";

/** Something that a person does to the task that is opened. */
export interface Doing {
  /** How the task is shown until there is an answer; left out, it is shown as it was. */
  ahead?: (task: OpenTask) => OpenTask;
  /** Answers the task as it then is; null when the viewer may not see it any more, undefined when it does not say. */
  send: (changeId: string) => Promise<OpenTask | null | undefined>;
  /** It can wait until the server can be reached: what is set, and how the task is shown until then. */
  waits?: Pick<WaitingChange, "set" | "ahead">;
  /** The same of something that it consists of, which is also shown at once. */
  waitsAs?: TaskPart;
  /** Where its id says something already. */
  changeId?: string;
  /** What is said beside Undo. Left out, nothing is. */
  said?: string;
}

export interface TaskWork {
  /** As it will be once all that is on its way has arrived. */
  task: OpenTask;
  /** Does it after all that was begun before, and rejects with the reason when it is refused. */
  run(doing: Doing): Promise<void>;
  /** The same, with the reason in a toast. */
  change(doing: Doing): void;
}

interface Ahead {
  taskId: string;
  changeId: string;
  apply: (task: OpenTask) => OpenTask;
}

/** Changes to a task that is opened: shown at once, in the order in which they were made, and gone again when refused. */
export function useTaskWork(task: OpenTask | undefined): TaskWork | undefined {
  const queryClient = useQueryClient();
  const [ahead, setAhead] = useState<readonly Ahead[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const signedIn = useSignedIn();
  const waiting = useAhead();
  const waitingParts = useWaitingParts();
  const shown = useMemo(
    () => task && withAhead(withParts(withWaiting(task, waiting), waitingParts), ahead),
    [ahead, task, waiting, waitingParts],
  );
  if (!task || !shown) return undefined;
  const taskId = task.id;

  async function run({ send, said, waits, waitsAs, ...doing }: Doing): Promise<void> {
    const queryKey = openTaskKey(taskId);
    const { changeId = uuidv7() } = doing;
    const apply = waitsAs ? (before: OpenTask) => withPart(before, changeId, waitsAs) : doing.ahead;
    const common = { taskId, title: task?.title ?? "", said: said ?? "Task changed" };
    const outboxes = { changes: taskOutboxOf(signedIn), parts: partOutboxOf(signedIn) };
    const wait = () => {
      if (waits) outboxes.changes.put(waitingEntry(changeId, { ...common, ...waits }));
      if (waitsAs) waitWithPart(signedIn, changeId, { ...common, part: waitsAs });
    };
    const canWait = waits !== undefined || waitsAs !== undefined;
    const before = waitsAs ? outboxes.parts.entries() : outboxes.changes.entries();
    // Behind what waits already: of two values for one field the later one has to arrive later.
    if (canWait && before.some(({ body }) => body.taskId === taskId)) return wait();
    if (apply) setAhead((before) => [...before, { taskId, changeId, apply }]);
    const sent = last.current.then(() => send(changeId));
    last.current = sent.catch(() => undefined);
    try {
      const answer = await sent;
      if (answer) queryClient.setQueryData<HeldTask>(queryKey, (held) => newer(held, answer));
      else if (answer === null)
        queryClient.setQueryData<HeldTask>(queryKey, (held) => held && { ...held, isGone: true });
      else await queryClient.invalidateQueries({ queryKey });
      if (said) offerUndo(said, changeId, () => void queryClient.invalidateQueries({ queryKey }));
    } catch (error) {
      if (!canWait || judge(error) !== "unanswered") throw error;
      // Under the same id: it may have arrived, and only its answer not.
      wait();
      notify.info("There is no connection. This is sent when there is one.", { id: "task-waits" });
    } finally {
      setAhead((before) => before.filter((one) => one.changeId !== changeId));
    }
  }

  return {
    task: shown,
    run,
    change: (doing) => void run(doing).catch((error: unknown) => notify.error(errorMessage(error))),
  };
}

function withAhead(task: OpenTask, ahead: readonly Ahead[]): OpenTask {
  return ahead.filter(({ taskId }) => taskId === task.id).reduce((before, { apply }) => apply(before), task);
}

function withWaiting(task: OpenTask, waiting: readonly WaitingAhead[]): OpenTask {
  const own = waiting.filter(({ taskIds }) => taskIds.includes(task.id));
  return own.reduce((before, { apply }) => apply(before), task);
}

function withParts(task: OpenTask, waiting: readonly OutboxEntry<WaitingPart>[]): OpenTask {
  const own = waiting.filter(({ body }) => body.taskId === task.id);
  return own.reduce((before, { id, body }) => withPart(before, id, body.part), task);
}

/** An answer may be overtaken by an event that came after it. */
function newer(held: HeldTask | undefined, task: OpenTask): HeldTask {
  return held && held.task.version > task.version ? held : { task, isGone: false };
}
