import { type DerivedTimes, deriveTimes, type Exception } from "./derive-times.ts";
import type { SeriesRefusal } from "./refusal.ts";
import { checkSeries, givenByRule, occurrencesAmong, type Series } from "./series.ts";
import { type SplitSeries, splitSeries } from "./split-series.ts";

/** Computations on a series. Their time depends on the series, within limits. */
export interface SeriesWork {
  check(series: Series): SeriesRefusal | null;
  /** Returns which of these names are occurrences of a series. */
  occurrencesAmong(series: Series, names: readonly string[]): Set<string>;
  /** Returns which of these times the rule itself gives. */
  givenByRule(series: Series, names: readonly string[]): Set<string>;
  /** Returns null if the series does not have this occurrence. */
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
