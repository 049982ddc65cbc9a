import { eventLink } from "@atoll/contract/calendar/event-link";
import { canChangeEvent } from "@atoll/contract/calendar/policy";
import { guestAccessRoutes } from "@atoll/contract/guest-access/routes";
import { type QueryExecutorProvider, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { readableById } from "../../platform/kinds/factories.ts";
import type { GuestKind } from "../../platform/kinds/guest-kinds.ts";
import { fetchPage } from "../../platform/page.ts";
import type { RequestViewer, SliceContext, SliceMail } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { queueMails } from "../mail/public.ts";
import { answerEvent } from "./answer/answer-event.ts";
import { broadcastChange } from "./broadcast-change.ts";
import { exportEvent } from "./ics/routes.ts";
import { placeInCalendar } from "./list/list-events.ts";
import { openEvent, seesAttendees } from "./present-open.ts";
import { findEvents, selectOccurrences } from "./queries.ts";
import { roomsOf } from "./rooms.ts";
import { isReadable } from "./sight.ts";

/**
 * Events that guests are invited to, by the people who may change them, and always to the whole series. The database makes
 * each guest an attendee.
 */
export const guestEvents: GuestKind<RequestViewer, Database, SliceContext> = {
  kind: "event",
  async judge(db, viewer, eventId) {
    const row = await db
      .selectFrom("events as e")
      .select(["e.organiser_id", "e.department_id", "e.visibility", "e.guests_see_guests"])
      .where("e.id", "=", eventId)
      .where(isReadable(viewer))
      .executeTakeFirst();
    if (!row) return undefined;
    const { organiser_id: organiserId, department_id: departmentId, visibility } = row;
    const mayEdit = canChangeEvent(viewer, { organiserId, departmentId, visibility });
    return { mayEdit, seesGuests: seesAttendees(viewer.id, row) };
  },
  lock: (tx, eventId) => sql`SELECT FROM events WHERE id = ${eventId} FOR UPDATE`.execute(tx),
  isReadable: readableById<RequestViewer>({ table: "events", alias: "e", isReadable }),
  // Answers do not change an event either: the forms of colleagues stay as they are.
  touch: async () => undefined,
  broadcast: (context, eventId) => broadcastChange(context, { eventIds: [eventId], before: [] }),
  async broadcastHere({ db, realtime }, eventId) {
    for (const room of await roomsOf(db, [eventId]))
      realtime.sendHere(room, "event.changed", { eventIds: [eventId] });
  },
};

/** Registers the routes for guests. They show an event and who comes, and nothing of anybody's calendar. */
export function registerGuestEvents(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(guestAccessRoutes.listGuestEvents, async ({ query }, { viewer }) => {
    const isPast = query.show === "past";
    const { rows, nextCursor } = await fetchPage(
      query,
      placeInCalendar,
      (after, count) =>
        selectOccurrences(db, viewer.id)
          .innerJoin("events as e", "e.id", "o.event_id")
          .innerJoin("guest_access as ga", (join) =>
            join.onRef("ga.subject_id", "=", "e.id").on("ga.subject_kind", "=", "event"),
          )
          .where("ga.guest_id", "=", viewer.id)
          .where(isReadable(viewer))
          .where(isPast ? sql<boolean>`o.ends_at <= now()` : sql<boolean>`o.ends_at > now()`)
          .$if(after !== undefined, (select) => {
            const [at, id, occurrence] = after ?? [];
            const compare = isPast ? sql`<` : sql`>`;
            return select.where(
              sql<boolean>`(o.starts_at, o.event_id, o.occurrence) ${compare} (${at}::timestamptz, ${id}::uuid, ${occurrence}::text)`,
            );
          })
          .orderBy("o.starts_at", isPast ? "desc" : "asc")
          .orderBy("o.event_id", isPast ? "desc" : "asc")
          .orderBy("o.occurrence", isPast ? "desc" : "asc")
          .limit(count)
          .execute(),
      (row) => [row.starts_at.toISOString(), row.event_id, row.occurrence] as [string, string, string],
    );
    const events = await findEvents(
      db,
      viewer,
      rows.map((row) => row.event_id),
    );
    const items = rows.flatMap((row) => {
      const event = events.get(row.event_id);
      if (!event) return [];
      return [
        {
          id: row.event_id,
          ...{ occurrence: row.occurrence, start: row.starts, end: row.ends },
          ...{ startsAt: row.starts_at.toISOString(), endsAt: row.ends_at.toISOString() },
          title: row.override?.title ?? event.title,
          location: row.override?.location ?? event.location,
          ...{ allDay: event.all_day, zone: event.zone, rsvp: row.rsvp ?? event.rsvp ?? "pending" },
        },
      ];
    });
    return { items, nextCursor };
  });

  routes.route(guestAccessRoutes.getGuestEvent, async ({ params, query }, { viewer }) => ({
    event: await openForGuest(context, viewer, params.eventId, query.occurrence),
  }));

  routes.route(guestAccessRoutes.answerGuestEvent, async ({ params, body }, { viewer }) => {
    await openForGuest(context, viewer, params.eventId, body.occurrence ?? undefined);
    await answerEvent(context, viewer, params.eventId, body);
    return { event: await openForGuest(context, viewer, params.eventId, body.occurrence ?? undefined) };
  });
}

/** Queues the mail of an invitation. There is none if the thing is no event. */
export async function queueGuestEventMails(
  tx: QueryExecutorProvider,
  subjectId: string,
  personIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`SELECT a.id, a.email FROM accounts a
    JOIN guest_access g ON g.guest_id = a.id AND g.subject_kind = 'event' AND g.subject_id = ${subjectId}
    WHERE a.id = ANY(${[...personIds]}::uuid[]) ORDER BY a.id`.execute(tx);
  await queueMails(
    tx,
    rows.map(({ id, email }) => ({
      ...{ kind: "guest-event" as const, userId: id, address: email, subjectId },
      key: `guest-event ${subjectId} ${id}`,
    })),
  );
}

/**
 * The mail of an invitation, with the event for the calendar of the guest. It is not sent if they see it no more, or if it is
 * over. Others may be able to read a mail, so the description is left out unless its reader wants texts.
 */
export const guestEventMail: SliceMail = {
  kind: "guest-event",
  async write({ db, viewers, mail: config }, { userId, subjectId }, { showsTexts }, { company }) {
    const viewer = userId === null ? undefined : await viewers.ofUser(userId);
    if (!config || !viewer || subjectId === null) return undefined;
    const row = await db
      .selectFrom("events as e")
      .select(["e.title", "e.location"])
      .where("e.id", "=", subjectId)
      .where(isReadable(viewer))
      .where(sql<boolean>`e.end_at > now()`)
      .executeTakeFirst();
    if (!row) return undefined;
    const { ics } = await exportEvent(db, viewer, subjectId, { hasDescription: showsTexts });
    const title = `You are invited to “${row.title}”`;
    return {
      subject: title,
      heading: title,
      paragraphs: [`${company} shares this event with you. It is attached for your own calendar.`],
      notes: ["The attached file is the event as it is now. Later changes are only in Atoll."],
      facts: row.location === "" ? [] : [{ label: "Where", value: row.location }],
      action: { label: "Open and answer", url: `${config.publicUrl}${eventLink(subjectId)}` },
      ics,
    };
  },
};

/** @throws {AppError} `event_not_found` if the viewer is no guest of it. */
async function openForGuest(
  context: SliceContext,
  viewer: RequestViewer,
  eventId: string,
  occurrence: string | undefined,
) {
  const access = await context.db
    .selectFrom("guest_access as ga")
    .innerJoin("events as e", "e.id", "ga.subject_id")
    .select("ga.invited_by")
    .where("ga.subject_id", "=", eventId)
    .where("ga.subject_kind", "=", "event")
    .where("ga.guest_id", "=", viewer.id)
    .where(isReadable(viewer))
    .executeTakeFirst();
  if (!access) throw new AppError("event_not_found");
  const event = await openEvent(context, viewer, eventId, occurrence);
  const known = await context.people.of(access.invited_by ? [access.invited_by] : []);
  const own = event.attendees.find(({ person }) => person.id === viewer.id);
  const at = event.occurrence;
  return {
    id: event.id,
    ...{ occurrence: at.occurrence, start: at.start, end: at.end, startsAt: at.startsAt, endsAt: at.endsAt },
    title: at.title ?? event.title,
    location: at.location ?? event.location,
    ...{ allDay: event.allDay, zone: event.zone, rsvp: at.rsvp ?? "pending" },
    ...{ link: event.link, rule: event.rule, isSeries: event.isSeries },
    description: event.occurrenceDescription ?? event.description,
    // Notes are for the organiser.
    attendees: event.attendees.map(({ person, isOrganiser, rsvp }) => ({ person, isOrganiser, rsvp })),
    note: own?.note ?? "",
    isOfOccurrence: own?.isOfOccurrence ?? false,
    invitedBy: (access.invited_by && known.get(access.invited_by)) || null,
  };
}
