import type { QuietHours } from "@atoll/contract/notifications/settings-schemas";
import { ownTimeZone } from "../../../lib/time/wall-time.ts";
import { weekdayNames } from "../../../lib/time/weekday-names.ts";

const everyNight = { from: "18:30", until: "08:00" };

/** Returns the initial quiet hours: every evening until the next morning, in the person's time zone. */
export function quietByDefault(): QuietHours {
  return { timeZone: ownTimeZone(), days: weekdayNames.map(() => ({ ...everyNight })) };
}

/** Pure: the same with another span on one weekday, 0 for Monday; true begins it as its neighbour has it. */
export function withDay(
  { timeZone, days }: QuietHours,
  day: number,
  span: QuietHours["days"][number] | boolean,
): QuietHours {
  const known = days.find((other) => other !== null) ?? everyNight;
  const next = span === true ? { ...known } : span === false ? null : span;
  return { timeZone, days: days.map((before, index) => (index === day ? next : before)) };
}

/** Pure: the same with another time on a weekday that has quiet hours. */
export function withTime(
  quietHours: QuietHours,
  day: number,
  time: Partial<NonNullable<QuietHours["days"][number]>>,
): QuietHours {
  const span = quietHours.days[day];
  return span ? withDay(quietHours, day, { ...span, ...time }) : quietHours;
}

/** Pure: every day as one of them is. */
export function likeDay({ timeZone, days }: QuietHours, day: number): QuietHours {
  const span = days[day] ?? null;
  return { timeZone, days: days.map(() => span && { ...span }) };
}

/**
 * Pure: quiet hours in words, days in a row with the same hours together: "Monday to Friday 18:30 to 08:00, Saturday
 * all day".
 */
export function quietInWords({ days }: Pick<QuietHours, "days">): string {
  const runs: { first: number; last: number; words: string }[] = [];
  for (const [day, span] of days.entries()) {
    if (!span) continue;
    const words =
      span.from === span.until
        ? `${span.from} to ${span.until} the next day`
        : `${span.from} to ${span.until}`;
    const run = runs.at(-1);
    if (run && run.last === day - 1 && run.words === words) run.last = day;
    else runs.push({ first: day, last: day, words });
  }
  return runs
    .map(({ first, last, words }) => {
      const name = weekdayNames[first];
      if (first === last) return `${name} ${words}`;
      if (first === 0 && last === 6) return `every day ${words}`;
      return `${name} ${last === first + 1 ? "and" : "to"} ${weekdayNames[last]} ${words}`;
    })
    .join(", ");
}
