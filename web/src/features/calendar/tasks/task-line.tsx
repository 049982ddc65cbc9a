import { taskRoutes } from "@atoll/contract/tasks/routes";
import { useQuery } from "@tanstack/react-query";
import { SquareCheckBig } from "lucide-react";
import { call } from "../../../lib/server/api-client.ts";

interface TaskLineProps {
  taskId: string;
  onOpen: (taskId: string) => void;
}

/** The task that an event reserves time for. Shown only to people who may read it. */
export function TaskLine({ taskId, onOpen }: TaskLineProps) {
  const { data } = useQuery({
    queryKey: ["calendar", "task", taskId],
    queryFn: ({ signal }) => call(taskRoutes.getTask, { params: { taskId } }, { signal }),
    retry: false,
  });
  if (!data) return null;
  return (
    <li className="flex gap-2.5">
      <SquareCheckBig className="mt-0.5 size-4 text-faint" />
      <button
        className="min-w-0 flex-1 break-words rounded-xs text-left text-primary-text hover:underline"
        onClick={() => onOpen(taskId)}
        type="button"
      >
        {data.task.title}
      </button>
    </li>
  );
}
