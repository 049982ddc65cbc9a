/**
 * The reason why a series is refused:
 * - `start_unreadable`, `end_unreadable`, `end_before_start`, `too_long`: its times
 * - `out_of_reach`: it starts or ends, in UTC, before 1900 or after 2199
 * - `zone_unknown`
 * - `rule_not_understood`: not a rule of RFC 5545, or parts that cannot be combined
 * - `rule_too_fine`, `rule_lists_hours`: several occurrences a day
 * - `rule_never_matches`: such as BYMONTHDAY=30 in February only
 * - `until_before_start`
 * - `too_many_occurrences`: for a rule with COUNT or UNTIL; without an end, the caller limits them
 * - `rule_takes_too_long`: a rule with an end that needs more days to be examined than the limit
 * - `rule_cannot_move`: to other days, such as the last workday of a month
 * - `no_occurrence`: all its occurrences are removed
 * - `exception_unreadable`, `too_many_exceptions`: the added or removed occurrences
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
