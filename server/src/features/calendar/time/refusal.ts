/**
 * Why a series is refused:
 * - `start_unreadable`, `end_unreadable`, `end_before_start`, `too_long`: its times
 * - `zone_unknown`
 * - `rule_not_understood`: no rule of RFC 5545, or parts that may not stand together
 * - `rule_too_fine`, `rule_lists_hours`: several occurrences a day
 * - `rule_never_matches`: as BYMONTHDAY=30 in February only
 * - `until_before_start`
 * - `too_many_occurrences`: of a rule that says how many or until when; one without end is bounded by who asks
 * - `exception_unreadable`, `too_many_exceptions`: what is added or removed
 */
export type SeriesRefusal =
  | "start_unreadable"
  | "end_unreadable"
  | "end_before_start"
  | "too_long"
  | "zone_unknown"
  | "rule_not_understood"
  | "rule_too_fine"
  | "rule_lists_hours"
  | "rule_never_matches"
  | "until_before_start"
  | "too_many_occurrences"
  | "exception_unreadable"
  | "too_many_exceptions";
