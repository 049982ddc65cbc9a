import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { promotionVotes } from "@atoll/contract/questions/limits";
import { canModerateCommunity, takesAnswers } from "@atoll/contract/questions/policy";
import type { Answer, OpenQuestion, Question } from "@atoll/contract/questions/schemas";
import type { Standing } from "@atoll/contract/votes/schemas";
import { sql } from "kysely";
import type { Colleague, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { countComments } from "../comments/public.ts";
import { presentAttachment } from "../files/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { standingsOf } from "../votes/public.ts";
import { findFaqLink } from "./faq.ts";
import { questionParts } from "./policy.ts";
import { type AnswerRow, type OpenRow, type QuestionRow, selectAnswers, treeOf } from "./queries.ts";
import { isReadable } from "./readable.ts";

type Sources = Pick<SliceContext, "db" | "people">;

function must<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`${what} is not there`);
  return value;
}

/** Questions as one viewer sees them in lists. An anonymous author is in none of these rows. */
export async function presentQuestions(
  { db, people }: Sources,
  viewer: Colleague,
  rows: readonly QuestionRow[],
): Promise<Question[]> {
  const standings = await standingsOf(
    db,
    viewer.id,
    "question",
    rows.map(({ id }) => id),
  );
  const known = await people.of(
    rows.flatMap((row) => [row.author_id, row.asked_id, row.accepted_by].filter(isThere)),
  );
  const personOf = (id: string | null) => (id === null ? null : (known.get(id) ?? null));
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    note: row.note,
    author: personOf(row.author_id),
    tags: row.tags ?? [],
    department:
      row.department_id === null
        ? null
        : { id: row.department_id, name: row.department_name ?? "A former department" },
    isPrivate: row.is_private,
    asked: personOf(row.asked_id),
    standing: must(standings.get(row.id), `the standing of the question ${row.id}`),
    answerCount: row.answer_count,
    acceptedBy: personOf(row.accepted_by),
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    isStale: row.is_stale,
    newAnswers: row.new_answers,
    // Hide the count of an anonymous question: it does not rise when the author opens it, which would reveal them.
    viewCount: row.author_id === null ? 0 : row.view_count,
    closedAs: row.is_in_faq ? "faq" : row.duplicate_of !== null ? "duplicate" : null,
    createdAt: row.created_at.toISOString(),
    activeAt: row.active_at.toISOString(),
  }));
}

const isThere = (id: string | null): id is string => id !== null;

/** A question with its answers, as one viewer sees it. */
export async function presentOpen(
  context: SliceContext,
  viewer: RequestViewer,
  row: OpenRow & { isMine: boolean },
): Promise<OpenQuestion> {
  const { db } = context;
  const [[question], answers, comments, leadsTo, merged, faqLink] = await Promise.all([
    presentQuestions(context, viewer, [row]),
    shownAnswers(db, viewer, row.id).then((found) => presentAnswers(context, viewer, row, found)),
    countComments(db, "question", [row.id]),
    linkedQuestions(db, viewer, [row.merged_into === null ? row.duplicate_of : row.root_id].filter(isThere)),
    mergedInto(db, viewer, row.id),
    !row.is_in_faq ? null : findFaqLink(context, viewer, row.id),
  ]);
  const parts = questionParts(row);
  const moderates = canModerateCommunity(viewer);
  const readsByName =
    row.author_id !== null || must(question, "the question").standing.hidden === null || moderates;
  const decides = (row.isMine || moderates) && row.merged_into === null;
  return {
    ...must(question, "the question"),
    content: row.content,
    mentions: row.mentions,
    attachments: row.attachments?.map(presentAttachment) ?? [],
    answers,
    commentCount: comments.get(row.id) ?? 0,
    editedAt: row.edited_at?.toISOString() ?? null,
    textVersion: row.text_version,
    leadsTo: leadsTo[0] ?? null,
    merged,
    faqLink,
    isStaleByHand: row.outdated_at !== null,
    rights: {
      mayVote: readsByName && row.merged_into === null,
      mayAnswer: readsByName && takesAnswers(parts),
      mayEdit: row.isMine && !parts.isLocked,
      mayDelete: row.isMine && row.answer_count === 0 && row.merged_into === null,
      mayAccept: decides && !parts.isLocked,
      mayClose: decides && !row.is_in_faq,
      mayModerate: moderates,
      mayPromote:
        canWriteKnowledge(viewer) &&
        row.accepted_answer_id !== null &&
        row.faq_id === null &&
        row.merged_into === null &&
        row.vote_count >= promotionVotes,
    },
  };
}

/** Answers below the question that shows them, which they may have come to by a merge. */
export async function presentAnswers(
  { db, people }: Sources,
  viewer: Colleague,
  question: Pick<OpenRow, "accepted_answer_id" | "locked_at">,
  rows: readonly AnswerRow[],
): Promise<Answer[]> {
  const ids = rows.map(({ id }) => id);
  const [standings, comments, known] = await Promise.all([
    standingsOf(db, viewer.id, "answer", ids),
    countComments(db, "answer", ids),
    people.of(rows.map(({ author_id }) => author_id)),
  ]);
  return rows.map((row) => {
    const isOwn = row.author_id === viewer.id;
    const standing: Standing = must(standings.get(row.id), `the standing of the answer ${row.id}`);
    return {
      id: row.id,
      questionId: row.question_id,
      content: row.content,
      author: must(known.get(row.author_id), `the author of the answer ${row.id}`),
      mentions: row.mentions,
      attachments: row.attachments?.map(presentAttachment) ?? [],
      standing,
      commentCount: comments.get(row.id) ?? 0,
      accepted: row.id === question.accepted_answer_id ? "yes" : row.is_chosen ? "elsewhere" : "no",
      createdAt: row.created_at.toISOString(),
      editedAt: row.edited_at?.toISOString() ?? null,
      version: row.version,
      rights: {
        mayVote: !isOwn,
        mayEdit: isOwn && !standing.isLocked && question.locked_at === null,
        mayDelete: isOwn || canModerateCommunity(viewer),
      },
    };
  });
}

/** Questions of these ids as links, as far as the viewer may read them. */
function linkedQuestions(db: Database, viewer: Colleague, ids: readonly string[]) {
  return db
    .selectFrom("questions as q")
    .select(["q.id", "q.title"])
    .where(sql<boolean>`q.id = ANY(${ids}::uuid[])`)
    .where(isReadable(viewer))
    .execute();
}

/** The questions merged into a question that the viewer may read. */
function mergedInto(db: Database, viewer: Colleague, questionId: string) {
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
async function shownAnswers(db: Database, viewer: Colleague, questionId: string): Promise<AnswerRow[]> {
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
