import { sql } from "kysely";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../../platform/page.ts";
import type { SliceContext } from "../../../slice.ts";

/**
 * A page of what a question and its answers said before, the newest edit first.
 * @throws {AppError} `invalid_request` for a cursor that is none of this list.
 */
export async function listEdits(
  { db, people }: Pick<SliceContext, "db" | "people">,
  questionId: string,
  query: { cursor?: string | undefined; limit: number },
) {
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) =>
      db
        .selectFrom("question_edits as e")
        .select(["e.id", "e.answer_id", "e.editor_id", "e.title_before", "e.content_before", "e.created_at"])
        .select(exactInstant("e.created_at").as("exact_at"))
        .where("e.question_id", "=", questionId)
        // The history must not show texts that moderators hid.
        .where(sql<boolean>`NOT EXISTS (SELECT FROM vote_subjects s
          WHERE s.id = e.answer_id AND s.kind = 'answer' AND s.hidden_at IS NOT NULL)`)
        .where(isBehind("e.created_at", "e.id", after))
        .orderBy("e.created_at", "desc")
        .orderBy("e.id", "desc")
        .limit(count)
        .execute(),
    (row) => [row.exact_at, row.id],
  );
  const known = await people.of(rows.flatMap(({ editor_id }) => editor_id ?? []));
  return {
    nextCursor,
    items: rows.map((row) => ({
      id: row.id,
      answerId: row.answer_id,
      editor: row.editor_id === null ? null : (known.get(row.editor_id) ?? null),
      at: row.created_at.toISOString(),
      titleBefore: row.title_before,
      contentBefore: row.content_before,
    })),
  };
}
