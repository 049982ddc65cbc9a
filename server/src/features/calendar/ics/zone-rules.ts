import { parseRule } from "../time/parse-rule.ts";
import { newSteps, type Steps, wallsFrom } from "../time/rule-days.ts";

/** A change of a zone's offset from an instant on, as the file's own rules (VTIMEZONE) define it. */
interface Change {
  at: number;
  before: number;
  after: number;
}

/** Far more than any real time zone has. */
const mostParts = 200;
const longestYearsMs = 5 * 366 * 86_400_000;

/**
 * Reads when a zone of a file changes its clocks. Rules finer than a day are refused, and all rules of a zone share one
 * budget of steps.
 * @param lines of one VTIMEZONE, without folds.
 * @param from changes long before it are left out if a rule gives them.
 * @returns undefined if the rules cannot be read.
 */
export function readChanges(lines: readonly string[], from: number, until: number): Change[] | undefined {
  const parts = partsOf(lines);
  if (parts.length === 0 || parts.length > mostParts) return undefined;
  const steps = newSteps();
  const changes: Change[] = [];
  for (const part of parts) {
    const found = changesOf(part, { from: from - longestYearsMs, until }, steps);
    if (!found) return undefined;
    changes.push(...found);
  }
  return steps.left > 0 ? changes.sort((a, b) => a.at - b.at) : undefined;
}

/** Returns the offset from UTC at an instant, in a zone with these changes. */
export function offsetAfter(changes: readonly Change[], instant: number): number | undefined {
  return changes.findLast(({ at }) => at <= instant)?.after ?? changes[0]?.before;
}

/** Returns the lines of each STANDARD and DAYLIGHT, keyed by upper-case name. */
function partsOf(lines: readonly string[]): Map<string, string[]>[] {
  const parts: Map<string, string[]>[] = [];
  let part: Map<string, string[]> | undefined;
  for (const line of lines) {
    const [, name = "", value = ""] = /^([\w-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    const key = name.toUpperCase();
    if (key === "BEGIN" && /^(?:STANDARD|DAYLIGHT)$/i.test(value.trim())) {
      part = new Map();
      parts.push(part);
    } else if (key === "END") part = undefined;
    else part?.set(key, [...(part.get(key) ?? []), value.trim().toUpperCase()]);
  }
  return parts;
}

function changesOf(
  part: ReadonlyMap<string, string[]>,
  range: { from: number; until: number },
  steps: Steps,
): Change[] | undefined {
  const start = readLocal(part.get("DTSTART")?.[0]);
  const before = readOffset(part.get("TZOFFSETFROM")?.[0]);
  const after = readOffset(part.get("TZOFFSETTO")?.[0]);
  if (start === undefined || before === undefined || after === undefined) return undefined;
  const walls = [start];
  for (const text of (part.get("RDATE") ?? []).flatMap((list) => list.split(","))) {
    const wall = readLocal(text);
    if (wall !== undefined) walls.push(wall);
  }
  for (const text of part.get("RRULE") ?? []) {
    const rule = parseRule(text, start);
    if (typeof rule === "string") return undefined;
    const { until } = rule;
    const end = until
      ? until.ms + (until.as === "instant" ? before : until.as === "day" ? 86_399_999 : 0)
      : range.until;
    let left = rule.count ?? Number.POSITIVE_INFINITY;
    const counted = rule.count === null ? Math.max(start, Math.min(range.from, end - longestYearsMs)) : start;
    for (const wall of wallsFrom(rule, start, counted, steps)) {
      left -= 1;
      if (wall > Math.min(end, range.until) || left < 0) break;
      walls.push(wall);
    }
  }
  return walls.map((wall) => ({ at: wall - before, before, after }));
}

function readLocal(text = ""): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
  // Outlook's rules start in the year 1601, and `Date.UTC` would take a year below 100 for one of the 20th century.
  return Date.UTC(Math.max(year, 1600), month - 1, day, hour, minute, second);
}

function readOffset(text = ""): number | undefined {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -ms : ms;
}
