import { shareLoop } from "../../../platform/turns/share-loop.ts";
import { instantOf, wallAt } from "../time/temporal.ts";
import { dayMs } from "../time/wall.ts";
import { type Span, type Worker, workingSpans } from "../working-hours.ts";

/** A busy time of a person. */
export interface Busy extends Span {
  as: "busy" | "tentative" | "out";
}

interface Somebody {
  id: string;
  worker: Worker;
  busy: readonly Busy[];
}

export interface Suggestion extends Span {
  busyIds: string[];
  outsideIds: string[];
}

/** Offsets of time zones are multiples of a quarter of an hour, so quarters of an hour coincide in all of them. */
const stepMs = 15 * 60_000;
const mostSuggestions = 12;
/** The fewest suggestions for each day of a longer range, so that there is a choice of days. */
const fewestOfDay = 2;
/** The penalty of a time for each person it does not suit. */
const cost = { busy: 8, out: 8, outside: 3, tentative: 1 };

/**
 * Returns the best times of a length, ordered by start, without overlaps. Times that suit everybody rank first, then
 * earlier ones. A range of several days gets suggestions on each of its days. Linear in people and quarters of hours.
 */
export async function suggestTimes(
  everybody: readonly Somebody[],
  range: Span,
  durationMinutes: number,
  zone: string,
): Promise<Suggestion[]> {
  const first = Math.ceil(range.from / stepMs) * stepMs;
  const steps = Math.floor((range.until - first) / stepMs);
  const long = Math.ceil((durationMinutes * 60_000) / stepMs);
  if (steps < long) return [];
  const yieldToLoop = shareLoop();
  const marks: ReturnType<typeof marksOf>[] = [];
  for (const one of everybody) {
    marks.push(marksOf(one, { from: first, until: first + steps * stepMs }, steps));
    await yieldToLoop();
  }
  const costs = Array.from({ length: steps - long + 1 }, (_, at) =>
    marks.reduce((sum, { busy, tentative, outside }) => {
      const has = (mark: Uint32Array) => (mark[at + long] ?? 0) > (mark[at] ?? 0);
      return (
        sum +
        (has(busy) ? cost.busy : has(tentative) ? cost.tentative : 0) +
        (has(outside) ? cost.outside : 0)
      );
    }, 0),
  );
  const taken = new Uint8Array(steps);
  const chosen: number[] = [];
  const mostOfDay = Math.max(fewestOfDay, Math.ceil((mostSuggestions * dayMs) / (range.until - range.from)));
  const dayOf = daysOf(first, steps, zone);
  const ofDay = new Map<number, number>();
  for (const at of costs
    .map((_, place) => place)
    .sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || a - b)) {
    if (chosen.length === mostSuggestions) break;
    if (taken.subarray(at, at + long).some((mark) => mark === 1)) continue;
    const day = dayOf[at] ?? 0;
    const before = ofDay.get(day) ?? 0;
    if (before === mostOfDay) continue;
    ofDay.set(day, before + 1);
    taken.fill(1, at, at + long);
    chosen.push(at);
  }
  return chosen
    .sort((a, b) => a - b)
    .map((at) => {
      const conflictsOf = (kind: "busy" | "outside") =>
        everybody.flatMap(({ id }, place) => {
          const mark = marks[place]?.[kind];
          return mark && (mark[at + long] ?? 0) > (mark[at] ?? 0) ? [id] : [];
        });
      const from = first + at * stepMs;
      return {
        from,
        until: from + durationMinutes * 60_000,
        busyIds: conflictsOf("busy"),
        outsideIds: conflictsOf("outside"),
      };
    });
}

/** Returns the local day of each step, counted from the first. */
function daysOf(first: number, steps: number, zone: string): Uint16Array {
  const days = new Uint16Array(steps);
  let midnight = Math.floor(wallAt(first, zone) / dayMs) * dayMs;
  for (let day = 1; ; day += 1) {
    midnight += dayMs;
    const begins = Math.max(0, Math.ceil((instantOf(midnight, zone) - first) / stepMs));
    if (begins >= steps) return days;
    days.fill(day, begins);
  }
}

/** Returns prefix sums of the marked steps, so that a stretch is judged by its two ends. */
function marksOf({ worker, busy }: Somebody, range: Span, steps: number) {
  const sums = (mark: Uint8Array) => {
    const sum = new Uint32Array(steps + 1);
    for (let at = 0; at < steps; at += 1) sum[at + 1] = (sum[at] ?? 0) + (mark[at] ?? 0);
    return sum;
  };
  const touched = (spans: readonly Span[]) => {
    const mark = new Uint8Array(steps);
    for (const { from, until } of spans)
      mark.fill(
        1,
        Math.max(0, Math.floor((from - range.from) / stepMs)),
        Math.max(0, Math.ceil((until - range.from) / stepMs)),
      );
    return mark;
  };
  const outside = new Uint8Array(steps).fill(1);
  for (const { from, until } of workingSpans(worker, range))
    outside.fill(
      0,
      Math.max(0, Math.ceil((from - range.from) / stepMs)),
      Math.max(0, Math.floor((until - range.from) / stepMs)),
    );
  return {
    busy: sums(touched(busy.filter(({ as }) => as !== "tentative"))),
    tentative: sums(touched(busy.filter(({ as }) => as === "tentative"))),
    outside: sums(outside),
  };
}
