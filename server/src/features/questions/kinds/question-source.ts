import { sql } from "kysely";
import type { FoundThing } from "../../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../../slice.ts";
import { selectQuestions } from "../queries.ts";
import { isReadable } from "../readable.ts";

/** Questions, found by their words, tags and answers. */
export const questionSource: SliceSearchSource = {
  kind: "question",
  isReadable: (_context, viewer, { id }) =>
    sql<boolean>`EXISTS (SELECT FROM questions q WHERE q.id = ${id} AND ${isReadable(viewer)})`,
  async present({ people }, tx, viewer, ids) {
    const rows = await selectQuestions(tx, viewer.id)
      .select("q.content")
      .where(sql<boolean>`q.id = ANY(${ids}::uuid[])`)
      .where(isReadable(viewer))
      .execute();
    const known = await people.of(rows.flatMap(({ accepted_by }) => accepted_by ?? []));
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.title,
          text: row.content,
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
