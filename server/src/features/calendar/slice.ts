import type { Slice } from "../../slice.ts";
import { calendarRooms } from "./rooms.ts";
import { registerCalendar } from "./routes.ts";
import { calendarToldKinds } from "./told.ts";

/** The calendar. Specification, sections 3, 4 and 7 (events). */
export const calendar: Slice = {
  name: "calendar",
  routes: [registerCalendar],
  rooms: () => async (viewer) => calendarRooms(viewer),
  notificationKinds: calendarToldKinds,
};
