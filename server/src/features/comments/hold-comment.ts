import { AppError } from "../../platform/app-error.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessComment } from "./public.ts";

/**
 * Locks a comment and its subject until the transaction ends, and returns it. Access is checked under the lock.
 * @throws {AppError} as `accessComment`.
 */
export async function holdComment(tx: Database, slice: SliceContext, viewer: Colleague, commentId: string) {
  const found = await tx
    .selectFrom("comments")
    .select(["subject_kind", "subject_id"])
    .where("id", "=", commentId)
    .executeTakeFirst();
  if (!found) throw new AppError("comment_not_found");
  // The subject before its comments, as the deletion of a subject takes them.
  await slice.commentKinds.find(found.subject_kind)?.hold(tx, found.subject_id);
  await tx.selectFrom("comments").select("id").where("id", "=", commentId).forUpdate().execute();
  return accessComment(tx, slice, viewer, commentId);
}
