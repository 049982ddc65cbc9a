import { useMemo } from "react";
import { preferencesVersion } from "../../../lib/preferences.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import type { GridItem } from "../layout/item.ts";
import { keyOf, type Listed, toItem } from "./items.ts";
import { type CalendarRange, useOwnCalendars } from "./use-calendar.ts";

/** The key of an event's calendar in the list of calendars: its ID, or "mine" for the default calendar. */
function calendarOf({ departmentId, calendarId }: Listed["event"]): string {
  return departmentId ?? calendarId ?? "mine";
}

/** The events of a range as the grid draws them, without those of calendars that are switched off. */
export function useItems(range: CalendarRange | undefined, isShown: (calendar: string) => boolean) {
  const { departments } = useViewer();
  const { data: own } = useOwnCalendars();
  const version = preferencesVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another zone shows them elsewhere
  return useMemo(() => {
    const hues = { calendars: own?.calendars ?? [], departments };
    const listed = new Map<string, Listed>();
    for (const occurrence of range?.occurrences ?? []) {
      const event = range?.events[occurrence.eventId];
      if (event && isShown(calendarOf(event)))
        listed.set(keyOf({ event, occurrence }), { event, occurrence });
    }
    const items: GridItem[] = [...listed.values()].map((one) => toItem(one, hues));
    return { items, find: (key: string) => listed.get(key) };
  }, [range, isShown, own, departments, version]);
}
