import type { Task } from "@atoll/contract/tasks/schemas";
import type { ComponentProps } from "react";

export interface TaskLinkProps extends Omit<ComponentProps<"a">, "children" | "href" | "onClick"> {
  task: Pick<Task, "id" | "title">;
  /** Called when it is pressed without a key that opens it in another tab. `isByKeys`: by Enter. */
  onOpen: (taskId: string, isByKeys: boolean) => void;
}

/** The title of a task, which opens it. */
export function TaskLink({ task, onOpen, ...link }: TaskLinkProps) {
  return (
    <a
      draggable={false}
      href={`/tasks?task=${task.id}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(task.id, event.detail === 0);
      }}
      {...link}
    >
      {task.title}
    </a>
  );
}
