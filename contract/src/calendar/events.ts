import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { ownCalendarsSchema } from "./schemas.ts";

/** Events about calendars. They contain only IDs, because different people see different fields of an event. */
export const calendarEvents = {
  /**
   * These events were added, changed or removed. Sent to everyone who could see them before or can see them now, who
   * refetch.
   */
  "event.changed": z.object({ eventIds: z.array(idSchema) }),
  /** The viewer's own calendars, what they chose and when they work, as it now is: on all of their devices. */
  "calendars.changed": ownCalendarsSchema,
};
