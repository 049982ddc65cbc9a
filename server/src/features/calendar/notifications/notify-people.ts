import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { notify, refreshNotifications } from "../../notifications/public.ts";

interface ToTell {
  eventId: string;
  actorId: string;
  people: readonly string[];
}

/** Returns whether an event, or one occurrence of it, is not over: nobody is notified about what is past. */
async function isToCome(tx: Database, eventId: string, occurrence: string | null = null): Promise<boolean> {
  const { rows } = await sql<{ is: boolean | null }>`
    SELECT CASE WHEN ${occurrence}::text IS NULL THEN e.end_at > now()
      ELSE (SELECT o.ends_at > now() FROM event_occurrences o
        WHERE o.event_id = e.id AND o.occurrence = ${occurrence}) END AS is
    FROM events e WHERE e.id = ${eventId}`.execute(tx);
  return rows[0]?.is ?? false;
}

/** Notifies people that they are invited. */
export async function notifyInvited(tx: Database, { eventId, actorId, people }: ToTell): Promise<void> {
  if (people.length === 0 || !(await isToCome(tx, eventId))) return;
  await notify(tx, { kind: "event.invited", subjectId: eventId, actorId, people });
}

/** The time of an event before or after a change, which each recipient reads in their own time zone. */
export interface When {
  /** Null for the whole series. */
  occurrence: string | null;
  startsAt: Date;
  allDay: boolean;
  /** The first day of an all-day event. */
  day: string;
}

const factsOf = ({ occurrence, startsAt, allDay, day }: When): Record<string, string> => ({
  at: startsAt.toISOString(),
  ...(occurrence === null ? {} : { occurrence }),
  ...(allDay ? { day } : {}),
});

/** Notifies people that an event has another time or place; `version` is the event's after the change. */
export async function notifyMoved(
  tx: Database,
  { eventId, actorId, people, version, when }: ToTell & { version: number; when: When },
): Promise<void> {
  if (!(await isToCome(tx, eventId, when.occurrence))) return;
  await notify(tx, {
    kind: "event.moved",
    subjectId: eventId,
    actorId,
    people,
    place: { id: eventId, seq: version },
    facts: factsOf(when),
  });
}

/** Notifies people that an event, or one occurrence, is cancelled. Call it before the old state is deleted. */
export async function notifyCancelled(
  tx: Database,
  { eventId, actorId, people, version, title, when }: ToTell & { version: number; title: string; when: When },
): Promise<void> {
  await notify(tx, {
    kind: "event.cancelled",
    subjectId: eventId,
    actorId,
    people,
    place: { id: eventId, seq: version },
    facts: { ...factsOf(when), title },
  });
}

/** Notifies the organiser of an answer. */
export async function notifyAnswered(
  tx: Database,
  {
    eventId,
    actorId,
    organiserId,
    rsvp,
    occurrence,
  }: {
    eventId: string;
    actorId: string;
    organiserId: string;
    rsvp: string;
    occurrence: string | null;
  },
): Promise<void> {
  await notify(tx, {
    kind: "event.answered",
    subjectId: eventId,
    actorId,
    people: [organiserId],
    facts: { rsvp, ...(occurrence === null ? {} : { occurrence }) },
  });
}

/** Notifies the organiser of a proposed time. */
export async function notifyProposed(
  tx: Database,
  {
    eventId,
    actorId,
    organiserId,
    proposalId,
  }: {
    eventId: string;
    actorId: string;
    organiserId: string;
    proposalId: string;
  },
): Promise<void> {
  await notify(tx, {
    kind: "event.proposed",
    subjectId: eventId,
    actorId,
    people: [organiserId],
    facts: { proposal: proposalId },
  });
}

/** Notifies the people mentioned in a comment, and all other attendees who have not declined. */
export async function notifyCommented(
  tx: Database,
  { eventId, actorId, calledIds, isNew }: ToTellOfComment,
): Promise<void> {
  await notify(tx, { kind: "event.mention", subjectId: eventId, actorId, people: calledIds });
  if (!isNew) return;
  const rows = await tx
    .selectFrom("event_attendees")
    .select("user_id")
    .where("event_id", "=", eventId)
    .where("rsvp", "!=", "declined")
    .execute();
  const people = rows.map(({ user_id }) => user_id);
  await notify(tx, { kind: "event.comment", subjectId: eventId, actorId, people, spared: calledIds });
}

interface ToTellOfComment {
  eventId: string;
  actorId: string;
  calledIds: readonly string[];
  isNew: boolean;
}

/** Notifies people of an upcoming occurrence, as their reminders ask for. */
export async function notifyReminder(
  tx: Database,
  {
    kind,
    eventId,
    people,
    when,
  }: { kind: "event.reminder" | "event.alarm"; eventId: string; people: readonly string[]; when: When },
): Promise<void> {
  await notify(tx, { kind, subjectId: eventId, people, facts: factsOf(when) });
}

const kinds: readonly NotificationKind[] = [
  "event.invited",
  "event.moved",
  "event.cancelled",
  "event.answered",
  "event.proposed",
  "event.comment",
  "event.mention",
  "event.reminder",
  "event.alarm",
];

/** Updates or removes the notifications about these events. */
export function refreshNotificationsOf(tx: Database, eventIds: readonly string[]): Promise<void> {
  return refreshNotifications(
    tx,
    eventIds.flatMap((subjectId) => kinds.map((kind) => ({ kind, subjectId }))),
  );
}
