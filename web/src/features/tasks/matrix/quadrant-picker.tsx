import type { TaskQuadrant } from "@atoll/contract/tasks/quadrants";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import type { Matrix } from "../data/use-matrix.ts";
import { quadrantWords } from "./quadrant-words.ts";

export interface QuadrantPickerProps {
  quadrants: Matrix["groups"];
  current: TaskQuadrant;
  onPick: (quadrant: TaskQuadrant) => void;
}

/** On a phone the four fields are a picker over one list; what is dragged onto one of them goes there. */
export function QuadrantPicker({ quadrants, current, onPick }: QuadrantPickerProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Field</legend>
      <div aria-hidden="true" className="grid grid-cols-2 gap-1.5 pb-1 font-medium text-2xs text-muted">
        <span className="pl-0.5">Urgent</span>
        <span className="pl-0.5">Not urgent</span>
      </div>
      <div className="grid grid-cols-2 gap-1.5">
        {quadrants.map(({ quadrant, total }) => (
          <button
            aria-pressed={quadrant === current}
            className={cx(
              "flex h-11 items-center justify-between rounded-md border px-3.5 text-sm data-drag-over:border-primary-bright data-drag-over:border-dashed data-drag-over:bg-primary-soft",
              quadrant === current
                ? "border-primary bg-primary-soft font-semibold"
                : "bg-surface-sunken text-muted",
            )}
            data-drag-unordered=""
            data-drag-zone={quadrant}
            key={quadrant}
            onClick={() => onPick(quadrant)}
            type="button"
          >
            {quadrantWords[quadrant].name}
            <Count label="tasks" value={total} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}
