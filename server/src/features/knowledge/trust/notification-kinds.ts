import { type ArticleKind, deletedDraftDays } from "@atoll/contract/knowledge/limits";
import { articleLink, deletedDraftsLink, draftLink } from "@atoll/contract/knowledge/links";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { type RawBuilder, sql } from "kysely";
import type {
  EntryColumns,
  NotificationDefinition,
  StoredNotification,
} from "../../../platform/kinds/notification-kinds.ts";
import { namedPeople, putInWords } from "../../../platform/kinds/notification-words.ts";
import { isNoStrangeGuest } from "../../people/public.ts";
import { hasConfirmed, isFollowedBy } from "../model/queries.ts";
import {
  isActivePerson,
  isEditableTo,
  isReachedBy,
  isReadableTo,
  isReadableToGuest,
  mayRestore,
} from "../model/readable.ts";
import { followersOf } from "./following.ts";

interface Subject {
  id: string;
  kind: ArticleKind;
  title: string;
  summary: string;
  draft_title: string | null;
  has_draft: boolean;
  must_read_version: number | null;
}

/** An entry in words: who did it, and with which article. */
type Say = (actor: string, subject: Subject, entry: StoredNotification) => string;

const isPublishedFor = ({ userId }: EntryColumns) =>
  sql<boolean>`(a.status = 'PUBLISHED' AND (${isReachedBy(userId)} OR a.owner_id = ${userId} OR a.created_by = ${userId}))`;
const isOwners = ({ userId }: EntryColumns) => sql<boolean>`(a.owner_id = ${userId})`;
const worksOn = ({ userId }: EntryColumns) =>
  sql<boolean>`a.deleted_at IS NULL AND (a.owner_id = ${userId} OR a.created_by = ${userId} OR EXISTS (
    SELECT FROM article_drafts d WHERE d.article_id = a.id AND ${userId} = ANY(d.editor_ids) LIMIT 1))`;

/** The threads on the words of a draft are shown next to it: while there is one. */
const editsOrApproves = ({ userId }: EntryColumns) =>
  sql<boolean>`(a.reviewer_id = ${userId} AND a.deleted_at IS NULL OR ${isEditableTo(userId)})
    AND EXISTS (SELECT FROM article_drafts d WHERE d.article_id = a.id LIMIT 1)`;

/** The title that somebody who works on a draft knows it by. */
const draftTitle = ({ draft_title, title }: Subject) => draft_title ?? title;

/** Kinds of notifications of the knowledge base. An entry goes once what it asks for is done. */
export const knowledgeNotificationDefinitions: readonly NotificationDefinition[] = [
  ofPeople({
    kind: "knowledge.review_asked",
    say: (actor, subject) => `${actor} asks you to approve “${draftTitle(subject)}”`,
    isTheirs: ({ userId }) => sql<boolean>`(a.reviewer_id = ${userId} AND EXISTS (
      SELECT FROM article_drafts d WHERE d.article_id = a.id AND d.state = 'review' LIMIT 1))`,
    linksToDraft: true,
  }),
  ofPeople({
    kind: "knowledge.approved",
    say: (actor, subject) => `${actor} approved “${draftTitle(subject)}”`,
    isTheirs: worksOn,
    linksToDraft: true,
  }),
  ofPeople({
    kind: "knowledge.changes_asked",
    say: (actor, subject) => `${actor} asks for changes to “${draftTitle(subject)}”`,
    isTheirs: worksOn,
    linksToDraft: true,
    excerpt: (_subject, { facts }) => facts.why ?? "",
  }),
  ofPeople({
    kind: "knowledge.draft_deleted",
    say: (actor, subject) => `${actor} discarded the draft “${draftTitle(subject)}”`,
    isTheirs: ({ userId }) => mayRestore(userId),
    excerpt: () => `You can restore it for ${deletedDraftDays} days.`,
    link: deletedDraftsLink,
  }),
  {
    ...ofPeople({
      kind: "knowledge.must_read",
      say: (actor, { title, must_read_version }) =>
        `${actor} asks you to read version ${must_read_version ?? 1} of “${title}”`,
      isTheirs: (entry) =>
        sql<boolean>`(${isPublishedFor(entry)} AND a.must_read_version IS NOT NULL AND NOT ${hasConfirmed(entry.userId)})`,
    }),
    audience: ({ subjectId }) => sql`SELECT p.id, 'audience' AS reason FROM articles a JOIN accounts p ON true
      WHERE a.id = ${subjectId} AND a.status = 'PUBLISHED' AND ${isReachedBy(sql`p.id`)} AND ${isActivePerson}`,
  },
  {
    ...ofPeople({
      kind: "knowledge.published",
      say: (actor, { title }, { lastSeq }) =>
        lastSeq === null || lastSeq === 1
          ? `${actor} published “${title}”`
          : `${actor} published version ${lastSeq} of “${title}”`,
      isTheirs: ({ userId }) => sql<boolean>`(${isReadableTo(userId)} AND ${isFollowedBy(userId)})`,
    }),
    audience: ({ subjectId }) => followersOf(subjectId),
    hasSeen: ({ userId, subjectId, lastSeq }) => sql<boolean>`EXISTS (SELECT FROM article_reads r
      WHERE r.article_id = ${subjectId} AND r.user_id = ${userId} AND r.version >= ${lastSeq} LIMIT 1)`,
  },
  ofPeople({
    kind: "knowledge.stale",
    say: (_actor, { title }) => `“${title}” is due for review. Is it still right?`,
    isTheirs: (entry) =>
      sql<boolean>`(${isOwners(entry)} AND a.status = 'PUBLISHED' AND a.review_at <= now())`,
  }),
  {
    ...ofPeople({
      kind: "knowledge.mention",
      reason: "named",
      say: (actor, { title }) => `${actor} mentioned you on “${title}”`,
      isTheirs: (
        entry,
      ) => sql<boolean>`((${isPublishedFor(entry)} AND ${isNoStrangeGuest(entry.userId, "article", sql.ref("a.id"))})
        OR ${isReadableToGuest(entry.userId)})`,
    }),
    isForGuests: true,
  },
  ofPeople({
    kind: "knowledge.comment",
    say: (actor, { title }, { count }) =>
      count > 1 ? `${actor} wrote ${count} comments on “${title}”` : `${actor} commented on “${title}”`,
    isTheirs: isOwners,
  }),
  ofPeople({
    kind: "knowledge.thread",
    say: (actor, { title }, { count }) =>
      count > 1 ? `${actor} wrote ${count} answers on “${title}”` : `${actor} answered on “${title}”`,
    isTheirs: ({ userId }) => isReadableTo(userId),
  }),
  ofPeople({
    kind: "knowledge.draft_thread",
    say: (actor, subject) => `${actor} commented on the draft “${draftTitle(subject)}”`,
    isTheirs: editsOrApproves,
    linksToDraft: true,
  }),
];

interface Notified {
  kind: NotificationKind;
  say: Say;
  /** SQL: the entry's person may still read of `a`, and it is still true. */
  isTheirs: (entry: EntryColumns) => RawBuilder<boolean>;
  reason?: "named" | "concerned";
  linksToDraft?: true;
  link?: string;
  excerpt?: (subject: Subject, entry: StoredNotification) => string;
}

/** A kind that named people are notified of. */
function ofPeople({
  kind,
  say,
  isTheirs,
  reason = "concerned",
  linksToDraft,
  link,
  excerpt,
}: Notified): NotificationDefinition {
  return {
    kind,
    audience: namedPeople(reason),
    isReadable: (entry) => sql<boolean>`EXISTS (
      SELECT FROM articles a WHERE a.id = ${entry.subjectId} AND ${isTheirs(entry)} LIMIT 1)`,
    inWords: (sources, entries) =>
      putInWords(sources, entries, select, (actor, subject, entry) => ({
        title: say(actor, subject, entry),
        excerpt: excerpt ? excerpt(subject, entry) : subject.summary,
        // The link to a draft that has ended would begin another one.
        link:
          link ??
          (linksToDraft && subject.has_draft ? draftLink(subject.id) : articleLink(subject)) +
            (entry.facts.threadId ? `#thread-${entry.facts.threadId}` : ""),
      })),
  };
}

const select = (ids: string[]) => sql<Subject>`
  SELECT a.id, a.kind, a.title, a.summary, a.must_read_version, d.title AS draft_title,
    d.article_id IS NOT NULL AS has_draft
  FROM articles a LEFT JOIN article_drafts d ON d.article_id = a.id
  WHERE a.id = ANY(${ids}::uuid[])`;
