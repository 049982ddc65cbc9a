import { canModerateCommunity } from "@atoll/contract/questions/policy";
import { sql } from "kysely";
import type { Colleague } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { type AnswerRow, selectAnswers, treeOf } from "./queries.ts";
import { isReadable } from "./readable.ts";

/** Questions of these ids as links, as far as the viewer may read them. */
export function linkedQuestions(db: Database, viewer: Colleague, ids: readonly string[]) {
  return db
    .selectFrom("questions as q")
    .select(["q.id", "q.title"])
    .where(sql<boolean>`q.id = ANY(${ids}::uuid[])`)
    .where(isReadable(viewer))
    .execute();
}

/** The questions merged into a question that the viewer may read. */
export function mergedInto(db: Database, viewer: Colleague, questionId: string) {
  return db
    .selectFrom("questions as q")
    .innerJoin("vote_subjects as s", (join) => join.onRef("s.id", "=", "q.id").on("s.kind", "=", "question"))
    .select(["q.id", "q.title"])
    .where("s.merged_into", "=", questionId)
    .where(isReadable(viewer))
    .orderBy("q.created_at")
    .limit(100)
    .execute();
}

/**
 * The answers of a question and of what was merged into it, the accepted one first, then by votes. Those of a merged
 * question that the viewer may not read are left out.
 */
export async function shownAnswers(
  db: Database,
  viewer: Colleague,
  questionId: string,
): Promise<AnswerRow[]> {
  return selectAnswers(db)
    .innerJoin("questions as q", "q.id", "a.question_id")
    .where(sql<boolean>`a.question_id IN ${treeOf(questionId)}`)
    .where("a.deleted_at", "is", null)
    .where(isReadable(viewer))
    .$if(!canModerateCommunity(viewer), (rows) =>
      rows.where((eb) => eb.or([eb("s.hidden_at", "is", null), eb("a.author_id", "=", viewer.id)])),
    )
    .orderBy(
      sql`(a.id = (SELECT shown.accepted_answer_id FROM questions shown WHERE shown.id = ${questionId})) IS TRUE`,
      "desc",
    )
    .orderBy("s.vote_count", "desc")
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();
}
