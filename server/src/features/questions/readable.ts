import { canModerateCommunity } from "@atoll/contract/questions/policy";
import { type RawBuilder, sql } from "kysely";
import type { Colleague } from "../../slice.ts";
import { isHiddenAuthor } from "../votes/public.ts";

/** SQL: moderators hid the question `q`. */
const isHidden = sql<boolean>`EXISTS (SELECT FROM vote_subjects hidden
  WHERE hidden.id = q.id AND hidden.kind = 'question' AND hidden.hidden_at IS NOT NULL)`;

/** SQL: this person asked the question `q`, also anonymously. */
const isAuthor = (personId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(q.author_id = ${personId} OR ${isHiddenAuthor("question", personId, sql`q.id`)})`;

/**
 * SQL: whether the viewer may read the question `q` now: the one set that lists, counts, links, files, comments, search
 * and events go by. A moderator reads no private question of another department.
 */
export function isReadable(viewer: Colleague): RawBuilder<boolean> {
  const departments = viewer.departments.map(({ id }) => id);
  const seesHidden = canModerateCommunity(viewer) ? sql`true` : isAuthor(sql`${viewer.id}::uuid`);
  return sql<boolean>`((NOT q.is_private OR q.department_id = ANY(${departments}::uuid[]))
    AND (NOT ${isHidden} OR ${seesHidden}))`;
}

/** SQL: the same for the person of an id, without what a permission to moderate adds. */
export const isReadableBy = (userId: RawBuilder<string>, questionId: RawBuilder<string>) =>
  isReadableFor(userId, questionId, isAuthor(userId));

/**
 * SQL: the same, but the hidden author of an anonymous question is judged like everyone else. Use it for what other people
 * can observe: who is mentioned, who can be asked, and what can be merged.
 */
export const isReadableByName = (userId: RawBuilder<string>, questionId: RawBuilder<string>) =>
  isReadableFor(userId, questionId, sql<boolean>`q.author_id = ${userId}`);

function isReadableFor(
  userId: RawBuilder<string>,
  questionId: RawBuilder<string>,
  seesHidden: RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM questions q WHERE q.id = ${questionId}
    AND (NOT q.is_private OR EXISTS (SELECT FROM user_departments ud
      WHERE ud.user_id = ${userId} AND ud.department_id = q.department_id LIMIT 1))
    AND (NOT ${isHidden} OR ${seesHidden}) LIMIT 1)`;
}

/** SQL: the question that leads from an answer, of those that are there. */
export const questionOfAnswer = (answerId: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`(SELECT answer.question_id FROM question_answers answer
    WHERE answer.id = ${answerId} AND answer.deleted_at IS NULL)`;
