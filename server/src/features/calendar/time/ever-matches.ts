import type { Rule } from "./parse-rule.ts";
import { wallsFrom } from "./rule-days.ts";

/** About sixty years of days: each date has been each weekday, a leap day too. */
const searchedDays = 26_000;

/** Whether a rule, its end apart, gives any time from its start on. */
export function everMatches(rule: Rule, startMs: number): boolean {
  const { done } = wallsFrom(rule, startMs, startMs, { left: searchedDays }).next();
  return done !== true;
}
