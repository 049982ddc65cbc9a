import { Check } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import type { ImportStep } from "./use-import.ts";

const steps: readonly { step: ImportStep; label: string }[] = [
  { step: "choose", label: "Choose file" },
  { step: "map", label: "Map columns" },
  { step: "check", label: "Check" },
  { step: "done", label: "Import" },
];

/** How far the import is. */
export function ImportSteps({ current }: { current: ImportStep }) {
  const at = steps.findIndex(({ step }) => step === current);
  return (
    <ol aria-label="Steps of the import" className="flex items-center gap-2">
      {steps.map(({ step, label }, index) => {
        const isDone = index < at || current === "done";
        const isCurrent = index === at && !isDone;
        return (
          <li
            key={step}
            aria-current={index === at ? "step" : undefined}
            className={cx(
              "flex items-center gap-2 whitespace-nowrap font-medium",
              isCurrent ? "font-semibold text-text" : isDone ? "text-muted" : "text-faint",
            )}
          >
            {index > 0 && <span aria-hidden="true" className="h-px w-7 bg-border-strong max-md:w-3" />}
            <span
              aria-hidden="true"
              className={cx(
                "grid size-5 place-items-center rounded-full font-semibold text-2xs",
                isCurrent && "bg-primary text-primary-contrast",
                isDone && "bg-primary-soft text-primary-text",
                !isCurrent && !isDone && "inset-ring-1 inset-ring-border-control",
              )}
            >
              {isDone ? <Check className="size-3 stroke-2" /> : index + 1}
            </span>
            {/* On a phone the one where one is. */}
            <span className={cx(index !== at && "max-md:sr-only")}>{label}</span>
          </li>
        );
      })}
    </ol>
  );
}
