import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { useMemo } from "react";
import { useUnsettled, useWithUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { addDays, instantOf } from "../../../lib/time/wall-time.ts";
import type { CalendarRange } from "../data/use-calendar.ts";
import type { CalendarAct } from "./calendar-act.ts";
import { calendarChanges } from "./calendar-changes.ts";
import { newOpenEvent } from "./new-event.ts";
import { showUnsettled, withActOnEvent } from "./show-acts.ts";

/** Days of the calendar with the viewer's own changes. */
export function useShownRange(range: CalendarRange | undefined, days: readonly string[]) {
  const viewer = useViewer();
  const unsettled = useUnsettled(calendarChanges);
  return useMemo(() => {
    if (!range || unsettled.length === 0) return range;
    const shown = {
      from: instantOf(days[0] ?? "").toISOString(),
      until: instantOf(addDays(days.at(-1) ?? "", 1)).toISOString(),
    };
    return showUnsettled(range, unsettled, shown, { ...viewer, isFormer: false });
  }, [range, unsettled, days, viewer]);
}

/** An open event with the viewer's own changes; also one that the server does not have yet. */
export function useShownEvent(eventId: string, fetched: OpenEvent | undefined) {
  const viewer = useViewer();
  const created = useNewEvent(eventId);
  const apply = useMemo(
    () => (event: OpenEvent, act: CalendarAct) => withActOnEvent(event, act, viewer.id),
    [viewer.id],
  );
  return useWithUnsettled(calendarChanges, fetched ?? created, apply);
}

/** Undefined for an event that the server has. */
export function useNewEvent(eventId: string): OpenEvent | undefined {
  const viewer = useViewer();
  const unsettled = useUnsettled(calendarChanges);
  return useMemo(() => {
    const entry = unsettled.find(({ id }) => id === eventId);
    if (entry?.body.change.act !== "create") return undefined;
    const person = { ...viewer, isFormer: false };
    return newOpenEvent(eventId, entry.body.change.event, { viewer: person, createdAt: entry.createdAt });
  }, [unsettled, eventId, viewer]);
}
