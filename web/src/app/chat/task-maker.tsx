import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { type ReactNode, useCallback, useState } from "react";
import { uuidv7 } from "uuidv7";
import { CreateTaskContext } from "../../features/chat/selection/create-task.ts";
import type { SelectedText } from "../../features/chat/selection/selected-text.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import type { TaskInMaking } from "./task-in-making.ts";

const makingPart = lazyPart(() => import("./task-from-selection.tsx"));

/** Lets whoever may create tasks make one of what they select in messages. Specification, section 2 (chat screen). */
export function TaskMaker({ children }: { children: ReactNode }) {
  const isAllowed = canCreateTasks(useViewer());
  const [making, setMaking] = useState<TaskInMaking | null>(null);
  const part = useLazyPart(makingPart, isAllowed, () => setMaking(null));
  const begin = useCallback((selected: SelectedText) => setMaking({ ...selected, taskId: uuidv7() }), []);
  return (
    <CreateTaskContext value={isAllowed ? begin : null}>
      {children}
      {part && <part.TaskFromSelection making={making} onBegin={begin} onClose={() => setMaking(null)} />}
    </CreateTaskContext>
  );
}
