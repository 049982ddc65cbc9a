import { AppError } from "../../../platform/app-error.ts";
import type { TimeColumns } from "../event-columns.ts";
import type { SeriesRefusal } from "../time/refusal.ts";
import type { Series } from "../time/series.ts";
import { seriesApart } from "../time/series-thread.ts";

export function seriesOf(row: TimeColumns): Series {
  return {
    start: row.starts,
    end: row.ends,
    allDay: row.all_day,
    zone: row.zone,
    rule: row.rule,
    added: row.added,
    removed: row.removed,
  };
}

export function columnsOf(series: Series): TimeColumns {
  return {
    all_day: series.allDay,
    starts: series.start,
    ends: series.end,
    zone: series.zone,
    rule: series.rule,
    added: series.added,
    removed: series.removed,
  };
}

/**
 * Asserts, off the main thread, that a series can be stored.
 * @param owner whose series it is.
 * @throws {AppError} `times_refused`, with the reason and the field.
 */
export async function assertPossible(owner: string, series: Series): Promise<void> {
  const refusal = await seriesApart(owner).check(series);
  if (refusal !== null) throw refused(refusal);
}

export function refused(refusal: SeriesRefusal): AppError {
  const [path, message] = refusals[refusal];
  return new AppError("times_refused", { fields: [{ path, message }] });
}

const refusals: Record<SeriesRefusal, readonly [path: string, message: string]> = {
  start_unreadable: ["start", "This is not a time"],
  end_unreadable: ["end", "This is not a time"],
  end_before_start: ["end", "An event ends after it begins"],
  too_long: ["end", "An event lasts a year at most"],
  out_of_reach: ["start", "The calendar reaches from 1900 to 2199"],
  zone_unknown: ["zone", "This time zone is not known"],
  rule_not_understood: ["rule", "This rule cannot be read"],
  rule_too_fine: ["rule", "An event repeats once a day at most"],
  rule_lists_hours: ["rule", "An event repeats once a day at most"],
  rule_never_matches: ["rule", "There is no day that fits this rule"],
  until_before_start: ["rule", "This rule ends before the event begins"],
  too_many_occurrences: ["rule", "An event repeats 5,000 times at most; let it go on without end instead"],
  rule_takes_too_long: [
    "rule",
    "This rule has too many days to look at. Give it an earlier end, or let it go on without one",
  ],
  rule_cannot_move: ["rule", "This rule cannot move to that day. Choose how the event repeats as well"],
  no_occurrence: ["rule", "Every time of this event is removed. Keep one of them"],
  exception_unreadable: ["rule", "One of the single days is not a day"],
  too_many_exceptions: ["rule", "An event has 1,000 single days at most"],
};
