import type { Rule } from "./parse-rule.ts";
import { wallsFrom } from "./rule-days.ts";

/** About sixty years of days, in which each date falls on each weekday, including leap days. */
const searchedDays = 26_000;

/** Returns whether a rule, ignoring its end, gives any time from its start on. */
export function everMatches(rule: Rule, startMs: number): boolean {
  const { done } = wallsFrom(rule, startMs, startMs, { left: searchedDays }).next();
  return done !== true;
}
