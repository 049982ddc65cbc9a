import type { Task } from "@atoll/contract/tasks/schemas";
import { usualTones } from "@atoll/contract/tasks/states";
import { ArrowLeft, ArrowRight, Lock } from "lucide-react";
import { memo } from "react";
import { formatWall } from "../../../lib/time/format-wall.ts";
import { cx } from "../../../ui/base/cx.ts";
import { isOpen } from "../data/is-open.ts";
import { StatusRing } from "../status-ring.tsx";
import { TaskLink } from "../task-link.tsx";
import { barOf, type Scale } from "./scale.ts";
import { type Span, spanInWords } from "./spans.ts";

export interface TimelineRowProps {
  task: Task;
  /** The days of its bar, also while it is dragged. */
  span: Span;
  scale: Scale;
  isDragged: boolean;
  isOpen: boolean;
  /** Whether its due date has passed. */
  isLate: boolean;
  hintId: string;
  onOpen: (taskId: string) => void;
}

/** Pixels below which a bar has no ends to take hold of, and no title in it. */
const [widthOfEnds, widthOfTitle] = [28, 72];

/** A task with its title and its bar. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { task, span, scale, isDragged, isLate, hintId, onOpen } = props;
  const { left, width, beyond } = barOf(scale, span);
  const hasEnds = beyond === undefined && width >= widthOfEnds;
  return (
    <li
      className="group/row flex h-8 border-b [contain-intrinsic-size:auto_32px] [content-visibility:auto] max-md:h-11"
      data-task={task.id}
    >
      <span
        className={cx(
          titleCell,
          props.isOpen ? "bg-primary-soft" : "bg-surface-raised group-hover/row:bg-surface-hover",
        )}
      >
        <StatusRing state={task.state} status={task.status} />
        <TaskLink
          className="min-w-0 truncate font-medium text-sm"
          onOpen={() => onOpen(task.id)}
          task={task}
          title={task.title}
        />
        {task.blockedBy > 0 && isOpen(task) && (
          <Lock aria-label={`Blocked by ${task.blockedBy}`} className="size-3 flex-none text-danger-text" />
        )}
      </span>
      <span className="relative flex-none" style={{ width: scale.width }}>
        <button
          aria-describedby={hintId}
          aria-label={`${task.title}: ${spanInWords(span)}`}
          className={cx(
            "absolute top-1.5 flex h-5 cursor-grab touch-manipulation select-none items-center rounded-sm inset-ring-1 px-2 text-2xs max-md:top-2.5 max-md:h-6",
            isOpen(task)
              ? tones[task.state?.tone ?? toneOf(task)]
              : "bg-success-soft text-success-text inset-ring-success/25",
            isLate && "inset-ring-danger!",
            isDragged && "z-3 cursor-grabbing shadow-2",
          )}
          data-bar={task.id}
          data-drag-slot={isDragged ? "" : undefined}
          onClick={() => onOpen(task.id)}
          style={{ left, width }}
          title={`${task.title}: ${spanInWords(span)}`}
          type="button"
        >
          {hasEnds && span.from >= scale.first && <End side="start" />}
          {beyond === "before" && <ArrowLeft aria-hidden="true" className="mr-1 size-3 flex-none" />}
          {beyond ? (
            <span className="truncate">{formatWall("monthYear", span.from)}</span>
          ) : (
            width >= widthOfTitle && <span className="truncate">{task.title}</span>
          )}
          {beyond === "after" && <ArrowRight aria-hidden="true" className="ml-1 size-3 flex-none" />}
          {hasEnds && span.to <= scale.last && <End side="end" />}
        </button>
      </span>
    </li>
  );
});

/** Where a bar is made longer or shorter. */
function End({ side }: { side: "start" | "end" }) {
  return (
    <span
      className={cx(
        "absolute inset-y-0 w-2 cursor-ew-resize before:absolute before:inset-y-1.5 before:w-px before:bg-current/40 pointer-coarse:w-3.5",
        side === "start" ? "left-0 before:left-[3px]" : "right-0 before:right-[3px]",
      )}
      data-bar-end={side}
    />
  );
}

const toneOf = ({ status }: Task) => (status === "archived" ? "neutral" : usualTones[status]);

const tones = {
  neutral: "bg-surface-sunken text-muted inset-ring-border-control",
  primary: "bg-primary-soft text-primary-text inset-ring-primary/40",
  highlight: "bg-highlight-soft text-highlight-text inset-ring-highlight-bright/60",
  info: "bg-info-soft text-info-text inset-ring-info/40",
  warning: "bg-warning-soft text-warning-text inset-ring-warning/40",
  error: "bg-danger-soft text-danger-text inset-ring-danger/40",
  success: "bg-success-soft text-success-text inset-ring-success/40",
} as const;

/** The column of titles, which stays in view. */
export const titleCell =
  "sticky left-0 z-4 flex w-[260px] flex-none items-center gap-2 border-r px-3 max-md:w-[128px] max-md:gap-1.5 max-md:px-2";
