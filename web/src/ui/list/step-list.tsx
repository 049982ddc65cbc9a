import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";

export interface StepListProps {
  count: number;
  max: number;
  /** The buttons at the head of a step: they move or remove it. */
  renderActions: (index: number) => ReactNode;
  /** The fields of a step. */
  renderFields: (index: number) => ReactNode;
  onAdd: () => void;
}

/** The steps of a form in their order, each in a frame of its own, and the button that adds one. */
export function StepList({ count, max, renderActions, renderFields, onAdd }: StepListProps) {
  return (
    <>
      <ol aria-label="Steps" className="flex flex-col gap-3">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity.
          <li key={index}>
            <fieldset className="flex flex-col gap-2 rounded-lg border p-3">
              <legend className="sr-only">Step {index + 1}</legend>
              <div className="flex items-center gap-1">
                <span className="flex-1 font-semibold text-sm">Step {index + 1}</span>
                {renderActions(index)}
              </div>
              {renderFields(index)}
            </fieldset>
          </li>
        ))}
      </ol>
      <Button className="self-start" size="sm" icon={Plus} disabled={count >= max} onClick={onAdd}>
        Add step
      </Button>
    </>
  );
}
