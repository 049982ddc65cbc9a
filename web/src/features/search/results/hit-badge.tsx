import { ideaStatusNames } from "@atoll/contract/ideas/limits";
import type { HitDetail } from "@atoll/contract/search/hit-schemas";
import { Check } from "lucide-react";
import { Badge } from "../../../ui/badge/badge.tsx";
import { type Priority, PriorityBadge } from "../../../ui/badge/priority-badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";

/** The one thing to know about a hit before opening it: a high priority, an accepted answer, or the status of an idea. */
export function HitBadge({ detail }: { detail: HitDetail }) {
  if (detail.kind === "idea")
    return <Badge tone={statusTones.idea[detail.status]}>{ideaStatusNames[detail.status]}</Badge>;
  if (detail.kind === "question")
    return (
      detail.acceptedBy && (
        <Badge tone="success" icon={Check}>
          Accepted
        </Badge>
      )
    );
  const priority = "priority" in detail ? pressing[detail.priority] : undefined;
  return priority && <PriorityBadge priority={priority} />;
}

/** A normal priority is not shown. */
const pressing: Readonly<Record<string, Priority>> = {
  urgent: "urgent",
  high: "high",
  URGENT: "urgent",
  HIGH: "high",
};
