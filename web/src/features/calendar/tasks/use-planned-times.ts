import { useMemo } from "react";
import { useNow } from "../../../lib/time/use-now.ts";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { addDays } from "../../../lib/time/wall-time.ts";
import { type CalendarRange, useRange } from "../data/use-calendar.ts";

/** Time that is planned later than this is not marked. */
const plannedDays = 42;

/** Returns when each task is planned next, by its ID, as instants. */
export function usePlannedTimes(): ReadonlyMap<string, string> {
  const now = useNow();
  const today = dayOf(now);
  const days = useMemo(
    () => Array.from({ length: plannedDays }, (_, index) => addDays(today, index)),
    [today],
  );
  const { data } = useRange(days);
  return useMemo(() => plannedTimes(data, now), [data, now]);
}

/** Pure: the next time of each task that has one. */
export function plannedTimes(
  range: Pick<CalendarRange, "occurrences" | "events"> | undefined,
  now: Date,
): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  for (const { eventId, startsAt, endsAt } of range?.occurrences ?? []) {
    const taskId = range?.events[eventId]?.taskId;
    if (!taskId || new Date(endsAt) <= now) continue;
    const known = times.get(taskId);
    if (known === undefined || startsAt < known) times.set(taskId, startsAt);
  }
  return times;
}
