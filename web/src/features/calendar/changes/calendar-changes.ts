import { defineChanges } from "../../../capabilities/changes/area-changes.ts";
import type { CalendarAct } from "./calendar-act.ts";

/** The change engine for events. Changes wait while there is no connection. */
export const calendarChanges = defineChanges<CalendarAct>({
  name: "event",
  send: async (signedIn, id, pending) => (await import("./send-act.ts")).sendAct(signedIn, id, pending),
  undo: async (signedIn, id, pending) => (await import("./send-act.ts")).undoAct(signedIn, id, pending),
  replaces: (later, earlier) => later.act === "remind" && earlier.act === "remind",
  refusal: "could not be changed.",
  words: { one: "A change of the calendar", many: "changes of the calendar" },
});
