import { type RawBuilder, sql } from "kysely";
import {
  type EntryColumns,
  type NotificationDefinition,
  namesInWords,
  type StoredNotification,
  type WordSources,
} from "../../platform/kinds/notification-kinds.ts";
import { namedPeople } from "../../platform/kinds/notification-words.ts";
import { mayOpenPage, mayRead } from "./readable.ts";

interface Subject {
  subject_id: string;
  user_id: string;
  card_id: string;
  title: string;
  reason: string;
  may_open: boolean;
  /** The name of the owner of an inherited card. */
  owner?: string;
}

/**
 * Owners of sensitive cards are notified of every access; possible approvers of requests, and the requester of the
 * approval.
 */
export const sensitiveDataNotificationDefinitions: readonly NotificationDefinition[] = [
  {
    kind: "sensitive-card.looked",
    audience: namedPeople("concerned"),
    isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (SELECT FROM sensitive_cards c
      WHERE c.id = ${subjectId} AND c.owner_id = ${userId} LIMIT 1)`,
    inWords: inWords(
      sql`SELECT e.subject_id, e.user_id, c.id AS card_id, c.title, ${mayOpenPage(sql`e.user_id`)} AS may_open,
          coalesce((SELECT l.reason FROM sensitive_looks l WHERE l.card_id = c.id
            ORDER BY l.at DESC, l.id DESC LIMIT 1), '') AS reason
        FROM entry e JOIN sensitive_cards c ON c.id = e.subject_id`,
      (actor, { title }) => `${actor} looked at your sensitive card “${title}”`,
    ),
  },
  {
    kind: "sensitive-card.inherited",
    audience: ({ subjectId }) => sql`SELECT p.id, 'concerned' AS reason FROM sensitive_cards c
      JOIN accounts p ON p.disabled_at IS NULL WHERE c.id = ${subjectId} AND ${mayRead(sql`p.id`, sql`c.key`)}`,
    isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (SELECT FROM sensitive_cards c
      WHERE c.id = ${subjectId} AND c.inherited_at IS NOT NULL AND ${mayRead(userId, sql`c.key`)} LIMIT 1)`,
    inWords: inWords(
      sql`SELECT e.subject_id, e.user_id, c.id AS card_id, c.title, true AS may_open,
          'Another person who sees it confirms them before it can be changed.' AS reason, o.name AS owner
        FROM entry e JOIN sensitive_cards c ON c.id = e.subject_id JOIN profiles o ON o.id = c.owner_id`,
      (_actor, { title, owner }) => `${owner ?? "Someone"} inherited the sensitive card “${title}”`,
    ),
  },
  {
    kind: "sensitive-card.asked",
    audience: ({ subjectId }) => sql`SELECT p.id, 'concerned' AS reason FROM sensitive_requests r
      JOIN sensitive_cards c ON c.id = r.card_id JOIN accounts p ON p.disabled_at IS NULL AND p.id <> r.person_id
      WHERE r.id = ${subjectId} AND ${mayRead(sql`p.id`, sql`c.key`)}`,
    isReadable: (entry) =>
      ofRequest(
        entry,
        sql`r.approved_by IS NULL AND r.person_id <> ${entry.userId} AND ${mayRead(entry.userId, sql`c.key`)}`,
      ),
    inWords: inWords(
      requestWords,
      (actor, { title }) => `${actor} asks for a second person to see “${title}”`,
    ),
  },
  {
    kind: "sensitive-card.approved",
    audience: namedPeople("concerned"),
    isReadable: (entry) =>
      ofRequest(
        entry,
        sql`r.person_id = ${entry.userId} AND r.used_at IS NULL AND ${mayRead(entry.userId, sql`c.key`)}`,
      ),
    inWords: inWords(requestWords, (actor, { title }) => `${actor} approved your look at “${title}”`),
  },
];

function ofRequest({ subjectId }: EntryColumns, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sensitive_requests r JOIN sensitive_cards c ON c.id = r.card_id
    WHERE r.id = ${subjectId} AND r.expires_at > now() AND ${condition} LIMIT 1)`;
}

function inWords(
  select: RawBuilder<unknown> | (() => RawBuilder<unknown>),
  say: (actor: string, subject: Subject) => string,
) {
  return async ({ db, people }: WordSources, entries: readonly StoredNotification[]) => {
    const asked = entries.map(({ subjectId, userId }) => ({ subject_id: subjectId, user_id: userId }));
    const [actors, { rows }] = await Promise.all([
      people.of(entries.flatMap(({ actorIds }) => actorIds)),
      sql<Subject>`WITH entry AS (SELECT * FROM
          jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS e (subject_id uuid, user_id uuid))
        ${typeof select === "function" ? select() : select}`.execute(db),
    ]);
    const subjects = new Map(rows.map((row) => [`${row.subject_id} ${row.user_id}`, row]));
    return new Map(
      entries.flatMap((entry) => {
        const subject = subjects.get(`${entry.subjectId} ${entry.userId}`);
        if (!subject) return [];
        const names = entry.actorIds.flatMap((id) => actors.get(id)?.name ?? []);
        const words = {
          title: say(namesInWords(names.slice(0, 2), names.length), subject),
          excerpt: subject.reason,
          // An owner may lack access to the page.
          link: subject.may_open ? `/sensitive-data?card=${subject.card_id}` : "/inbox",
        };
        return [[entry.id, words] as const];
      }),
    );
  };
}

function requestWords(): RawBuilder<unknown> {
  return sql`SELECT e.subject_id, e.user_id, c.id AS card_id, c.title, r.reason, true AS may_open
    FROM entry e JOIN sensitive_requests r ON r.id = e.subject_id JOIN sensitive_cards c ON c.id = r.card_id`;
}
