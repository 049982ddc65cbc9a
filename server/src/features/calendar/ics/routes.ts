import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import type { SliceContext } from "../../../slice.ts";
import { exportEvent } from "./export-event.ts";
import { endFeed, makeFeed, readFeed, readFeedState } from "./feed.ts";
import { importCalendar, previewImport } from "./import-calendar.ts";

/** Registers the routes for importing and exporting calendars. */
export function registerElsewhere(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(icsRoutes.previewImport, async ({ body }, { viewer, disconnected }) => ({
    import: await previewImport(db, viewer, body, disconnected()),
  }));

  routes.route(icsRoutes.importCalendar, async ({ body }, { viewer, disconnected }) => ({
    import: await importCalendar(context, viewer, body, disconnected()),
  }));

  routes.route(icsRoutes.exportEvent, ({ params }, { viewer }) => exportEvent(db, viewer, params.eventId));

  routes.route(icsRoutes.getFeed, async (_, { viewer }) => ({ feed: await readFeedState(db, viewer.id) }));

  routes.route(icsRoutes.makeFeed, (_, { viewer }) => makeFeed(db, viewer.id));

  routes.route(icsRoutes.endFeed, async (_, { viewer }) => {
    await endFeed(db, viewer.id);
    return undefined;
  });

  routes.route(icsRoutes.readFeed, ({ params }, { request }) =>
    readFeed(db, params.secret.replace(/\.ics$/, ""), request.headers["if-none-match"]),
  );
}
