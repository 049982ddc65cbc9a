import { icsRoutes } from "@atoll/contract/calendar/ics-routes";
import type { EventViewer } from "@atoll/contract/calendar/policy";
import { fileNameOf } from "@atoll/contract/text/file-name";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { minutesBefore, readCalendarSettings } from "../choose-reminders.ts";
import { isReadable } from "../sight.ts";
import type { Series } from "../time/series.ts";
import { readWall, writeWall } from "../time/wall.ts";
import { selectWhole } from "../write/hold-event.ts";
import { seriesOf } from "../write/series-of.ts";
import { uidOf } from "./exported-events.ts";
import { endFeed, makeFeed, readFeed, readFeedState } from "./feed.ts";
import { importCalendar, previewImport } from "./import-calendar.ts";
import { type IcsEntry, writeIcs } from "./write.ts";

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

/**
 * Returns an event as an iCalendar file: its series, and each occurrence that differs, with the viewer's reminders.
 * @throws {AppError} `event_not_found`
 */
export async function exportEvent(
  db: Database,
  viewer: EventViewer,
  eventId: string,
  { hasDescription = true } = {},
): Promise<{ ics: string; fileName: string }> {
  const row = await selectWhole(db)
    .select(["e.updated_at as changed_at"])
    .where("e.id", "=", eventId)
    .where(isReadable(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError("event_not_found");
  const exceptions = await db
    .selectFrom("event_exceptions")
    .select(["occurrence", "kind", "override"])
    .where("event_id", "=", eventId)
    .orderBy("occurrence")
    .execute();
  const attendee = await db
    .selectFrom("event_attendees")
    .select("reminders")
    .where("event_id", "=", eventId)
    .where("user_id", "=", viewer.id)
    .executeTakeFirst();
  const settings = await readCalendarSettings(db, viewer.id);
  const series = seriesOf(row);
  const cancelled = exceptions.flatMap(({ kind, occurrence }) => (kind === "cancel" ? [occurrence] : []));
  const entry: IcsEntry = {
    uid: uidOf(row.id),
    sequence: row.version,
    changedAt: row.changed_at,
    title: row.title,
    description: hasDescription ? row.description : "",
    location: row.location,
    link: row.link,
    isFree: row.shows_as === "free",
    isPrivate: row.visibility === "private",
    // A reader who is not invited is not reminded.
    alarms: attendee ? minutesBefore(attendee.reminders, series.allDay, settings) : [],
    when: { series: { ...series, removed: [...new Set([...series.removed, ...cancelled])] } },
  };
  const changed = exceptions.flatMap(({ kind, occurrence, override }): IcsEntry[] => {
    if (kind !== "modify") return [];
    const {
      start = occurrence,
      end = lengthened(series, occurrence),
      title,
      description,
      location,
      link,
    } = override;
    return [
      {
        ...entry,
        title: title ?? entry.title,
        description: hasDescription ? (description ?? entry.description) : "",
        location: location ?? entry.location,
        link: link ?? entry.link,
        when: { series: { ...series, start, end }, occurrence },
      },
    ];
  });
  const fileName = `${fileNameOf(row.title, "event")}.ics`;
  return { ics: writeIcs("", [entry, ...changed]), fileName };
}

function lengthened({ start, end, allDay }: Series, occurrence: string): string {
  const lengthMs = (readWall(end, allDay) ?? 0) - (readWall(start, allDay) ?? 0);
  return writeWall((readWall(occurrence, allDay) ?? 0) + lengthMs, allDay);
}
