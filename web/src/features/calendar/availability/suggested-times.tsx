import { Sparkles } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { dayWords, spanWords } from "../time/day-words.ts";
import { type WallSpan, wallAt } from "../time/wall.ts";
import { conflictWords } from "./free-words.ts";
import { type FreePerson, isSuited, judge, type Stretch } from "./judge-span.ts";

const fewest = 3;

interface SuggestedTimesProps {
  people: readonly FreePerson[];
  times: readonly Stretch[];
  viewerId: string;
  onTake: (time: Stretch) => void;
}

/** The best times for all, taken with one press: those that suit everybody first where there are some. */
export function SuggestedTimes({ people, times, viewerId, onTake }: SuggestedTimesProps) {
  const [isAll, setAll] = useState(false);
  const judged = times.map((time) => ({
    time,
    everybody: people.map((of) => ({ of, judged: judge(of, time) })),
  }));
  const best = judged.filter(({ everybody }) => everybody.every((one) => isSuited(one.judged)));
  const first = best.length > 0 ? best : judged;
  const shown = isAll ? judged : first.slice(0, fewest);
  return (
    <section aria-label="Suggested times">
      <h3 className="flex items-center gap-1.5 pb-1.5 font-semibold text-xs">
        <Sparkles className="size-3.5 text-primary-text" /> Suggested
      </h3>
      {times.length === 0 && (
        <p className="text-muted text-xs">No free slot of this length in the next two weeks.</p>
      )}
      <ul className="flex flex-col gap-1.5">
        {shown.map(({ time, everybody }) => {
          const span: WallSpan = { from: wallAt(time.from), to: wallAt(time.until) };
          const against = conflictWords(everybody, viewerId, span.from.day);
          const suited = everybody.filter((one) => isSuited(one.judged)).length;
          return (
            <li key={time.from.getTime()}>
              <button
                className="flex min-h-11 w-full items-center gap-2 rounded-md border bg-surface-raised px-3 py-1.5 text-left hover:bg-surface-hover"
                onClick={() => onTake(time)}
                // A field that is left says another length, and what is pressed would be another time before it is let go.
                onMouseDown={(event) => event.preventDefault()}
                type="button"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">
                    {dayWords(span.from.day, "weekday")}, {spanWords(span)}
                  </span>
                  <span className="block text-muted text-xs">{against.join(" ") || "Everybody is free"}</span>
                </span>
                {suited < everybody.length && (
                  <Badge tone="warning">
                    {suited} of {everybody.length}
                  </Badge>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {!isAll && judged.length > shown.length && (
        <Button className="mt-1" onClick={() => setAll(true)} size="sm" variant="ghost">
          {judged.length - shown.length} more
        </Button>
      )}
    </section>
  );
}
