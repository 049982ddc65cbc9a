import type { SeenKind } from "../../../capabilities/offline/seen/seen-kind.ts";

const kinds: readonly SeenKind[] = [
  { name: "calendar/ranges", queryKey: ["calendar", "range"], newest: 6 },
  { name: "calendar/own", queryKey: ["calendar", "own"], newest: 1 },
  { name: "calendar/events", queryKey: ["calendar", "event"], newest: 40 },
];

/** The part of the calendar that opens without a connection: the days and events that were viewed last. */
export const seenInCalendar = () => kinds;
