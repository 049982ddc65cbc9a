/** The demo company's clock: local days and minutes, counted back from the moment it is made. */
export type DemoCalendar = {
  /** In milliseconds, as all moments here. */
  now: number;
  /** The local day of the `back`th working day before today; 0 is today, or null at a weekend. */
  workday: (back: number) => number | null;
  moment: (day: number, minuteOfDay: number) => number;
  dayOf: (moment: number) => number;
  /** `days` working days after a local day, or before it when negative. */
  shiftWorkdays: (day: number, days: number) => number;
  /** "Monday". */
  weekdayName: (day: number) => string;
  /** "16:05". */
  clock: (moment: number) => string;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** `utcOffsetMinutes` is what local time is ahead of UTC; a change of clock in between is ignored. */
export function createCalendar(now: Date, utcOffsetMinutes: number): DemoCalendar {
  const offset = utcOffsetMinutes * minuteMs;
  const dayOf = (moment: number) => Math.floor((moment + offset) / dayMs);
  const today = dayOf(now.getTime());

  function shiftWorkdays(day: number, days: number): number {
    let at = day;
    for (let left = Math.abs(days); left > 0; ) {
      at += Math.sign(days);
      if (!isWeekend(at)) left -= 1;
    }
    return at;
  }

  return {
    now: now.getTime(),
    workday: (back) => {
      if (back > 0) return shiftWorkdays(today, -back);
      return isWeekend(today) ? null : today;
    },
    moment: (day, minuteOfDay) => day * dayMs + minuteOfDay * minuteMs - offset,
    dayOf,
    shiftWorkdays,
    weekdayName: (day) =>
      new Date(day * dayMs).toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" }),
    clock: (moment) => new Date(moment + offset).toISOString().slice(11, 16),
  };
}

function isWeekend(day: number): boolean {
  const weekday = new Date(day * dayMs).getUTCDay();
  return weekday === 0 || weekday === 6;
}
