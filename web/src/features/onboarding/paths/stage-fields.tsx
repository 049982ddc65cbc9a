import { firstPathDay, lastPathDay, maxStages } from "@atoll/contract/onboarding/limits";
import type { PathStage } from "@atoll/contract/onboarding/path-schemas";
import { Plus, X } from "lucide-react";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";

interface StageFieldsProps {
  stages: readonly PathStage[];
  onChange: (stages: PathStage[]) => void;
}

/** The parts of a path, each with its name and the day on which it starts. */
export function StageFields({ stages, onChange }: StageFieldsProps) {
  const set = (index: number, change: Partial<PathStage>) =>
    onChange(stages.map((stage, at) => (at === index ? { ...stage, ...change } : stage)));
  return (
    <div className="flex flex-col gap-2">
      {stages.length === 0 && <p className="text-muted">Without parts, everything is one list.</p>}
      {stages.length > 0 && (
        <div aria-hidden="true" className="flex gap-2 font-semibold text-xs">
          <span className="flex-1">Name</span>
          <span className="w-20">First day</span>
          <span className="w-8 max-md:w-9" />
        </div>
      )}
      <ul className="flex flex-col gap-2 empty:hidden">
        {stages.map((stage, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids, and stay in their order while they are typed
          <li key={index} className="flex items-end gap-2">
            <TextField
              className="flex-1"
              label={`Name of part ${index + 1}`}
              hideLabel
              value={stage.name}
              onChange={({ target }) => set(index, { name: target.value })}
            />
            <TextField
              className="w-20"
              label={`First day of part ${index + 1}`}
              hideLabel
              type="number"
              min={firstPathDay}
              max={lastPathDay}
              value={stage.day}
              onChange={({ target }) => set(index, { day: Math.trunc(target.valueAsNumber || 0) })}
            />
            <IconButton
              icon={X}
              label={`Remove part ${index + 1}`}
              onClick={() => onChange(stages.filter((_stage, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      {stages.length < maxStages && (
        <Button
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() =>
            onChange([...stages, { name: `Week ${stages.length + 1}`, note: "", day: nextDay(stages) }])
          }
        >
          Add part
        </Button>
      )}
    </div>
  );
}

const nextDay = (stages: readonly PathStage[]): number => {
  const last = stages.at(-1);
  return last ? Math.min(lastPathDay, last.day < 1 ? 1 : last.day + 7) : 1;
};
