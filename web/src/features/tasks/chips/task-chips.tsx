import type { Task } from "@atoll/contract/tasks/schemas";
import { useEffect, useSyncExternalStore } from "react";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { stateName } from "../data/use-task-states.ts";
import { StatusRing } from "../status-ring.tsx";
import { tasksOfMessagesOf } from "./tasks-of-messages.ts";

/** The tasks that were made of a message, under it, with how far they are; only those that the viewer may see. */
export function TaskChips({ messageId }: { messageId: string }) {
  const store = tasksOfMessagesOf(useSignedIn());
  const tasks = useSyncExternalStore(store.subscribe, () => store.of(messageId));
  useEffect(() => store.show(messageId), [store, messageId]);
  if (tasks.length === 0) return null;
  return (
    <ul aria-label="Tasks created from this message" className="mt-1 flex flex-wrap gap-1.5">
      {tasks.map((task) => (
        <li className="min-w-0" key={task.id}>
          <TaskChip task={task} />
        </li>
      ))}
    </ul>
  );
}

function TaskChip({ task }: { task: Task }) {
  const { id, title, status } = task;
  const isOver = status === "done" || status === "archived";
  return (
    // Specification, section 2: notification links.
    <AddressLink
      address={`/tasks?task=${id}`}
      className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-sm bg-surface-raised pr-2 pl-1.5 font-medium text-xs inset-ring-1 inset-ring-border hover:inset-ring-border-strong max-md:h-9"
    >
      <StatusRing status={status} state={task.state} />
      <VisuallyHidden>Task, {stateName(task)}: </VisuallyHidden>
      <span className={cx("truncate", isOver && "text-muted line-through")}>{title}</span>
    </AddressLink>
  );
}
