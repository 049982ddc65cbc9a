import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { ownCalendarsSchema } from "./schemas.ts";

/** What the server sends about calendars. What of an event somebody sees differs, so only ids are sent. */
export const calendarEvents = {
  /** Something about these events is new, different or gone, for whoever could see or now sees them: fetch again. */
  "event.changed": z.object({ eventIds: z.array(idSchema) }),
  /** The viewer's own calendars, what they chose and when they work, as it now is: on all of their devices. */
  "calendars.changed": ownCalendarsSchema,
};
