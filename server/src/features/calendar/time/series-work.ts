import { type DerivedTimes, deriveTimes, type Exception } from "./derive-times.ts";
import type { SeriesRefusal } from "./refusal.ts";
import { checkSeries, givenByRule, occurrencesAmong, type Series } from "./series.ts";
import { type SplitSeries, splitSeries } from "./split-series.ts";

/** What is worked out of a series. Each takes as long as the series makes it take, within bounds. */
export interface SeriesWork {
  check(series: Series): SeriesRefusal | null;
  /** Which of these names of occurrences a series has. */
  occurrencesAmong(series: Series, names: readonly string[]): Set<string>;
  /** Which of these times its rule itself gives. */
  givenByRule(series: Series, names: readonly string[]): Set<string>;
  /** Null: the series has no such occurrence. */
  split(series: Series, occurrence: string): SplitSeries | null;
  derive(series: Series, exceptions: readonly Exception[], now: Date): DerivedTimes;
}

export const seriesWork: SeriesWork = {
  check: checkSeries,
  occurrencesAmong,
  givenByRule,
  split(series, occurrence) {
    try {
      return splitSeries(series, occurrence);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  },
  derive: deriveTimes,
};
