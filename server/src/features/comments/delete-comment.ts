import { canDeleteComment } from "@atoll/contract/comments/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { discardFilesOf } from "../files/public.ts";
import { commentFileKind } from "./comment-files.ts";
import { holdComment } from "./hold-comment.ts";
import type { CommentRow } from "./queries.ts";
import { forgetEmptyThread } from "./threads.ts";

/**
 * Deletes a comment: its text and files are removed from the database, and its ID stays taken. Idempotent. The audit
 * log records deletions by others with IDs only, because the thing may be private.
 * @returns undefined if it was already deleted.
 * @throws {AppError} `comment_not_found`; `forbidden` for another person's comment without being a moderator.
 */
export async function deleteComment(
  slice: SliceContext,
  viewer: Colleague & { address: string },
  commentId: string,
): Promise<{ row: CommentRow; tell: (() => void) | undefined } | undefined> {
  return transact(slice.db, async (tx) => {
    const { kind, rights, row } = await holdComment(tx, slice, viewer, commentId);
    if (row.deleted_at) return undefined;
    if (rights.readsAsHiddenAuthor || !canDeleteComment(viewer, { author: { id: row.author_id } }, rights))
      throw new AppError("forbidden", { detail: "neither the author nor a moderator" });
    const version = row.version + 1;
    await tx
      .updateTable("comments")
      .set({
        content: "",
        mentions: "[]",
        about: null,
        // The hash of a short text would reveal it.
        sent_hash: Buffer.alloc(0),
        version,
        deleted_at: sql<Date>`now()`,
      })
      .where("id", "=", commentId)
      .execute();
    await discardFilesOf(tx, { kind: commentFileKind, id: commentId });
    if (row.thread_id) await forgetEmptyThread(tx, row.thread_id);
    const tell = await kind.onComment?.(slice, tx, {
      what: "deleted",
      id: commentId,
      subjectId: row.subject_id,
      authorId: row.author_id,
      actorId: viewer.id,
      content: "",
      threadId: row.thread_id,
      newlyCalledIds: [],
    });
    if (row.author_id !== viewer.id) await record(tx, viewer, row);
    return { row: { ...row, version }, tell };
  });
}

/** Last in its transaction. */
async function record(
  tx: Database,
  moderator: Colleague & { address: string },
  row: CommentRow,
): Promise<void> {
  const { name } = await tx
    .selectFrom("profiles")
    .select("name")
    .where("id", "=", row.author_id)
    .executeTakeFirstOrThrow();
  await recordAct(tx, {
    action: "comment.deleted",
    actor: { id: moderator.id, name: moderator.name },
    address: moderator.address,
    subject: { type: "user", id: row.author_id, name },
    before: { commentId: row.id, subjectKind: row.subject_kind, subjectId: row.subject_id },
  });
}
