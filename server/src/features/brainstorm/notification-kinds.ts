import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { NotificationReason } from "@atoll/contract/notifications/reasons";
import { type RawBuilder, sql } from "kysely";
import type {
  NotificationDefinition,
  SentNotification,
  StoredNotification,
} from "../../platform/kinds/notification-kinds.ts";
import { putInWords } from "../../platform/kinds/notification-words.ts";
import { noteKind } from "./board-kind.ts";
import { isReadableBy } from "./readable.ts";

interface Subject {
  /** The ID of the board or the note. */
  id: string;
  board_id: string;
  title: string;
  note: string;
}

/** The kinds of notifications about boards. An entry is there as long as its person may read the board. */
export const boardNotificationDefinitions: readonly NotificationDefinition[] = [
  ofBoard(
    "board.invited",
    "concerned",
    (actor, { title }) => `${actor} shared the board “${title}” with you`,
  ),
  ofBoard("board.summons", "concerned", (actor, { title }) => `${actor} calls you to the board “${title}”`),
  ofBoard("board.lead", "concerned", (actor, { title }) => `${actor} took the lead of the board “${title}”`),
  ofNote("board.mention", "named", (actor, { title }) => `${actor} mentioned you on the board “${title}”`),
  ofNote("board.comment", "concerned", (actor, { title }, { count }) =>
    count > 1
      ? `${actor} wrote ${count} comments on a note of “${title}”`
      : `${actor} commented on a note of “${title}”`,
  ),
];

type Say = (actor: string, subject: Subject, entry: StoredNotification) => string;

function ofBoard(kind: NotificationKind, reason: NotificationReason, say: Say): NotificationDefinition {
  return {
    kind,
    audience: (telling) => audienceOf(telling, reason),
    isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (
      SELECT FROM boards b WHERE b.id = ${subjectId} AND ${isReadableBy(userId)} LIMIT 1)`,
    inWords: inWords(
      say,
      (ids) =>
        sql<Subject>`SELECT id, id AS board_id, title, '' AS note FROM boards WHERE id = ANY(${ids}::uuid[])`,
    ),
  };
}

function ofNote(kind: NotificationKind, reason: NotificationReason, say: Say): NotificationDefinition {
  return {
    kind,
    audience: (telling) => audienceOf(telling, reason),
    isReadable: ({ userId, subjectId }) => sql<boolean>`EXISTS (
      SELECT FROM board_elements e JOIN boards b ON b.id = e.board_id
      WHERE e.id = ${subjectId} AND e.gone_at IS NULL AND ${isReadableBy(userId)} LIMIT 1)`,
    inWords: inWords(
      say,
      (
        ids,
      ) => sql<Subject>`SELECT e.id, b.id AS board_id, b.title, left(e.text, ${sql.lit(quoteLength)}) AS note
          FROM board_elements e JOIN boards b ON b.id = e.board_id WHERE e.id = ANY(${ids}::uuid[])`,
    ),
  };
}

/** The part of a note that an entry quotes. */
const quoteLength = 200;

/** Returns, in SQL, the people that a rule selects, or else the people who are named. */
function audienceOf(
  { subjectId, people, rule }: SentNotification,
  reason: NotificationReason,
): RawBuilder<unknown> {
  return sql`SELECT DISTINCT p.id, ${reason} AS reason FROM (${peopleOf(subjectId, people, rule)}) AS p
    JOIN accounts a ON a.id = p.id AND a.disabled_at IS NULL`;
}

function peopleOf(subjectId: string, people: readonly string[], rule: string | null): RawBuilder<unknown> {
  // The owner, people it is shared with by name, and authors of its elements.
  if (rule === "taking-part")
    return sql`SELECT x.id FROM boards b, LATERAL (SELECT b.owner_id AS id
        UNION SELECT g.grantee_id FROM board_grants g WHERE g.board_id = b.id AND g.kind = 'person'
        UNION SELECT e.author_id FROM board_elements e
          WHERE e.board_id = b.id AND e.gone_at IS NULL AND e.author_id IS NOT NULL) x
      WHERE b.id = ${subjectId} AND ${isReadableBy(sql<string>`x.id`)}`;
  // The owner and facilitators by name.
  if (rule === "leading")
    return sql`SELECT x.id FROM boards b, LATERAL (SELECT b.owner_id AS id
        UNION SELECT g.grantee_id FROM board_grants g
          WHERE g.board_id = b.id AND g.kind = 'person' AND g.role = 'facilitator') x
      WHERE b.id = ${subjectId}`;
  // The author of the note, and those who commented on it before.
  if (rule === "talking")
    return sql`SELECT x.id FROM board_elements e JOIN boards b ON b.id = e.board_id, LATERAL (SELECT e.author_id AS id
        UNION SELECT c.author_id FROM comments c
          WHERE c.subject_kind = ${sql.lit(noteKind)} AND c.subject_id = e.id AND c.deleted_at IS NULL) x
      WHERE e.id = ${subjectId} AND x.id IS NOT NULL AND ${isReadableBy(sql<string>`x.id`)}`;
  return sql`SELECT id FROM unnest(${[...people]}::uuid[]) AS named (id)`;
}

/** The words of entries about boards, or about notes on them. */
function inWords(
  say: Say,
  select: (ids: string[]) => RawBuilder<Subject>,
): NotificationDefinition["inWords"] {
  return (sources, entries) =>
    putInWords(sources, entries, select, (actor, subject, entry) => {
      const isNote = subject.board_id !== subject.id;
      return {
        title: say(actor, subject, entry),
        ...(isNote ? { excerpt: subject.note } : {}),
        link: `/brainstorm/${subject.board_id}${isNote ? `?note=${subject.id}` : ""}`,
      };
    });
}
