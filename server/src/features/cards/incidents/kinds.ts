import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import { type RawBuilder, sql } from "kysely";
import type {
  NotificationDefinition,
  StoredNotification,
} from "../../../platform/kinds/notification-kinds.ts";
import { namedPeople, putInWords } from "../../../platform/kinds/notification-words.ts";
import type { CommentedKind } from "../../../slice.ts";
import { notify } from "../../notifications/public.ts";
import { isTypeReadable, isTypeReadableBy, judgeReaders } from "../readable.ts";

// Aliases that no query around it uses: the id may be a column of theirs.
const isIncidentReadable: CommentedKind["isReadable"] = (viewer, incidentId) =>
  sql<boolean>`EXISTS (SELECT FROM incidents own_incident JOIN card_types own_type ON own_type.id = own_incident.type_id
    WHERE own_incident.id = ${incidentId} AND ${isTypeReadable(viewer, "own_type")})`;

/** The notes of an incident. Readers of its section write them, and nobody deletes another person's. */
export const incidentNotes: CommentedKind = {
  kind: "incident",
  hold: (tx, id) => sql`SELECT FROM incidents WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  judge: judgeReaders(isIncidentReadable),
  isReadable: isIncidentReadable,
  async onComment(_context, tx, { subjectId, actorId, newlyCalledIds }) {
    await notify(tx, { kind: "incident.mention", subjectId, actorId, people: newlyCalledIds });
    return undefined;
  },
};

interface Subject {
  id: string;
  title: string;
  number: number;
  link: string;
}

type Say = (actor: string, subject: Subject, entry: StoredNotification) => string;

/** Notification kinds about incidents. An entry exists as long as its person may read the incident, and it is true. */
export const incidentNotifications: readonly NotificationDefinition[] = [
  ofIncident(
    "incident.opened",
    "concerned",
    // Somebody else may be on call when it is read.
    (actor, { title, number }, { facts }) =>
      `${actor} ${facts.again ? "reopened" : "opened"} INC-${number} “${title}” while you were on call`,
    () => sql<boolean>`i.resolved_at IS NULL`,
  ),
  ofIncident(
    "incident.role",
    "concerned",
    (actor, { title, number }) => `${actor} gave you a role in INC-${number} “${title}”`,
    (userId) => sql<boolean>`${userId} IN (i.commander_id, i.operations_id, i.communications_id)`,
  ),
  ofIncident(
    "incident.mention",
    "named",
    (actor, { title, number }) => `${actor} mentioned you in INC-${number} “${title}”`,
  ),
];

function ofIncident(
  kind: NotificationKind,
  reason: NotificationReason,
  say: Say,
  isTrue: (userId: RawBuilder<string>) => RawBuilder<boolean> = () => sql<boolean>`true`,
): NotificationDefinition {
  return {
    kind,
    audience: namedPeople(reason),
    isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (SELECT FROM incidents i
      JOIN card_types ct ON ct.id = i.type_id
      WHERE i.id = ${subjectId} AND ${isTrue(userId)} AND ${isTypeReadableBy(userId)} LIMIT 1)`,
    inWords: (sources, entries) =>
      putInWords(sources, entries, select, (actor, subject, entry) => ({
        title: say(actor, subject, entry),
        link: subject.link,
      })),
  };
}

const select = (ids: string[]) => sql<Subject>`
  SELECT i.id, i.title, i.number, concat('/', d.slug, '/', ct.slug, '/incidents/', i.id) AS link
  FROM incidents i JOIN card_types ct ON ct.id = i.type_id JOIN departments d ON d.id = ct.department_id
  WHERE i.id = ANY(${ids}::uuid[])`;
