import { ChevronDown, ChevronUp, Equal, TriangleAlert } from "lucide-react";
import type { IconType } from "../icon/icon-type.ts";
import { Badge, type BadgeTone } from "./badge.tsx";

export type Priority = "urgent" | "high" | "medium" | "low";

/** How pressing a thing is: a colour, a word and an icon shape of its own. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  const { tone, icon, text } = priorities[priority];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}

const priorities: Record<Priority, { tone: BadgeTone; icon: IconType; text: string }> = {
  urgent: { tone: "urgent", icon: TriangleAlert, text: "Urgent" },
  high: { tone: "warning", icon: ChevronUp, text: "High" },
  medium: { tone: "secondary", icon: Equal, text: "Medium" },
  low: { tone: "success", icon: ChevronDown, text: "Low" },
};
