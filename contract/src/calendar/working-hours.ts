/** From when to when somebody works on one day, as minutes of it; null: not at all. */
export type WorkingDay = { from: number; until: number } | null;

/** Monday first. */
export type WorkingHours = readonly WorkingDay[];

/** The working hours of a person who has chosen none. */
export const defaultWorkingHours: WorkingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
  weekday <= 5 ? { from: 9 * 60, until: 17 * 60 } : null,
);
