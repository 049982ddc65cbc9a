import { cardItems } from "@atoll/contract/dashboard/limits";
import { addDays, dayIn, instantIn, weekdayOf } from "@atoll/contract/zones";
import type { SliceCard } from "../../../slice.ts";
import { zonesOf } from "../../identity/public.ts";
import { presentEvents, presentOccurrence } from "../present.ts";
import { listEvents } from "./list-events.ts";

/** Events that are loaded. Declined ones are left out of them, which are rarely more than a few. */
const lookedAt = 50;

/**
 * The dashboard's card with the first events of today, this week or this month in the viewer's time zone, without
 * declined ones. Specification, sections 2 and 9 (Today's Events).
 */
export const eventCard: SliceCard = {
  type: "events",
  async read({ db, people }, viewer, { options }) {
    const zone = (await zonesOf(db, [viewer.id])).get(viewer.id) ?? "UTC";
    const today = dayIn(zone, new Date());
    const [first, end] = daysOf(options.range ?? "today", today);
    const { rows, events } = await listEvents(db, viewer, {
      from: instantIn(zone, first).toISOString(),
      until: instantIn(zone, end).toISOString(),
      zone,
      limit: lookedAt,
    });
    const presented = await presentEvents(people, viewer, [...events.values()]);
    const byId = new Map(presented.map((event) => [event.id, event]));
    const items = rows.flatMap((row) => {
      const [event, columns] = [byId.get(row.event_id), events.get(row.event_id)];
      if (!event || !columns) return [];
      const occurrence = presentOccurrence(row, columns);
      return occurrence.rsvp === "declined" ? [] : [{ event, occurrence }];
    });
    return { type: "events", items: items.slice(0, cardItems) };
  },
};

/** Returns the first day of the range and the first day after it. A week starts as in the calendar. */
function daysOf(range: "today" | "week" | "month", today: string): [string, string] {
  if (range === "today") return [today, addDays(today, 1)];
  if (range === "week") return [today, addDays(today, 7 - (weekdayOf(today) % 7))];
  const [year = 0, month = 0] = today.split("-").map(Number);
  return [today, new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)];
}
