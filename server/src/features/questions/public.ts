import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Colleague } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { authoredBy } from "../votes/public.ts";
import { judgeReaders } from "./judge-readers.ts";
import { type AnswerRow, type OpenRow, selectAnswers, selectOpen } from "./queries.ts";
import { isReadable, isReadableByName } from "./readable.ts";

/**
 * A question that the viewer may read, and whether they asked it, also anonymously.
 * @throws {AppError} `question_not_found` when there is none, or it is not theirs to see.
 */
export async function accessQuestion(
  db: Database,
  viewer: Colleague,
  questionId: string,
): Promise<OpenRow & { isMine: boolean }> {
  const row = await selectOpen(db, viewer.id)
    .where("q.id", "=", questionId)
    .where(isReadable(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError("question_not_found");
  const isMine =
    row.author_id === viewer.id ||
    (row.author_id === null && (await authoredBy(db, viewer.id, "question", [row.id])).has(row.id));
  return { ...row, isMine };
}

/** Returns a question as others can observe that the viewer reads it: its hidden author is judged like everyone else. */
export function readQuestionByName(db: Database, { id }: Pick<Colleague, "id">, questionId: string) {
  return db
    .selectFrom("questions as q")
    .select(["q.title", "q.author_id", "q.department_id"])
    .where("q.id", "=", questionId)
    .where(isReadableByName(sql`${id}::uuid`, sql`${questionId}::uuid`))
    .executeTakeFirst();
}

/**
 * An answer of a question that the viewer may read; a hidden one for its author and moderators alone.
 * @throws {AppError} `answer_not_found`
 */
export async function accessAnswer(
  db: Database,
  viewer: Colleague,
  answerId: string,
  seesHidden: boolean,
): Promise<AnswerRow> {
  const row = await selectAnswers(db)
    .innerJoin("questions as q", "q.id", "a.question_id")
    .where("a.id", "=", answerId)
    .where("a.deleted_at", "is", null)
    .where(isReadable(viewer))
    .executeTakeFirst();
  if (!row || (row.hidden_at && !seesHidden && row.author_id !== viewer.id))
    throw new AppError("answer_not_found");
  return row;
}

/**
 * Refuses what the hidden author of a question would do under their name on a question that only they still read: nobody
 * else could have done it, so it would show who asked.
 * @throws {AppError} `forbidden`
 */
export async function assertReadsByName(db: Database, viewer: Colleague, questionId: string): Promise<void> {
  const [reader] = await judgeReaders(db, questionId, [viewer]);
  if (reader?.readsAsHiddenAuthor)
    throw new AppError("forbidden", { detail: "it would show who asked the hidden question" });
}

/** Locks a question until the transaction ends. Called before anything about it or its answers is written. */
export async function lockQuestion(tx: Database, questionId: string): Promise<void> {
  await tx.selectFrom("questions").select("id").where("id", "=", questionId).forUpdate().execute();
}

/** No question is merged this often while one transaction waits for it. More would be an endless loop. */
const mostMoves = 10;

/**
 * Locks questions with the roots of what they were merged into. A merge that commits while this waits for a lock moves
 * the root, so it looks again.
 * @returns the root of each question
 */
export async function lockWithRoots(
  tx: Database,
  questionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const locked = new Set<string>();
  for (let moves = 0; moves < mostMoves; moves += 1) {
    const roots = await rootsOf(tx, questionIds);
    const wanted = [...new Set([...questionIds, ...roots.values()])].filter((id) => !locked.has(id));
    if (wanted.length === 0) return roots;
    for (const id of wanted.toSorted()) {
      await lockQuestion(tx, id);
      locked.add(id);
    }
  }
  throw new Error(`the roots of ${questionIds.join(", ")} do not hold still`);
}

async function rootsOf(tx: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom("vote_subjects")
    .select(["id", "root_id"])
    .where("kind", "=", "question")
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, root_id }) => [id, root_id]));
}
