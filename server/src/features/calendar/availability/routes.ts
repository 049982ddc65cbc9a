import { freeRoutes } from "@atoll/contract/calendar/free-routes";
import type { SliceContext } from "../../../slice.ts";
import { broadcastCalendars } from "../own-calendars.ts";
import { findWorkers, saveWorkingHours } from "../working-hours.ts";
import { calendarAnalytics } from "./calendar-analytics.ts";
import { findTime } from "./find-time.ts";

/** Registers the routes for free and busy times and for the viewer's own analytics. */
export function registerFree(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(freeRoutes.findTime, ({ body }, { viewer }) => findTime(context, viewer, body));

  routes.route(freeRoutes.getWorkingHours, async (_, { viewer }) => ({
    workingHours: [...(await findWorkers(db, [viewer.id]))(viewer.id).hours],
  }));

  routes.route(freeRoutes.saveWorkingHours, async ({ body }, { viewer }) => {
    await saveWorkingHours(db, viewer.id, body.workingHours);
    await broadcastCalendars(context, viewer.id);
    return body;
  });

  routes.route(freeRoutes.getCalendarAnalytics, ({ query }, { viewer }) =>
    calendarAnalytics(db, viewer.id, query),
  );
}
