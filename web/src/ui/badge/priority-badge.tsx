import { ChevronDown, ChevronUp, Equal, TriangleAlert } from "lucide-react";
import { VisuallyHidden } from "../base/visually-hidden.tsx";
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

/** The same in a line of text: its shape in its colour, with its name for screen readers. */
export function PriorityIcon({ priority }: { priority: Priority }) {
  const { icon: Icon, text } = priorities[priority];
  return (
    <>
      <Icon
        aria-hidden="true"
        className={`mr-1 inline-block size-3.5 align-[-2px] ${iconColours[priority]}`}
      />
      <VisuallyHidden>{text} priority: </VisuallyHidden>
    </>
  );
}

/** Specification, section 9: high red, medium yellow, low green. */
const iconColours: Record<Priority, string> = {
  urgent: "text-danger-text",
  high: "text-danger-text",
  medium: "text-warning-text",
  low: "text-success-text",
};
