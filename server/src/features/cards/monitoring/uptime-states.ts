import type { UptimeState } from "@atoll/contract/cards/monitoring-schemas";

/** A time in which an alert was open. */
export interface Span {
  service: string;
  /** Its place among the severities, the worst one 0; null for one without. */
  rank: number | null;
  stage: string;
  from: Date;
  until: Date;
}

/**
 * The state of each bucket, and the share of the known time that the service was not down.
 * @param edges the starts of the buckets, and the end of the last one.
 */
export function readService(
  spans: readonly Span[],
  seen: ReadonlySet<number>,
  edges: readonly Date[],
): { states: UptimeState[]; uptime: number | null } {
  const buckets = edges
    .slice(0, -1)
    .map(() => ({ isDown: false, isSlow: false, hasNoData: false, downMs: 0 }));
  for (const span of spans)
    forBuckets(edges, span, (at) => {
      const bucket = buckets[at];
      if (!bucket) return;
      if (span.stage === "no_data") bucket.hasNoData = true;
      else if (isDown(span)) bucket.isDown = true;
      else bucket.isSlow = true;
    });
  for (const span of withoutOverlaps(spans.filter(isDown)))
    forBuckets(edges, span, (at, coveredMs) => {
      const bucket = buckets[at];
      if (bucket) bucket.downMs += coveredMs;
    });
  // An open alert counts first, then missing data, then a report.
  const states = buckets.map(({ isDown: down, isSlow, hasNoData }, at): UptimeState => {
    if (down || isSlow) return down ? "down" : "slow";
    return seen.has(at) && !hasNoData ? "up" : "unknown";
  });
  let knownMs = 0;
  let downMs = 0;
  for (const [at, state] of states.entries()) {
    if (state === "unknown") continue;
    knownMs += timeOf(edges[at + 1]) - timeOf(edges[at]);
    downMs += buckets[at]?.downMs ?? 0;
  }
  return { states, uptime: knownMs === 0 ? null : 1 - Math.min(downMs / knownMs, 1) };
}

function isDown({ rank, stage }: Span): boolean {
  return stage !== "no_data" && rank !== null && rank <= 1;
}

type Range = Pick<Span, "from" | "until">;

/** The same time, each part of it once. */
function withoutOverlaps(spans: readonly Range[]): Range[] {
  const whole: Range[] = [];
  for (const { from, until } of spans.toSorted((a, b) => timeOf(a.from) - timeOf(b.from))) {
    const last = whole.at(-1);
    if (!last || from > last.until) whole.push({ from, until });
    else if (until > last.until) last.until = until;
  }
  return whole;
}

/** Calls back for each bucket that a range touches, with the time that it covers there. */
function forBuckets(
  edges: readonly Date[],
  { from, until }: Range,
  visit: (bucket: number, coveredMs: number) => void,
): void {
  const isIn = (at: number) => at < edges.length - 1 && timeOf(edges[at]) < until.getTime();
  for (let at = Math.max(bucketOf(edges, from), 0); isIn(at); at += 1) {
    const start = Math.max(timeOf(edges[at]), from.getTime());
    const end = Math.min(timeOf(edges[at + 1]), until.getTime());
    if (end > start) visit(at, end - start);
  }
}

const timeOf = (date: Date | undefined) => date?.getTime() ?? 0;

function bucketOf(starts: readonly Date[], at: Date): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? at) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
