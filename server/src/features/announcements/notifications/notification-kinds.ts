import type { AnnouncementPriority } from "@atoll/contract/announcements/limits";
import { askingWords, publishedWords } from "@atoll/contract/announcements/notification-words";
import { type NotificationKind, notificationKinds } from "@atoll/contract/notification-kinds";
import { type RawBuilder, sql } from "kysely";
import type {
  EntryColumns,
  NotificationDefinition,
  SentNotification,
  StoredNotification,
} from "../../../platform/kinds/notification-kinds.ts";
import { namedPeople, putInWords } from "../../../platform/kinds/notification-words.ts";
import { isCurrent, isReachedBy } from "../audience.ts";
import { hasConfirmed, hasRead } from "../queries.ts";
import { queueAnnouncementMails } from "./announcement-mail.ts";

interface Subject {
  id: string;
  title: string;
  note: string;
  must_read: boolean;
  priority: AnnouncementPriority;
}

/** Words the title of one entry from its actor and the announcement. */
type Say = (actor: string, subject: Subject, entry: StoredNotification) => string;

const published: Say = (actor, { title }) => publishedWords(actor, title);
const asking: Say = (actor, { title }) => askingWords(actor, title);

/** SQL: the entry is about the current edition of `a`, which its position in its place names; see `notify-audience.ts`. */
const ofNewest = ({ lastSeq }: EntryColumns) => sql`${lastSeq} >= 2 * a.edition`;

/** Kinds for the readers of an announcement. Each person has one entry of these per announcement. */
const readerKinds = [
  "announcement.published",
  "announcement.important",
  "announcement.must_read",
  "announcement.important_must_read",
  "announcement.asked_again",
  "announcement.nudge",
] as const satisfies readonly NotificationKind[];

/**
 * The kinds of notifications about announcements. An entry stays as long as its recipient is in the audience and its
 * text is true.
 */
export const announcementNotificationDefinitions: readonly NotificationDefinition[] = [
  ofReaders("announcement.published", published),
  ofReaders("announcement.important", published),
  ofReaders("announcement.must_read", asking, sql`a.must_read`),
  ofReaders("announcement.important_must_read", asking, sql`a.must_read`),
  ofReaders("announcement.asked_again", (actor, { title, must_read }) =>
    must_read
      ? `${actor} changed “${title}” and asks you to confirm it again`
      : `${actor} changed “${title}” in earnest: please read it again`,
  ),
  ofReaders("announcement.nudge", (actor, { title, must_read }) =>
    must_read ? `${actor} reminds you to confirm “${title}”` : `${actor} reminds you to read “${title}”`,
  ),
  ofPeople("announcement.mention", (actor, { title }) => `${actor} mentioned you on “${title}”`, isForPerson),
  ofPeople(
    "announcement.comment",
    (actor, { title }, { count }) =>
      count > 1 ? `${actor} wrote ${count} comments on “${title}”` : `${actor} commented on “${title}”`,
    isOfAuthor,
  ),
  {
    ...ofPeople(
      "announcement.schedule_failed",
      (_actor, { title }, { facts }) =>
        facts.why === "rights"
          ? `“${title}” was not published at its time, since its publisher may not publish any more. It is a draft again.`
          : `“${title}” was not published at its time, for it could not be as it was. It is a draft again.`,
      isOfAuthor,
    ),
  },
];

/** Returns a kind for the audience. An entry is seen once the announcement is opened, or confirmed if required. */
function ofReaders(
  kind: NotificationKind,
  say: Say,
  isTrue: RawBuilder<unknown> = sql`true`,
): NotificationDefinition {
  return {
    ...ofPeople(
      kind,
      say,
      (entry) => sql<boolean>`(${isForPerson(entry)} AND ${ofNewest(entry)} AND ${isTrue})`,
    ),
    audience: (telling) => audienceOf(telling, kind !== "announcement.nudge"),
    replaces: readerKinds.filter((other) => other !== kind),
    // A reminder is for the inbox.
    ...(kind !== "announcement.nudge" && { queueMails: queueAnnouncementMails }),
    asks: {
      isOwed: ({ userId, subjectId }) => sql<boolean>`EXISTS (SELECT FROM announcements a
        WHERE a.id = ${subjectId} AND a.must_read AND NOT ${hasConfirmed(userId)} LIMIT 1)`,
      isAnswered: ({ userId, subjectId }) => sql<boolean>`EXISTS (SELECT FROM announcements a
        WHERE a.id = ${subjectId} AND a.must_read AND ${hasConfirmed(userId)} LIMIT 1)`,
    },
    hasSeen: ({ userId, subjectId }) => sql<boolean>`EXISTS (SELECT FROM announcements a
      WHERE a.id = ${subjectId} AND CASE WHEN a.must_read THEN ${hasConfirmed(userId)}
        ELSE ${hasRead(userId)} END LIMIT 1)`,
  };
}

/**
 * SQL: the recipients. By the rule, the current audience; otherwise those of the named people who are in it and, for a
 * first notification, who have not had one yet. The author is not asked to confirm.
 */
function audienceOf({ subjectId, people, rule }: SentNotification, isFirst: boolean): RawBuilder<unknown> {
  const named = rule === null ? sql`AND p.id = ANY(${[...people]}::uuid[])` : sql``;
  const untold =
    rule === null && isFirst
      ? sql`AND NOT EXISTS (SELECT FROM notifications told WHERE told.subject_id = a.id AND told.user_id = p.id
          AND told.kind LIKE 'announcement.%' AND told.kind NOT IN ('announcement.mention', 'announcement.comment'))`
      : sql``;
  return sql`SELECT p.id, 'audience' AS reason FROM announcements a JOIN accounts p ON p.disabled_at IS NULL
    WHERE a.id = ${subjectId} AND ${isCurrent} AND ${isReachedBy(sql`p.id`)} ${named} ${untold}
      AND NOT (a.must_read AND p.id = a.author_id)
      AND EXISTS (SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
        WHERE ur.user_id = p.id AND lower(r.name) <> 'pending' LIMIT 1)`;
}

/** Returns a kind for named people, as long as the condition on `a` holds for them. */
function ofPeople(
  kind: NotificationKind,
  say: Say,
  isTheirs: (entry: EntryColumns) => RawBuilder<boolean>,
): NotificationDefinition {
  return {
    kind,
    audience: namedPeople(kind === "announcement.mention" ? "named" : "concerned"),
    isReadable: (entry) => sql<boolean>`EXISTS (
      SELECT FROM announcements a WHERE a.id = ${entry.subjectId} AND ${isTheirs(entry)} LIMIT 1)`,
    inWords: (sources, entries) =>
      putInWords(sources, entries, select, (actor, subject, entry) => ({
        title: say(actor, subject, entry),
        excerpt: subject.note,
        // High announcements come through quiet hours as well, but only urgent ones say so.
        isUrgent: notificationKinds[kind].isUrgent && subject.priority === "URGENT",
        link: `/announcements/${subject.id}`,
      })),
  };
}

function isForPerson({ userId }: EntryColumns): RawBuilder<boolean> {
  return sql<boolean>`(a.author_id = ${userId} OR (${isCurrent} AND ${isReachedBy(userId)}))`;
}

function isOfAuthor({ userId }: EntryColumns): RawBuilder<boolean> {
  return sql<boolean>`a.author_id = ${userId}`;
}

/** The length of the text that an entry quotes. */
const quoteLength = 200;

const select = (ids: string[]) => sql<Subject>`
  SELECT id, title, left(content, ${sql.lit(quoteLength)}) AS note, must_read, priority
  FROM announcements WHERE id = ANY(${ids}::uuid[])`;
