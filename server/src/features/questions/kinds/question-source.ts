import { sql } from "kysely";
import type { FoundThing } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import { selectQuestions } from "../queries.ts";
import { isReadable } from "../readable.ts";

/** SQL: the accepted answer of `q`, or else the one with the most votes; null if it has none that readers see. */
const bestAnswer = sql<string | null>`(SELECT best.content FROM question_answers best
  JOIN vote_subjects voted ON voted.id = best.id AND voted.kind = 'answer' AND voted.hidden_at IS NULL
  WHERE best.question_id = q.id AND best.deleted_at IS NULL
  ORDER BY best.id = q.accepted_answer_id DESC NULLS LAST, voted.vote_count DESC, best.created_at LIMIT 1)`;

/** Questions, found by their words, tags and answers. As an answer, one is quoted by its best answer. */
export const questionSource: SliceSearchSource = {
  kind: "question",
  isReadable: (_context, viewer, { id }) =>
    sql<boolean>`EXISTS (SELECT FROM questions q WHERE q.id = ${id} AND ${isReadable(viewer)})`,
  async present({ people }, tx, viewer, ids, { isQuoted }) {
    const rows = await selectQuestions(tx, viewer.id)
      .select(["q.content", (isQuoted ? bestAnswer : sql<null>`NULL`).as("answer")])
      .where(sql<boolean>`q.id = ANY(${ids}::uuid[])`)
      .where(isReadable(viewer))
      .execute();
    const known = await people.of(rows.flatMap(({ accepted_by }) => accepted_by ?? []));
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.title,
          text: row.answer ?? row.content,
          ...(row.answer !== null &&
            row.content !== "" && { facts: [{ name: "Question", value: row.content }] }),
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
        },
      ]),
    );
  },
};
