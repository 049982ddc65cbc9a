import type { IdeaStatus } from "@atoll/contract/ideas/limits";
import { Badge } from "../../ui/badge/badge.tsx";
import { statusTones } from "../../ui/badge/status-tones.ts";
import { RingProgress } from "../../ui/progress/ring-progress.tsx";
import { statusNames } from "./data/words.ts";

export function StatusBadge({ status }: { status: IdeaStatus }) {
  return <Badge tone={statusTones.idea[status]}>{statusNames[status]}</Badge>;
}

/** The status as a ring that closes; the name stands next to it. */
export function StatusRing({ status }: { status: IdeaStatus }) {
  return (
    <span aria-hidden="true" className="flex flex-none">
      <RingProgress label="" {...rings[status]} />
    </span>
  );
}

const rings = {
  new: { value: 0 },
  in_review: { value: 0.25, tone: "info" },
  planned: { value: 0.5 },
  started: { value: 0.75, tone: "highlight" },
  shipped: { value: 1 },
  declined: { value: 0 },
} as const;
