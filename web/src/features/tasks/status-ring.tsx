import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { TaskState } from "@atoll/contract/tasks/state-schemas";
import { usualTones } from "@atoll/contract/tasks/states";
import { Archive } from "lucide-react";
import { RingProgress } from "../../ui/progress/ring-progress.tsx";

/** The progress of a status as a ring, in the colour of its state. Its name stands next to it. */
export function StatusRing({ status, state }: { status: TaskStatus; state?: TaskState | null | undefined }) {
  if (status === "archived") return <Archive aria-hidden="true" className="size-4 flex-none text-faint" />;
  const tone = state && state.tone !== usualTones[status] ? { tone: state.tone } : {};
  return (
    <span aria-hidden="true" className="flex flex-none">
      <RingProgress label="" {...rings[status]} {...tone} />
    </span>
  );
}

const rings = {
  todo: { value: 0 },
  in_progress: { value: 0.5, tone: "highlight" },
  in_review: { value: 0.75, tone: "info" },
  done: { value: 1 },
} as const;
