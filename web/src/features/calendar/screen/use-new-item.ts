import type { WorkingHours } from "@atoll/contract/calendar/working-hours";
import { type RefObject, useRef, useState } from "react";
import { daysBetween } from "../../../lib/time/wall-clock.ts";
import type { DraggedSpan } from "../drag/use-grid-drag.ts";
import { isOff } from "../grid/view-props.ts";
import type { PlannedTask } from "../tasks/plan-task.ts";
import { useTaskToPlan } from "../tasks/use-task-items.ts";
import { dayMinutes, shiftWall, type Wall, type WallSpan } from "../time/wall.ts";
import type { ShownCalendar } from "./shown-calendar.ts";

/** An event that is being made, or time for a task. */
interface NewItem {
  span: WallSpan;
  isAllDay: boolean;
  isTimeChosen?: boolean;
  task?: PlannedTask;
}

type Drawn = Pick<NewItem, "span" | "isAllDay"> & { title?: string };

interface NewItemOptions {
  shown: ShownCalendar;
  onGo: (change: Partial<ShownCalendar>, replace?: boolean) => void;
  now: Wall;
  day: string;
  days: readonly string[];
  workingHours: WorkingHours;
}

/** The event that is being made: how it begins, and where the grid draws it. */
export function useNewItem({ shown, onGo, now, day, days, workingHours }: NewItemOptions) {
  const [made, setMade] = useState<{ item: NewItem; id: number }>();
  const [drawn, setDrawn] = useState<Drawn>();
  const count = useRef(0);
  const wasOpen = useRef(false);
  const asked = useTaskToPlan(shown.plan);
  const toPlan = shown.plan === undefined ? undefined : asked.data?.task;
  const near = days.includes(now.day) ? now.day : firstWorkday(day, days, workingHours);
  const item =
    made?.item ?? (toPlan ? { ...soon(now, day), task: toPlan } : shown.isNew ? soon(now, day) : undefined);
  const key = made ? `${made.id}` : (item?.task?.id ?? "new");

  function begin(next: NewItem) {
    count.current += 1;
    setDrawn(undefined);
    setMade({ item: next, id: count.current });
  }
  return {
    item,
    key,
    asked,
    begin,
    /** The new item for the grid to draw. */
    slot: item && slotOf(drawn ?? item),
    /** The grid follows to the day of the new item. */
    onTimes(span: WallSpan, isAllDay: boolean, title: string) {
      setDrawn({ span, isAllDay, title });
      if (!days.includes(span.from.day)) onGo({ day: span.from.day }, true);
    },
    /** A press in the grid. The press that closes an open event only closes it. */
    add(on: string, minute?: number) {
      if (wasOpen.current) return;
      const from = { day: on, minute: minute ?? 0 };
      const isAllDay = minute === undefined;
      begin({
        span: { from, to: shiftWall(from, isAllDay ? dayMinutes : 60) },
        isAllDay,
        isTimeChosen: true,
      });
    },
    notePress: () => notePress(wasOpen, shown),
    addSoon: () => begin(soon(now, near)),
    /** The start of an event for which no time was chosen. */
    startSoon: () => soon(now, near).span.from,
    plan: (task: PlannedTask, on = near) => begin({ ...soon(now, on), task }),
    close() {
      setMade((current) => (current && `${current.id}` !== key ? current : undefined));
      setDrawn(undefined);
      if (shown.isNew || shown.plan) onGo({ isNew: false, plan: undefined }, true);
    },
  };
}

function notePress(wasOpen: RefObject<boolean>, shown: ShownCalendar): void {
  wasOpen.current = shown.event !== undefined;
}

function slotOf({ span, isAllDay, title = "" }: Drawn): DraggedSpan {
  return { kind: "make", span, isAllDay, title };
}

/** Pure: the shown day, or the first workday of the shown week if it is a day off. */
export function firstWorkday(day: string, days: readonly string[], workingHours: WorkingHours): string {
  if (!isOff(day, workingHours)) return day;
  const isNear = (one: string) => Math.abs(daysBetween(one, day)) < 7;
  return days.find((one) => isNear(one) && !isOff(one, workingHours)) ?? day;
}

/** An hour of a day: the next that can still begin, or in the morning of another day. */
function soon(now: Wall, day: string): NewItem {
  const minute = day === now.day ? Math.min(23 * 60, Math.ceil((now.minute + 1) / 30) * 30) : 9 * 60;
  const from = { day, minute };
  return { span: { from, to: shiftWall(from, 60) }, isAllDay: false };
}
