import type { EventAnswer, EventChange } from "@atoll/contract/calendar/changes";
import type { EventScope, Reminder } from "@atoll/contract/calendar/limits";
import type { NewEvent } from "@atoll/contract/calendar/schemas";
import type { PendingChange } from "../../../capabilities/changes/changed-area.ts";

/** Which occurrences are meant, and the version of the event that the person saw. */
export interface Meant {
  scope: EventScope;
  occurrence: string | null;
  version: number;
}

/** Everything that a person does to events. It is stored while it waits, so each keeps its shape. */
export type CalendarAct =
  | { act: "create"; event: Omit<NewEvent, "id"> }
  | { act: "change"; change: Omit<EventChange, "changeId" | "version"> & Meant }
  | { act: "delete"; meant: Meant }
  | { act: "answer"; answer: EventAnswer }
  /** Null: as the person chose for all events. */
  | { act: "remind"; reminders: Reminder[] | null };

export type PendingCalendarChange = PendingChange<CalendarAct>;
