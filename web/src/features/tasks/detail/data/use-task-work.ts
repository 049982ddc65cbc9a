import type { OpenTask } from "@atoll/contract/tasks/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { uuidv7 } from "uuidv7";
import { errorMessage } from "../../../../lib/api-client.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import { type HeldTask, openTaskKey } from "./open-task.ts";
import { offerUndo } from "./undo-toast.ts";

/** Something that a person does to the task that is opened. */
export interface Doing {
  /** How the task is shown until there is an answer; left out, it is shown as it was. */
  ahead?: (task: OpenTask) => OpenTask;
  /** Answers the task as it then is; null when the viewer may not see it any more, undefined when it does not say. */
  send: (changeId: string) => Promise<OpenTask | null | undefined>;
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
  const shown = useMemo(() => task && withAhead(task, ahead), [ahead, task]);
  if (!task || !shown) return undefined;
  const taskId = task.id;

  async function run({ ahead: apply, send, said, changeId = uuidv7() }: Doing): Promise<void> {
    const queryKey = openTaskKey(taskId);
    if (apply) setAhead((before) => [...before, { taskId, changeId, apply }]);
    // Of two values for one field the later one has to arrive later.
    const sent = last.current.then(() => send(changeId));
    last.current = sent.catch(() => undefined);
    try {
      const answer = await sent;
      if (answer) queryClient.setQueryData<HeldTask>(queryKey, (held) => newer(held, answer));
      else if (answer === null)
        queryClient.setQueryData<HeldTask>(queryKey, (held) => held && { ...held, isGone: true });
      else await queryClient.invalidateQueries({ queryKey });
      if (said) offerUndo(said, changeId, () => void queryClient.invalidateQueries({ queryKey }));
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

/** An answer may be overtaken by an event that came after it. */
function newer(held: HeldTask | undefined, task: OpenTask): HeldTask {
  return held && held.task.version > task.version ? held : { task, isGone: false };
}
