export interface Counted<Sample> {
  /** `others` beyond the maximum. */
  kind: string;
  times: number;
  /** The latest one. */
  sample: Sample;
}

export interface Tally<Sample> {
  /** Returns whether it is the first of its kind in this interval. */
  add(kind: string, sample: Sample): boolean;
  /** Reports the current counts. */
  report(): Promise<void>;
}

/**
 * Counts events that anyone can cause at will, and reports them once per interval instead of each time, so that a flood
 * fills neither log nor database, and hides nothing.
 * @param options.maxKinds the number of kinds counted separately in an interval; the rest are counted together.
 */
export function createTally<Sample>(
  tell: (counted: Counted<Sample>[]) => void | Promise<void>,
  { spanMs = 60_000, maxKinds = 200 }: { spanMs?: number; maxKinds?: number } = {},
): Tally<Sample> {
  let counted = new Map<string, Counted<Sample>>();
  let timer: NodeJS.Timeout | undefined;

  async function report(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const all = [...counted.values()];
    counted = new Map();
    if (all.length > 0) await tell(all);
  }

  return {
    add(given, sample) {
      timer ??= setTimeout(() => void report(), spanMs).unref();
      const kind = counted.has(given) || counted.size < maxKinds ? given : "others";
      const before = counted.get(kind);
      counted.set(kind, { kind, times: (before?.times ?? 0) + 1, sample });
      return before === undefined;
    },
    report,
  };
}
