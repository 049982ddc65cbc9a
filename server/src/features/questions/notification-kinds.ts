import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { questionNotificationKinds } from "@atoll/contract/questions/notification-kinds";
import { type RawBuilder, sql } from "kysely";
import type {
  NotificationDefinition,
  SentNotification,
  StoredNotification,
} from "../../platform/kinds/notification-kinds.ts";
import { putInWords } from "../../platform/kinds/notification-words.ts";
import { hasStoppedAsAuthor, hiddenFollowersOf } from "../votes/public.ts";
import { isReadableBy } from "./readable.ts";

interface Subject {
  id: string;
  title: string;
  note: string;
  votes: number;
}

/** In the words of one entry: who did it, about which question. Nobody is named where the author did it anonymously. */
type Say = (actor: string, subject: Subject, entry: StoredNotification) => string;

/** Every kind of these that may stand in an inbox about a question. */
export const notificationsOfQuestion = (questionId: string) =>
  (Object.keys(questionNotificationKinds) as NotificationKind[]).map((kind) => ({
    kind,
    subjectId: questionId,
  }));

/** The kinds of notifications about questions. An entry is there as long as its person may read the question. */
export const questionNotificationDefinitions: readonly NotificationDefinition[] = [
  define("question.answered", (actor, { title }, { count }) =>
    count > 1 ? `“${title}” has ${count} new answers` : `${actor} answered “${title}”`,
  ),
  {
    ...define("question.accepted", (actor, { title }) => `${actor} accepted your answer to “${title}”`),
    isReadable: ({ userId, subjectId }) =>
      sql<boolean>`(${isReadableBy(userId, subjectId as RawBuilder<string>)} AND EXISTS (SELECT FROM questions answered
        JOIN question_answers best ON best.id = answered.accepted_answer_id
        WHERE answered.id = ${subjectId} AND best.author_id = ${userId} LIMIT 1))`,
  },
  define("question.comment", (actor, { title }, { count }) =>
    count > 1 ? `“${title}” has ${count} new comments` : `${actor} commented on “${title}”`,
  ),
  define("question.mention", (actor, { title }) => `${actor} mentioned you in “${title}”`),
  define("question.votes", (_actor, { title, votes }) => `Your question “${title}” has ${votes} votes`),
  define("question.tag", (actor, { title }) => `${actor} asked “${title}”`),
  define("question.asked", (actor, { title }) => `${actor} would like an answer to “${title}”`),
];

function define(kind: NotificationKind, say: Say): NotificationDefinition {
  return {
    kind,
    audience: audienceOf,
    isReadable: ({ userId, subjectId }) => isReadableBy(userId, subjectId as RawBuilder<string>),
    inWords: (sources, entries) =>
      putInWords(sources, entries, select, (actor, subject, entry) => ({
        title: say(actor, subject, entry),
        excerpt: subject.note,
        link: `/community-faqs/${subject.id}`,
      })),
  };
}

/** SQL: the people a rule means, with why; a rule names nobody, so that the hidden author is found and never written down. */
function audienceOf({ subjectId, people, rule }: SentNotification): RawBuilder<unknown> {
  const meant = rule === null ? named(people) : ruleOf(rule, subjectId);
  return sql`SELECT DISTINCT ON (one.id) one.id, one.reason FROM (${meant}) one
    WHERE one.id IS NOT NULL AND ${isReadableBy(sql`one.id`, sql`${subjectId}::uuid`)} ORDER BY one.id, one.reason`;
}

const named = (people: readonly string[]) =>
  sql`SELECT id, 'named' AS reason FROM unnest(${[...people]}::uuid[]) AS person (id)`;

const authorOf = (subjectId: string) => sql`
  SELECT q.author_id AS id, 'concerned' AS reason FROM questions q WHERE q.id = ${subjectId}
  UNION ALL SELECT h.author_id, 'concerned' FROM anonymous_authors h
  WHERE h.subject_id = ${subjectId} AND h.subject_kind = 'question'`;

function ruleOf(rule: string, subjectId: string): RawBuilder<unknown> {
  switch (rule) {
    case "author":
      return authorOf(subjectId);
    case "followers":
      return sql`SELECT f.person_id AS id, 'following' AS reason FROM followers f
          WHERE f.root_id = ${subjectId} AND f.subject_kind = 'question' AND f.is_following
            AND NOT ${hasStoppedAsAuthor("question", subjectId, sql`f.person_id`)}
        UNION ALL SELECT h.id, 'concerned' FROM (${hiddenFollowersOf("question", subjectId)}) h`;
    case "department":
      return sql`SELECT ud.user_id AS id, 'audience' AS reason FROM user_departments ud
        JOIN questions q ON q.department_id = ud.department_id WHERE q.id = ${subjectId}`;
    case "tags":
      return sql`SELECT f.person_id AS id, 'following' AS reason FROM followers f
        JOIN questions q ON f.subject_id = ANY(q.tag_ids)
        WHERE q.id = ${subjectId} AND f.subject_kind = 'question-tag' AND f.is_following`;
    default:
      throw new Error(`no rule of questions is called ${rule}`);
  }
}

/** The part of a text that an entry quotes. */
const quoteLength = 200;

const select = (ids: string[]) => sql<Subject>`
  SELECT q.id, q.title, left(q.content, ${sql.lit(quoteLength)}) AS note, r.vote_count AS votes
  FROM questions q JOIN vote_subjects s ON s.id = q.id AND s.kind = 'question'
    JOIN vote_subjects r ON r.id = s.root_id AND r.kind = 'question'
  WHERE q.id = ANY(${ids}::uuid[])`;
