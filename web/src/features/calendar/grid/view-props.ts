import type { WorkingHours } from "@atoll/contract/calendar/working-hours";
import { weekdayOf } from "../../../lib/time/wall-time.ts";
import type { HeldSpan } from "../drag/use-grid-drag.ts";
import type { GridItem } from "../layout/item.ts";
import type { Wall } from "../time/wall.ts";

/** The props of every view. */
export interface ViewProps {
  /** The days it shows. */
  days: readonly string[];
  /** The day that the address names. */
  day: string;
  items: readonly GridItem[];
  workingHours: WorkingHours;
  /** Now, on the person's wall. */
  now: Wall;
  /** The event that is open, by its key. */
  openKey: string | undefined;
  hintId: string;
  held: HeldSpan | undefined;
  onOpen: (item: GridItem) => void;
  onGo: (day: string, view?: "day") => void;
  /** Begins an event there; without a minute one of the whole day. */
  onAdd: (day: string, minute?: number) => void;
}

/** The person does not work on that day. */
export function isOff(day: string, workingHours: WorkingHours): boolean {
  return workingHours[weekdayOf(day) - 1] === null;
}

/** It is over. */
export function isPast({ span: { to } }: Pick<GridItem, "span">, now: Wall): boolean {
  return to.day < now.day || (to.day === now.day && to.minute <= now.minute);
}

/** The ghost that the grid draws during a drag: the item at its new time, or the item that is being made. */
export function withHeld(items: readonly GridItem[], held: HeldSpan | undefined): readonly GridItem[] {
  if (!held) return items;
  if (held.item && held.kind !== "place") {
    const { key } = held.item;
    return items.map((item) => (item.key === key ? { ...item, span: held.span } : item));
  }
  return [...items, ghostOf(held)];
}

export function ghostOf({ item, span, isAllDay, title }: HeldSpan): GridItem {
  return {
    key: item?.key ?? "new",
    title: item?.title ?? (title?.trim() || "New event"),
    isAllDay,
    span,
    look: "plain",
    hue: item?.hue ?? "own-lagoon",
    location: "",
    mayMove: false,
    isRepeating: false,
    isTask: item?.isTask ?? false,
    isDue: false,
  };
}
