import type { Task } from "@atoll/contract/tasks/schemas";
import { usualTones } from "@atoll/contract/tasks/states";
import { Lock } from "lucide-react";
import { memo } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { isOpen } from "../data/is-open.ts";
import { StatusRing } from "../status-ring.tsx";
import { leftOf, type Scale } from "./scale.ts";
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
const leastWidth = 8;

/** A task with its title and its bar. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { task, span, scale, isDragged, isLate, hintId, onOpen } = props;
  const left = leftOf(scale, span.from);
  const width = Math.max(leastWidth, leftOf(scale, span.to) + scale.dayWidth - left);
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
        <a
          className="min-w-0 truncate font-medium text-sm"
          draggable={false}
          href={`/tasks?task=${task.id}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(task.id);
          }}
          title={task.title}
        >
          {task.title}
        </a>
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
          {width >= widthOfEnds && <End side="start" />}
          {width >= widthOfTitle && <span className="truncate">{task.title}</span>}
          {width >= widthOfEnds && <End side="end" />}
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
