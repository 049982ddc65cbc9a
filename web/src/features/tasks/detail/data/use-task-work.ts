import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { OutboxEntry } from "../../../../capabilities/offline/outbox/outbox-entry.ts";
import { errorMessage } from "../../../../lib/api-client.ts";
import { judge } from "../../../../lib/judge-error.ts";
import { useSignedIn } from "../../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import { taskOutboxOf, useWaitingChanges } from "../../waiting/task-outbox.ts";
import { type WaitingChange, waitingEntry } from "../../waiting/waiting-change.ts";
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
  const waiting = useWaitingChanges();
  const shown = useMemo(() => task && withAhead(withWaiting(task, waiting), ahead), [ahead, task, waiting]);
  if (!task || !shown) return undefined;
  const taskId = task.id;

  async function run({ ahead: apply, send, said, waits, changeId = uuidv7() }: Doing): Promise<void> {
    const queryKey = openTaskKey(taskId);
    const outbox = taskOutboxOf(signedIn);
    const wait = (change: NonNullable<Doing["waits"]>) =>
      outbox.put(
        waitingEntry(changeId, { taskId, title: task?.title ?? "", said: said ?? "Task changed", ...change }),
      );
    // Behind what waits already: of two values for one field the later one has to arrive later.
    if (waits && outbox.entries().some(({ body }) => body.taskId === taskId)) return wait(waits);
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
      if (!waits || judge(error) !== "unanswered") throw error;
      // Under the same id: it may have arrived, and only its answer not.
      wait(waits);
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

function withWaiting(task: OpenTask, waiting: readonly OutboxEntry<WaitingChange>[]): OpenTask {
  const changes = waiting.filter(({ body }) => body.taskId === task.id).map(({ body }) => body.ahead);
  return changes.length === 0 ? task : Object.assign({}, task, ...changes);
}

/** An answer may be overtaken by an event that came after it. */
function newer(held: HeldTask | undefined, task: OpenTask): HeldTask {
  return held && held.task.version > task.version ? held : { task, isGone: false };
}
