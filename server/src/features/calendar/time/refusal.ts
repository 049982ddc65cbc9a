/**
 * Why a series is refused:
 * - `start_unreadable`, `end_unreadable`, `end_before_start`, `too_long`: its times
 * - `out_of_reach`: it begins or ends, in UTC, before 1900 or after 2199
 * - `zone_unknown`
 * - `rule_not_understood`: no rule of RFC 5545, or parts that may not stand together
 * - `rule_too_fine`, `rule_lists_hours`: several occurrences a day
 * - `rule_never_matches`: as BYMONTHDAY=30 in February only
 * - `until_before_start`
 * - `too_many_occurrences`: of a rule that says how many or until when; one without end is bounded by who asks
 * - `rule_takes_too_long`: of a rule that ends, where it looks at more days than the server does
 * - `rule_cannot_move`: to other days, as the last workday of a month
 * - `no_occurrence`: each of its times is removed
 * - `exception_unreadable`, `too_many_exceptions`: what is added or removed
 */
export type SeriesRefusal =
  | "start_unreadable"
  | "end_unreadable"
  | "end_before_start"
  | "too_long"
  | "out_of_reach"
  | "zone_unknown"
  | "rule_not_understood"
  | "rule_too_fine"
  | "rule_lists_hours"
  | "rule_never_matches"
  | "until_before_start"
  | "too_many_occurrences"
  | "rule_takes_too_long"
  | "rule_cannot_move"
  | "no_occurrence"
  | "exception_unreadable"
  | "too_many_exceptions";
