import type { HitDetail } from "@atoll/contract/search/hit-schemas";
import { Check } from "lucide-react";
import { Badge, type BadgeTone } from "../../../ui/badge/badge.tsx";
import { type Priority, PriorityBadge } from "../../../ui/badge/priority-badge.tsx";

/** The one thing to know about a hit before opening it: a high priority, an accepted answer, or the status of an idea. */
export function HitBadge({ detail }: { detail: HitDetail }) {
  if (detail.kind === "idea") {
    const { name, tone } = ideaStatuses[detail.status];
    return <Badge tone={tone}>{name}</Badge>;
  }
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

type IdeaStatus = Extract<HitDetail, { kind: "idea" }>["status"];
const ideaStatuses: Readonly<Record<IdeaStatus, { name: string; tone: BadgeTone }>> = {
  new: { name: "New", tone: "secondary" },
  in_review: { name: "In review", tone: "info" },
  planned: { name: "Planned", tone: "primary" },
  started: { name: "Started", tone: "highlight" },
  shipped: { name: "Shipped", tone: "success" },
  declined: { name: "Declined", tone: "outline" },
};

/** A normal priority is not shown. */
const pressing: Readonly<Record<string, Priority>> = {
  urgent: "urgent",
  high: "high",
  URGENT: "urgent",
  HIGH: "high",
};
