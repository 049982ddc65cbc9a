import { questionSearch } from "@atoll/contract/questions/list-search";
import { sql } from "kysely";
import {
  filesReadWith,
  ownedBy,
  placedIn,
  type ReadableRows,
  searchSource,
  viewPlace,
} from "../../platform/kinds/factories.ts";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type {
  RequestViewer,
  SliceContext,
  SliceOwnedKind,
  SlicePlacedKind,
  SliceSearchSource,
  SliceViewPlace,
} from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { notify } from "../notifications/public.ts";
import { selectQuestions } from "./queries.ts";
import { isReadable, questionOfAnswer } from "./readable.ts";
import { departmentRoom, sendChanged } from "./rooms.ts";

const questionRows: ReadableRows<RequestViewer> = { table: "questions", alias: "q", isReadable };

const keyOf: FileKind<RequestViewer>["keyOf"] = ({ ownerId, filename }) => `public/${ownerId}/${filename}`;

/** The files of questions. Readers of the question may read them. An anonymous question has none. */
export const questionFiles: FileKind<RequestViewer> = filesReadWith(questionRows, {
  kind: "question",
  bucket: "question-attachments",
  keyOf,
});

/** The files of answers, by the question; those of a hidden answer are open to no one. */
export const answerFiles: FileKind<RequestViewer> = filesReadWith(questionRows, {
  kind: "answer",
  bucket: "answer-attachments",
  keyOf,
  isReadable: (viewer, answerId) =>
    sql<boolean>`EXISTS (SELECT FROM questions q WHERE q.id = ${questionOfAnswer(answerId)} AND ${isReadable(viewer)}
      AND NOT EXISTS (SELECT FROM vote_subjects s
        WHERE s.id = ${answerId} AND s.kind = 'answer' AND s.hidden_at IS NOT NULL))`,
});

export const questionViews: SliceViewPlace = viewPlace("questions", { all: questionSearch.rules });

/** SQL: the accepted answer of `q`, or else the one with the most votes; null if it has none that readers see. */
const bestAnswer = sql<string | null>`(SELECT best.content FROM question_answers best
  JOIN vote_subjects voted ON voted.id = best.id AND voted.kind = 'answer' AND voted.hidden_at IS NULL
  WHERE best.question_id = q.id AND best.deleted_at IS NULL
  ORDER BY best.id = q.accepted_answer_id DESC NULLS LAST, voted.vote_count DESC, best.created_at LIMIT 1)`;

/** Questions, found by their words, tags and answers. As an answer, one is quoted by its best answer. */
export const questionSource: SliceSearchSource = searchSource(questionRows, {
  kind: "question",
  select: (tx: Database, viewer, { isQuoted }) =>
    selectQuestions(tx, viewer.id).select([
      "q.content",
      (isQuoted ? bestAnswer : sql<null>`NULL`).as("answer"),
    ]),
  load: ({ people }: SliceContext, rows) => people.of(rows.flatMap(({ accepted_by }) => accepted_by ?? [])),
  hit: (row, known) => ({
    title: row.title,
    text: row.answer ?? row.content,
    ...(row.answer !== null && row.content !== "" && { facts: [{ name: "Question", value: row.content }] }),
    tags: row.tags?.map(({ name }) => name) ?? [],
    at: row.created_at.toISOString(),
    personId: row.author_id,
    departmentIds: row.department_id === null ? [] : [row.department_id],
    link: `/community-faqs/${row.merged_into === null ? row.id : row.root_id}`,
    detail: {
      kind: "question",
      votes: row.vote_count,
      answerCount: row.answer_count,
      acceptedBy: (row.accepted_by !== null && known.get(row.accepted_by)) || null,
      isInFaq: row.is_in_faq,
    },
  }),
});

/**
 * Questions that were sent to somebody who leaves, and that nobody answered. What they asked and answered themselves keeps
 * their name; what they asked anonymously is handed to nobody, since that would show who asked.
 */
export const ownedQuestions: SliceOwnedKind = ownedBy({
  kind: "questions to answer",
  rows: sql`questions`,
  owner: "asked_id",
  where: sql<boolean>`answer_count = 0`,
  async after(tx, ids, { toUserId }) {
    // The heir sees what they have to answer as if they had been asked.
    for (const id of ids) await notify(tx, { kind: "question.asked", subjectId: id, people: [toUserId] });
  },
  broadcast: (context, ids) => sendChanged(context, ids),
});

/**
 * Moves the questions that were sent to a department to another one. Only private ones keep a department from being
 * removed: nobody could read them any more.
 */
export const placedQuestions: SlicePlacedKind = placedIn({
  kind: "private questions",
  rows: sql`questions`,
  isIn: (departmentId) => sql<boolean>`department_id = ${departmentId} AND is_private`,
  async move(tx, fromId, intoId) {
    const rows = await tx
      .updateTable("questions")
      .set({ department_id: intoId })
      .where("department_id", "=", fromId)
      .returning("id")
      .execute();
    const ids = rows.map(({ id }) => id);
    // The index keeps the department, and follows only the words by itself.
    await sql`SELECT search_index('question', ${ids}::uuid[])`.execute(tx);
    return (context) => sendChanged(context, ids, [departmentRoom(fromId)]);
  },
});
