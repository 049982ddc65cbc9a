import { canChangeEvent, sightOf } from "@atoll/contract/calendar/policy";
import { sql } from "kysely";
import type { CommentRights } from "../../platform/kinds/comment-kinds.ts";
import type { CommentedKind } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { findInvitedGuests } from "../people/public.ts";
import { notifyCommented } from "./notifications/notify-people.ts";
import { isReadable } from "./sight.ts";

/**
 * Comments on events. People who may read all of an event read its comments and write some, before and after it takes
 * place; people who may change it delete those of others. A series has one conversation. See
 * docs/decisions/075-comments-on-events.md.
 */
export const eventComments: CommentedKind = {
  kind: "event",
  isForGuests: true,
  hold: (tx, eventId) => sql`SELECT FROM events WHERE id = ${eventId} FOR KEY SHARE`.execute(tx),
  async judge(db, eventId, people) {
    const parts = await findParts(
      db,
      eventId,
      people.map(({ id }) => id),
    );
    if (!parts) return new Map();
    const rights = new Map<string, CommentRights>(await findInvitedGuests(db, "event", eventId, people));
    for (const person of people)
      if (!person.isGuest && sightOf(person, parts) === "whole")
        rights.set(person.id, { mayComment: true, mayModerate: canChangeEvent(person, parts) });
    return rights;
  },
  isReadable: (viewer, eventId) =>
    sql<boolean>`EXISTS (SELECT FROM events e WHERE e.id = ${eventId} AND ${isReadable(viewer)})`,
  async actors(tx, eventId) {
    const { rows } = await sql<{ id: string }>`SELECT a.user_id AS id FROM events e
      JOIN event_attendees a ON a.event_id = e.id AND (e.guests_see_guests OR a.user_id = e.organiser_id)
      WHERE e.id = ${eventId}`.execute(tx);
    return rows.map(({ id }) => id);
  },
  async onComment(_context, tx, { what, subjectId, actorId, newlyCalledIds }) {
    await notifyCommented(tx, {
      eventId: subjectId,
      actorId,
      calledIds: newlyCalledIds,
      isNew: what === "posted",
    });
    return undefined;
  },
};

/** Returns the part that each of these people has in an event; nothing for a deleted event. */
async function findParts(db: Database, eventId: string, personIds: readonly string[]) {
  const row = await db
    .selectFrom("events as e")
    .select([
      "e.organiser_id",
      "e.department_id",
      "e.visibility",
      sql<string[]>`ARRAY(SELECT a.user_id::text FROM event_attendees a
        WHERE a.event_id = e.id AND a.user_id = ANY(${personIds}::uuid[]))`.as("attendee_ids"),
    ])
    .where("e.id", "=", eventId)
    .where("e.deleted_at", "is", null)
    .executeTakeFirst();
  return (
    row && {
      organiserId: row.organiser_id,
      departmentId: row.department_id,
      visibility: row.visibility,
      attendeeIds: row.attendee_ids,
    }
  );
}
