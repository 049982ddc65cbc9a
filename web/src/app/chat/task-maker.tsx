import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { type ReactNode, useCallback, useState } from "react";
import { UnderMessageContext } from "../../features/chat/message/under-message.ts";
import { CreateTaskContext } from "../../features/chat/selection/create-task.ts";
import type { SelectedText } from "../../features/chat/selection/selected-text.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import type { TaskInMaking } from "./task-in-making.ts";

const makingPart = lazyPart(() => import("./task-from-selection.tsx"));

const chipsPart = lazyPart(() => import("../../features/tasks/chips/task-chips.tsx"));

/**
 * Lets people who can create tasks make one from selected messages, and shows the tasks below them. Specification,
 * section 2 (chat screen).
 */
export function TaskMaker({ children }: { children: ReactNode }) {
  const isAllowed = canCreateTasks(useViewer());
  const [making, setMaking] = useState<TaskInMaking | null>(null);
  const part = useLazyPart(makingPart, isAllowed, () => setMaking(null));
  const begin = useCallback((selected: SelectedText) => setMaking({ ...selected, taskId: uuidv7() }), []);
  const chips = useLazyPart(chipsPart, true, () => undefined);
  return (
    <CreateTaskContext value={isAllowed ? begin : null}>
      <UnderMessageContext value={chips?.TaskChips ?? null}>{children}</UnderMessageContext>
      {part && <part.TaskFromSelection making={making} onBegin={begin} onClose={() => setMaking(null)} />}
    </CreateTaskContext>
  );
}
