export interface SnoozeTime {
  label: string;
  until: Date;
}

const morning = 9;
const laterMs = 3 * 3600_000;
const stepMs = 30 * 60_000;

/**
 * Pure: until when something is put off, by the clock on the wall where the person is: later today, if that is still
 * today; tomorrow and next Monday in the morning. On a Sunday the last two are one.
 */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = new Date(Math.ceil((now.getTime() + laterMs) / stepMs) * stepMs);
  const tomorrow = onDay(now, 1);
  const nextWeek = onDay(now, 7 - ((now.getDay() + 6) % 7));
  return [
    ...(later.getDate() === now.getDate() ? [{ label: "Later today", until: later }] : []),
    { label: "Tomorrow", until: tomorrow },
    ...(nextWeek.getTime() === tomorrow.getTime() ? [] : [{ label: "Next week", until: nextWeek }]),
  ];
}

/** By the calendar and not by hours: a night in which clocks are changed is longer or shorter. */
function onDay(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
}
