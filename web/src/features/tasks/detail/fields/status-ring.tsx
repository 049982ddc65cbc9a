import type { TaskStatus } from "@atoll/contract/tasks/limits";
import { Archive } from "lucide-react";
import { RingProgress } from "../../../../ui/progress/ring-progress.tsx";

/** A status as the broken ring, which closes on the way to done. Its word stands beside it. */
export function StatusRing({ status }: { status: TaskStatus }) {
  return (
    <span aria-hidden="true" className="inline-flex size-4 flex-none">
      {status === "archived" ? (
        <Archive className="size-4 text-faint" />
      ) : (
        <RingProgress label="" {...rings[status]} />
      )}
    </span>
  );
}

const rings = {
  todo: { value: 0 },
  in_progress: { value: 0.5, tone: "highlight" },
  in_review: { value: 0.8, tone: "info" },
  done: { value: 1 },
} as const;
