import { effortsInWeeks, maxImpact } from "@atoll/contract/ideas/limits";
import type { IdeaScore } from "@atoll/contract/ideas/schemas";
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { Select } from "../../../ui/field/select.tsx";

export interface ScoreFieldsProps {
  /** The title of the idea, for screen readers. */
  label: string;
  own: IdeaScore | null;
  onScore: (score: IdeaScore) => void;
}

const impacts = Array.from({ length: maxImpact }, (_, index) => index + 1);
const impactWords = ["A little", "Some", "Clear", "Large", "Huge"];

/** The viewer's score of the value and effort of an idea. It counts once both are chosen. */
export function ScoreFields({ label, own, onScore }: ScoreFieldsProps) {
  const [impact, setImpact] = useState(own?.impact ?? null);
  const [effortWeeks, setEffortWeeks] = useState(own?.effortWeeks ?? null);
  function choose(score: { impact: number | null; effortWeeks: IdeaScore["effortWeeks"] | null }) {
    setImpact(score.impact);
    setEffortWeeks(score.effortWeeks);
    if (score.impact !== null && score.effortWeeks !== null)
      onScore({ impact: score.impact, effortWeeks: score.effortWeeks });
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <Select
        label={`Impact of ${label}`}
        hideLabel
        placeholder="Impact"
        value={impact === null ? null : String(impact)}
        options={impacts.map((value) => ({
          value: String(value),
          label: `${value} · ${impactWords[value - 1] ?? ""}`,
        }))}
        onValueChange={(value) => choose({ impact: Number(value), effortWeeks })}
      />
      <Select
        label={`Effort of ${label}`}
        hideLabel
        placeholder="Effort"
        value={effortWeeks === null ? null : String(effortWeeks)}
        options={effortsInWeeks.map((weeks) => ({ value: String(weeks), label: counted(weeks, "week") }))}
        onValueChange={(value) =>
          choose({ impact, effortWeeks: effortsInWeeks.find((weeks) => String(weeks) === value) ?? null })
        }
      />
    </div>
  );
}
