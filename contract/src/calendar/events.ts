import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { calendarSettingsSchema, ownCalendarSchema } from "./schemas.ts";

/** What the server sends about calendars. What of an event somebody sees differs, so only ids are sent. */
export const calendarEvents = {
  /** Something about these events is new, different or gone, for whoever could see or now sees them: fetch again. */
  "event.changed": z.object({ eventIds: z.array(idSchema) }),
  /** The viewer's own calendars and what they chose, as they now are: on all of their devices. */
  "calendars.changed": z.object({ calendars: z.array(ownCalendarSchema), settings: calendarSettingsSchema }),
};
