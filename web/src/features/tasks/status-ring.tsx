import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { Archive } from "lucide-react";
import { RingProgress } from "../../ui/progress/ring-progress.tsx";

/** The progress of a status as a ring. Its name stands next to it. */
export function StatusRing({ status }: { status: TaskStatus }) {
  if (status === "archived") return <Archive aria-hidden="true" className="size-4 flex-none text-faint" />;
  return (
    <span aria-hidden="true" className="flex flex-none">
      <RingProgress label="" {...rings[status]} />
    </span>
  );
}

const rings = {
  todo: { value: 0 },
  in_progress: { value: 0.5, tone: "highlight" },
  in_review: { value: 0.75, tone: "info" },
  done: { value: 1 },
} as const;
