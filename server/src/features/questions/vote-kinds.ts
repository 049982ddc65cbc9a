import { canModerateCommunity } from "@atoll/contract/questions/policy";
import { sql } from "kysely";
import type { VotedKind } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { everybodysRoom } from "../people/public.ts";
import { findRoot } from "../votes/public.ts";
import { judgeReaders } from "./judge-readers.ts";
import { lockWithRoots } from "./public.ts";
import { forgetChoice, leadsTo, refreshQuestion, treeOf } from "./queries.ts";
import { isReadableByName, questionOfAnswer } from "./readable.ts";
import { roomsOf, sendChanged } from "./rooms.ts";

/** Everybody who reads a question votes on it, also its author. */
export const questionVotes: VotedKind = {
  kind: "question",
  isMergeable: true,
  showsVoters: false,
  milestone: "question.votes",
  async judge(db, questionId, people) {
    const readers = await judgeReaders(db, questionId, people);
    return new Map(
      readers.map(({ person, readsAsHiddenAuthor }) => [
        person.id,
        readsAsHiddenAuthor
          ? { mayVote: false, mayModerate: false, readsAsHiddenAuthor }
          : { mayVote: true, mayModerate: canModerateCommunity(person) },
      ]),
    );
  },
  isReadableBy: isReadableByName,
  roomsOf,
  async lock(tx, questionIds) {
    await lockWithRoots(tx, questionIds);
  },
  async onChange(context, tx, change) {
    if (change.what === "moderated") return later(context, [change.subjectId]);
    if (!("rootId" in change)) return undefined;
    if (change.what === "unmerged") await forgetForeignChoices(tx, change.rootId);
    if (change.what === "merged") await openIfLeadingToItself(tx, change.rootId);
    await refreshQuestion(tx, change.subjectId);
    await refreshQuestion(tx, change.rootId);
    return later(context, [change.subjectId, change.rootId]);
  },
};

/** Answers are voted on by all who read the question, except their authors. */
export const answerVotes: VotedKind = {
  kind: "answer",
  isMergeable: false,
  showsVoters: false,
  async judge(db, answerId, people) {
    const row = await db
      .selectFrom("question_answers as a")
      .innerJoin("vote_subjects as s", (join) => join.onRef("s.id", "=", "a.id").on("s.kind", "=", "answer"))
      .select(["a.question_id", "a.author_id", "s.hidden_at"])
      .where("a.id", "=", answerId)
      .where("a.deleted_at", "is", null)
      .executeTakeFirst();
    if (!row) return new Map();
    const readers = await judgeReaders(db, row.question_id, people);
    return new Map(
      readers.flatMap(({ person, readsAsHiddenAuthor }) => {
        const isOwn = person.id === row.author_id;
        const mayModerate = canModerateCommunity(person);
        if (row.hidden_at && !isOwn && !mayModerate) return [];
        if (readsAsHiddenAuthor)
          return [[person.id, { mayVote: false, mayModerate: false, readsAsHiddenAuthor }]];
        return [[person.id, { mayVote: !isOwn, mayModerate }]];
      }),
    );
  },
  isReadableBy: (userId, answerId) => isReadableByName(userId, questionOfAnswer(answerId)),
  async roomsOf(db, answerId) {
    const row = await db
      .selectFrom("question_answers")
      .select("question_id")
      .where("id", "=", answerId)
      .executeTakeFirst();
    return row ? roomsOf(db, row.question_id) : [];
  },
  async lock(tx, answerIds) {
    const rows = await tx
      .selectFrom("question_answers")
      .select("question_id")
      .distinct()
      .where(sql<boolean>`id = ANY(${answerIds}::uuid[])`)
      .execute();
    await lockWithRoots(
      tx,
      rows.map(({ question_id }) => question_id),
    );
  },
  async onChange(context, tx, change) {
    if (change.what !== "moderated") return undefined;
    const { question_id } = await tx
      .selectFrom("question_answers")
      .select("question_id")
      .where("id", "=", change.subjectId)
      .executeTakeFirstOrThrow();
    const rootId = (await findRoot(tx, { kind: "question", id: question_id })) ?? question_id;
    // A hidden answer cannot stay the accepted one: nobody could read why the question counts as answered.
    if (change.after.hiddenReason !== null) await forgetChoice(tx, rootId, change.subjectId);
    await refreshQuestion(tx, rootId);
    return later(context, [...new Set([question_id, rootId])]);
  },
};

/** Tags are followed: new questions with them reach the inbox. Nobody votes on one. */
export const tagFollowing: VotedKind = {
  kind: "question-tag",
  isMergeable: false,
  showsVoters: false,
  async judge(db, tagId, people) {
    const row = await db.selectFrom("question_tags").select("id").where("id", "=", tagId).executeTakeFirst();
    return new Map(row ? people.map(({ id }) => [id, { mayVote: false, mayModerate: false }]) : []);
  },
  isReadableBy: () => sql<boolean>`true`,
  roomsOf: async () => [everybodysRoom],
};

/** Answers that were accepted here and left with their question are not accepted here any more. */
async function forgetForeignChoices(tx: Database, rootId: string): Promise<void> {
  await sql`UPDATE questions q SET chosen_answer_id = NULL, chosen_at = NULL
    WHERE q.id IN ${treeOf(rootId)} AND q.chosen_answer_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM question_answers a JOIN vote_subjects s ON s.id = a.question_id AND s.kind = 'question'
      WHERE a.id = q.chosen_answer_id AND s.root_id = ${rootId})`.execute(tx);
}

/** Opens a question that was closed as a duplicate of what is now merged into it. */
async function openIfLeadingToItself(tx: Database, rootId: string): Promise<void> {
  const { duplicate_of: duplicateOf } = await tx
    .selectFrom("questions")
    .select("duplicate_of")
    .where("id", "=", rootId)
    .executeTakeFirstOrThrow();
  if (duplicateOf === null || !(await leadsTo(tx, duplicateOf, rootId))) return;
  await tx.updateTable("questions").set({ duplicate_of: null }).where("id", "=", rootId).execute();
}

type Context = Parameters<NonNullable<VotedKind["onChange"]>>[0];

const later = (context: Context, questionIds: readonly string[]) => () => {
  sendChanged(context, questionIds).catch((error: unknown) =>
    context.log.warn({ err: error }, "a change of a question was not broadcast"),
  );
};
