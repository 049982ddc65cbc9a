import type { Onboarding } from "@atoll/contract/onboarding/schemas";
import { useEffect, useRef } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { RingProgress } from "../../../ui/progress/ring-progress.tsx";

interface StageStepsProps {
  stages: Onboarding["stages"];
  current: number;
  chosen: number;
  onChoose: (stage: number) => void;
}

/** The parts of a path as steps: done, now, and to come. On a phone they scroll sideways. */
export function StageSteps({ stages, current, chosen, onChoose }: StageStepsProps) {
  const row = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const step = row.current?.children[chosen];
    if (row.current && step instanceof HTMLElement) row.current.scrollLeft = step.offsetLeft - 16;
  }, [chosen]);
  return (
    <ol ref={row} aria-label="Parts of the path" className="relative flex gap-2 scroll-row p-px">
      {stages.map(({ name, note, startOn, done, total }, index) => (
        <li key={startOn} className="min-w-48 flex-1">
          <button
            type="button"
            aria-current={index === chosen ? "step" : undefined}
            onClick={() => onChoose(index)}
            className={cx(
              "flex h-full w-full items-center gap-3 rounded-md border p-3 text-left hover:shadow-1",
              index === chosen
                ? "border-primary bg-surface-selected"
                : index > current
                  ? "bg-surface-sunken"
                  : "bg-surface-raised",
            )}
          >
            <RingProgress label={name} value={total === 0 ? 0 : done / total} size={18} />
            <span className="min-w-0 flex-1">
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                <span className="flex-none text-muted text-xs tabular-nums">
                  {index > current ? total : `${done} of ${total}`}
                </span>
              </span>
              <span className="block truncate text-muted text-xs">{note}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
