import { addDays, clampInstant, daysFrom, instantIn, weekdayOf } from "@atoll/contract/zones";

/** A part of the period that is counted separately. */
export interface Step {
  /** Its first day. */
  day: string;
  from: Date;
  before: Date;
}

export type StepUnit = "day" | "week" | "month";

const mostDays = 31;
const mostDaysByWeek = 400;

export function unitFor(from: string, to: string): StepUnit {
  const days = daysFrom(from, to) + 1;
  if (days <= mostDays) return "day";
  return days <= mostDaysByWeek ? "week" : "month";
}

/** Returns the steps of a period by the calendar of a zone. The first and the last step may be shorter. */
export function stepsOf(from: string, to: string, unit: StepUnit, zone: string): Step[] {
  const end = addDays(to, 1);
  const days: string[] = [];
  for (let day = from; day < end; day = next(day, unit)) days.push(day);
  return days.map((day, index) => ({
    day,
    from: clampInstant(instantIn(zone, day)),
    before: clampInstant(instantIn(zone, days[index + 1] ?? end)),
  }));
}

/** Returns the start of the next step. Weeks start on Monday. */
function next(day: string, unit: StepUnit): string {
  if (unit === "day") return addDays(day, 1);
  if (unit === "week") return addDays(day, 8 - weekdayOf(day));
  return `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
}
