import { questionNoteLength, staleAfterDays } from "@atoll/contract/questions/limits";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../tables.ts";
import { filesOf } from "../files/public.ts";

const exact = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** SQL: the accepted answer of `q`, joined as `accepted`, is old or was marked as outdated. */
const isStale = sql<boolean>`(q.accepted_answer_id IS NOT NULL AND (q.outdated_at IS NOT NULL
  OR greatest(accepted.created_at, accepted.edited_at, q.confirmed_at)
    < now() - make_interval(days => ${sql.lit(staleAfterDays)})))`;

/** SQL: the question `q` is answered in the FAQ of the knowledge base. An answer that was archived closes none. */
export const isInFaq = sql<boolean>`(q.faq_id IS NOT NULL AND NOT EXISTS (SELECT FROM articles archived
  WHERE archived.id = q.faq_id AND archived.status = 'ARCHIVED'))`;

/** Selects questions as lists show them. Add `isReadable` for a viewer. `s` has the votes and moderation of each. */
export function selectQuestions(db: Database, viewerId: string) {
  return db
    .selectFrom("questions as q")
    .innerJoin("vote_subjects as s", (join) => join.onRef("s.id", "=", "q.id").on("s.kind", "=", "question"))
    .leftJoin("question_answers as accepted", "accepted.id", "q.accepted_answer_id")
    .select([
      "q.id",
      "q.title",
      "q.author_id",
      "q.tag_ids",
      "q.department_id",
      "q.is_private",
      "q.asked_id",
      "q.answer_count",
      "q.view_count",
      "q.accepted_answer_id",
      "q.duplicate_of",
      "q.faq_id",
      "q.outdated_at",
      "q.created_at",
      "q.active_at",
      "s.vote_count",
      "s.locked_at",
      "s.merged_into",
      "s.root_id",
      "accepted.author_id as accepted_by",
      "accepted.created_at as accepted_at",
    ])
    .select([
      sql<string>`left(q.content, ${sql.lit(questionNoteLength)})`.as("note"),
      exact("q.created_at").as("created_exact"),
      exact("q.active_at").as("active_exact"),
      isStale.as("is_stale"),
      isInFaq.as("is_in_faq"),
      sql<
        { id: string; name: string }[] | null
      >`(SELECT json_agg(json_build_object('id', t.id, 'name', t.name)
        ORDER BY array_position(q.tag_ids, t.id)) FROM question_tags t WHERE t.id = ANY(q.tag_ids))`.as(
        "tags",
      ),
      sql<string | null>`(SELECT d.name FROM departments d WHERE d.id = q.department_id)`.as(
        "department_name",
      ),
      sql<number>`(SELECT count(*) FROM question_views w JOIN question_answers a ON a.question_id = q.id
        AND a.deleted_at IS NULL AND a.created_at > w.seen_at AND a.author_id <> w.person_id
        AND NOT EXISTS (SELECT FROM vote_subjects h WHERE h.id = a.id AND h.kind = 'answer' AND h.hidden_at IS NOT NULL)
        WHERE w.question_id = q.id AND w.person_id = ${viewerId})`.as("new_answers"),
    ]);
}

export type QuestionRow = Awaited<ReturnType<ReturnType<typeof selectQuestions>["execute"]>>[number];

/** The same with what only an opened one shows. */
export function selectOpen(db: Database, viewerId: string) {
  return selectQuestions(db, viewerId).select([
    "q.content",
    "q.mentions",
    "q.text_version",
    "q.edited_at",
    filesOf("question", sql`q.id`).as("attachments"),
  ]);
}

export type OpenRow = Awaited<ReturnType<ReturnType<typeof selectOpen>["execute"]>>[number];

/** SQL: the ids of a question and of everything that was merged into it. */
export const treeOf = (rootId: string): RawBuilder<unknown> =>
  sql`(SELECT tree.id FROM vote_subjects tree WHERE tree.kind = 'question'
    AND (tree.id = ${rootId} OR (tree.root_id = ${rootId} AND tree.merged_into IS NOT NULL)))`;

/** SQL: those of them whose answers everybody who reads the question may read: a private one adds nothing to a public one. */
const sharedTreeOf = (rootId: string): RawBuilder<unknown> =>
  sql`(SELECT part.id FROM questions part JOIN questions root ON root.id = ${rootId} WHERE part.id IN ${treeOf(rootId)}
    AND (NOT part.is_private OR (root.is_private AND part.department_id = root.department_id)))`;

/** SQL: all readers of a question may read the answer `a`. */
export const isShared = (rootId: string): RawBuilder<boolean> =>
  sql<boolean>`(a.question_id IN ${sharedTreeOf(rootId)})`;

/** Selects answers, also deleted ones. Readers of the question may read them. */
export function selectAnswers(db: Database) {
  return db
    .selectFrom("question_answers as a")
    .innerJoin("vote_subjects as s", (join) => join.onRef("s.id", "=", "a.id").on("s.kind", "=", "answer"))
    .select([
      "a.id",
      "a.question_id",
      "a.author_id",
      "a.content",
      "a.mentions",
      "a.sent_hash",
      "a.version",
      "a.created_at",
      "a.edited_at",
      "a.deleted_at",
      "s.hidden_at",
      "s.locked_at",
      filesOf("answer", sql`a.id`).as("attachments"),
      sql<boolean>`EXISTS (SELECT FROM questions chosen WHERE chosen.id = a.question_id
        AND chosen.chosen_answer_id = a.id)`.as("is_chosen"),
    ]);
}

export type AnswerRow = Awaited<ReturnType<ReturnType<typeof selectAnswers>["execute"]>>[number];

/** Accepts an answer nowhere any more, because it was deleted or hidden. */
export async function forgetChoice(tx: Database, rootId: string, answerId: string): Promise<void> {
  await tx
    .updateTable("questions")
    .set({ chosen_answer_id: null, chosen_at: null })
    .where("chosen_answer_id", "=", answerId)
    .where(sql<boolean>`id IN ${treeOf(rootId)}`)
    .execute();
}

/** Returns whether a question leads to another one, as its duplicate or by merges. */
export async function leadsTo(tx: Database, fromId: string, toId: string): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE way AS (
      SELECT ${fromId}::uuid AS id
      UNION SELECT coalesce(s.merged_into, q.duplicate_of) FROM way
        JOIN questions q ON q.id = way.id JOIN vote_subjects s ON s.id = q.id AND s.kind = 'question'
    ) SELECT FROM way WHERE id = ${toId}`.execute(tx);
  return rows.length > 0;
}

/**
 * Brings what a question keeps of its answers in line with them, after any change to them or to its merges. Its own
 * accepted answer is shown before one of a merged question. The counts and the accepted answer are the same for all
 * readers, and so leave out what not all of them may read.
 */
export async function refreshQuestion(tx: Database, rootId: string): Promise<void> {
  await sql`UPDATE questions q SET
      answer_count = (SELECT count(*) FROM question_answers a JOIN vote_subjects h ON h.id = a.id AND h.kind = 'answer'
        WHERE ${isShared(rootId)} AND a.deleted_at IS NULL AND h.hidden_at IS NULL),
      accepted_answer_id = coalesce(q.chosen_answer_id, (SELECT o.chosen_answer_id FROM questions o
        JOIN question_answers a ON a.id = o.chosen_answer_id
        WHERE o.id IN ${treeOf(rootId)} AND ${isShared(rootId)} AND o.chosen_answer_id IS NOT NULL ORDER BY o.chosen_at, o.id LIMIT 1))
    WHERE q.id = ${rootId}`.execute(tx);
}
