import { canModerateCommunity } from "@atoll/contract/questions/policy";
import { sql } from "kysely";
import type { CommentedKind, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { notify } from "../notifications/public.ts";
import { findRoot } from "../votes/public.ts";
import { judgeReaders } from "./judge-readers.ts";
import { isReadable, questionOfAnswer } from "./readable.ts";
import { sendChanged } from "./rooms.ts";

type Change = Parameters<NonNullable<CommentedKind["onComment"]>>[2];

/** Readers of a question can comment on it, as long as it is not locked. */
export const questionComments: CommentedKind = {
  kind: "question",
  hold: (tx, id) => sql`SELECT FROM questions WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  judge: (db, questionId, people) =>
    judgeComments(db, questionId, { kind: "question", id: questionId }, people),
  isReadable: (viewer, questionId) =>
    sql<boolean>`EXISTS (SELECT FROM questions q WHERE q.id = ${questionId} AND ${isReadable(viewer)})`,
  onComment: (context, tx, change) => notifyOfComment(context, tx, change, change.subjectId, []),
};

/** The same for its answers. */
export const answerComments: CommentedKind = {
  kind: "answer",
  hold: (tx, id) => sql`SELECT FROM question_answers WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  async judge(db, answerId, people) {
    const answer = await findAnswer(db, answerId);
    if (!answer || answer.deleted_at) return new Map();
    const rights = await judgeComments(db, answer.question_id, { kind: "answer", id: answerId }, people);
    if (!answer.hidden_at) return rights;
    return new Map([...rights].filter(([id, { mayModerate }]) => mayModerate || id === answer.author_id));
  },
  isReadable: (viewer, answerId) =>
    sql<boolean>`EXISTS (SELECT FROM questions q WHERE q.id = ${questionOfAnswer(answerId)} AND ${isReadable(viewer)}
      AND NOT EXISTS (SELECT FROM vote_subjects s
        WHERE s.id = ${answerId} AND s.kind = 'answer' AND s.hidden_at IS NOT NULL))`,
  async onComment(context, tx, change) {
    const answer = await findAnswer(tx, change.subjectId);
    return answer ? notifyOfComment(context, tx, change, answer.question_id, [answer.author_id]) : undefined;
  },
};

function findAnswer(db: Database, answerId: string) {
  return db
    .selectFrom("question_answers as a")
    .innerJoin("vote_subjects as s", (join) => join.onRef("s.id", "=", "a.id").on("s.kind", "=", "answer"))
    .select(["a.question_id", "a.author_id", "a.deleted_at", "s.hidden_at"])
    .where("a.id", "=", answerId)
    .executeTakeFirst();
}

async function judgeComments(
  db: Database,
  questionId: string,
  subject: { kind: string; id: string },
  people: Parameters<CommentedKind["judge"]>[2],
) {
  const readers = await judgeReaders(db, questionId, people);
  const locked = await db
    .selectFrom("vote_subjects as s")
    .select("s.id")
    .where((eb) =>
      eb.or([
        eb.and([eb("s.kind", "=", "question"), eb("s.id", "=", questionId)]),
        eb.and([eb("s.kind", "=", subject.kind), eb("s.id", "=", subject.id)]),
      ]),
    )
    .where("s.locked_at", "is not", null)
    .executeTakeFirst();
  return new Map(
    readers.map(({ person, readsAsHiddenAuthor }) => [
      person.id,
      readsAsHiddenAuthor
        ? { mayComment: false, mayModerate: false, readsAsHiddenAuthor }
        : { mayComment: !locked, mayModerate: canModerateCommunity(person) },
    ]),
  );
}

/** The question's author is notified of comments on it, and an answer's author of those on the answer. */
async function notifyOfComment(
  context: SliceContext,
  tx: Database,
  { what, actorId, newlyCalledIds }: Change,
  questionId: string,
  authorIds: readonly string[],
): Promise<() => void> {
  await notify(tx, { kind: "question.mention", subjectId: questionId, actorId, people: newlyCalledIds });
  const rootId = (await findRoot(tx, { kind: "question", id: questionId })) ?? questionId;
  if (what === "posted") {
    const about = {
      kind: "question.comment",
      subjectId: questionId,
      actorId,
      spared: newlyCalledIds,
    } as const;
    await notify(tx, authorIds.length > 0 ? { ...about, people: authorIds } : { ...about, rule: "author" });
    await tx.updateTable("questions").set({ active_at: sql`now()` }).where("id", "=", rootId).execute();
  }
  return () => {
    sendChanged(context, [...new Set([questionId, rootId])]).catch((error: unknown) =>
      context.log.warn({ err: error, questionId }, "a comment was not counted on open screens"),
    );
  };
}
