import type { Subject } from "@atoll/contract/comments/schemas";
import { placeInTime, takePage } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import { type CommentOrder, type CommentRow, countOf, selectComments } from "./queries.ts";

/**
 * Returns a page of a thing's comments with their total number: from the oldest on, as specified (section 7), or from
 * the newest back.
 * @throws {AppError} `invalid_request` for a cursor of another list.
 */
export async function listComments(
  db: Database,
  subject: Subject,
  query: { cursor?: string | undefined; limit: number; order: CommentOrder },
): Promise<{ rows: CommentRow[]; nextCursor: string | null; total: number }> {
  const page = await takePage(
    query,
    placeInTime,
    (after, count) => selectComments(db, subject, query.order, after, count),
    ({ exact_at, id }) => [exact_at, id],
  );
  return { ...page, total: (await countOf(db, subject.kind, [subject.id])).get(subject.id) ?? 0 };
}
