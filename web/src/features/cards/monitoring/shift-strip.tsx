import type { OnCallPlan } from "@atoll/contract/cards/on-call-schemas";
import { firstName } from "../../../capabilities/people/author-name.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays, instantOf } from "../../../lib/time/wall-time.ts";
import { cx } from "../../../ui/base/cx.ts";
import { nameOf, spanOf } from "./on-call-api.ts";

const weeks = 4;
const colours = 8;

interface Piece {
  key: string;
  /** Null where nobody is on call, or where it is no longer known. */
  personId: string | null;
  words: string;
  ms: number;
  /** It is over: the plan begins now. */
  isPast?: boolean;
}

/** The next four weeks, one line each, with the shifts in their length. The list below it has the same in words. */
export function ShiftStrip({ plan, now }: { plan: OnCallPlan; now: Date }) {
  const today = dayOf(now);
  const colourOf = (id: string) => {
    const order = [...(plan.rota?.memberIds ?? []), ...plan.members.map((one) => one.id)];
    return `var(--chart-${(Math.max(order.indexOf(id), 0) % colours) + 1})`;
  };
  return (
    <ol className="flex flex-col gap-1.5" aria-label="The next four weeks">
      {Array.from({ length: weeks }, (_, week) => addDays(today, week * 7)).map((day) => (
        <li key={day} className="flex items-center gap-3 text-xs">
          <span className="w-14 flex-none text-muted tabular-nums">{formatDate(instantOf(day))}</span>
          <span className="flex h-7 min-w-0 flex-1 gap-px overflow-hidden rounded-sm">
            {piecesOf(plan, day, now).map(({ key, personId, words, ms, isPast }) => (
              <span
                key={key}
                title={words}
                style={{
                  flexGrow: ms,
                  ...(personId !== null && { borderColor: colourOf(personId) }),
                }}
                className={cx(
                  "flex min-w-0 basis-0 items-center overflow-hidden",
                  personId !== null
                    ? "border-b-[3px] bg-surface-sunken px-1.5"
                    : !isPast && "border border-strong border-dashed",
                )}
              >
                <span aria-hidden="true" className="truncate">
                  {personId !== null && firstName(nameOf(plan, personId))}
                </span>
                <span className="sr-only">{words}</span>
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The shifts of a week from a day on, and the gaps between them. Who was on call before now is not kept. */
function piecesOf(plan: OnCallPlan, day: string, now: Date): Piece[] {
  const [from, until] = [instantOf(day).getTime(), instantOf(addDays(day, 7)).getTime()];
  const pieces: Piece[] = [];
  const add = (start: number, end: number, more: Pick<Piece, "words" | "isPast">) => {
    if (end > start) pieces.push({ key: `gap ${start}`, personId: null, ms: end - start, ...more });
  };
  const gap = (start: number, end: number) => {
    const middle = Math.min(Math.max(now.getTime(), start), end);
    add(start, middle, { words: "Over: who was on call is no longer known", isPast: true });
    add(middle, end, { words: "Nobody is on call" });
  };
  let reached = from;
  for (const shift of plan.shifts) {
    const start = Math.max(Date.parse(shift.startsAt), reached);
    const end = Math.min(Date.parse(shift.endsAt), until);
    if (start >= end) continue;
    gap(reached, start);
    const words = `${nameOf(plan, shift.personId)}, ${spanOf(shift)}${shift.overrideId ? ", override" : ""}`;
    pieces.push({ key: shift.startsAt, personId: shift.personId, words, ms: end - start });
    reached = end;
  }
  gap(reached, until);
  return pieces;
}
