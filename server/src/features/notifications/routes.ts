import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { SliceContext } from "../../slice.ts";
import { changeEntries } from "./change-entries.ts";
import { countInbox, readEntries, readInbox, readingOf } from "./inbox.ts";
import { readSettings, saveSettings } from "./settings.ts";

/**
 * Registers the routes of the inbox and the notification settings. Specification, sections 2 (header, settings) and 3.
 */
export function registerNotifications(context: SliceContext): void {
  const { routes, db, realtime } = context;

  routes.route(notificationRoutes.listNotifications, async ({ query }, { viewer }) =>
    readInbox(context, viewer, query),
  );

  routes.route(notificationRoutes.countNotifications, async (_input, { viewer }) => ({
    counts: await countInbox(context, viewer),
  }));

  routes.route(notificationRoutes.changeNotifications, async ({ body }, { viewer }) => {
    const { ids, before } = await changeEntries(readingOf(context, viewer), viewer.id, body.changes);
    const [entries, counts] = await Promise.all([
      readEntries(context, viewer, ids),
      countInbox(context, viewer),
    ]);
    return { entries, before, counts };
  });

  routes.route(notificationRoutes.getNotificationSettings, async (_input, { viewer }) => ({
    settings: await readSettings(db, viewer.id),
  }));

  routes.route(notificationRoutes.setNotificationSettings, async ({ body }, { viewer }) => ({
    settings: await saveSettings({ db, realtime }, viewer.id, body),
  }));
}
