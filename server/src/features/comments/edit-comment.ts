import { isDeepStrictEqual } from "node:util";
import { canEditComment } from "@atoll/contract/comments/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import { holdComment } from "./hold-comment.ts";
import type { Posted } from "./post-comment.ts";
import { findComment } from "./queries.ts";
import { callableBy, findCalled, heardIn, newlyCalled, resolveMentions } from "./resolve-mentions.ts";

/**
 * Replaces the text and mentions of the viewer's own comment. The same text again changes nothing. Specification,
 * section 5.
 * @throws {AppError} `comment_not_found`, also if it was deleted; `forbidden` for another person's comment, or if
 * commenting is no longer possible; `changed_meanwhile` if it has changed since the viewer read it.
 */
export async function editComment(
  slice: SliceContext,
  viewer: Colleague,
  commentId: string,
  edit: { content: string; mentionIds: readonly string[]; version: number },
): Promise<Posted> {
  const { content } = edit;
  const called = await findCalled(slice.viewers, edit.mentionIds);
  return transact(slice.db, async (tx) => {
    const { kind, rights, row } = await holdComment(tx, slice, viewer, commentId);
    if (row.deleted_at) throw new AppError("comment_not_found");
    if (!canEditComment(viewer, { author: { id: row.author_id } }, rights))
      throw new AppError("forbidden", { detail: "not the author, or nothing may be written there" });
    const known = await callableBy(tx, viewer, kind, row.subject_id, called);
    // A guest mentioned people who have since handed the thing over.
    const before = new Set(row.mentions.map(({ id }) => id));
    const callable = heardIn(
      row.thread_id,
      called.filter((one) => before.has(one.id) || known.includes(one)),
    );
    const mentions = resolveMentions(content, callable, await kind.judge(tx, row.subject_id, callable));
    if (row.content === content && isDeepStrictEqual(row.mentions, mentions))
      return { row, isNew: false, tell: undefined };
    if (row.version !== edit.version) throw new AppError("changed_meanwhile");
    await tx
      .updateTable("comments")
      .set({
        content,
        mentions: JSON.stringify(mentions),
        edited_at: sql<Date>`now()`,
        version: row.version + 1,
      })
      .where("id", "=", commentId)
      .execute();
    const tell = await kind.onComment?.(slice, tx, {
      what: "edited",
      id: commentId,
      subjectId: row.subject_id,
      authorId: row.author_id,
      actorId: viewer.id,
      content,
      threadId: row.thread_id,
      newlyCalledIds: newlyCalled(mentions, row.mentions, row.author_id),
    });
    const edited = await findComment(tx, commentId);
    if (!edited) throw new Error(`the comment ${commentId} was not edited`);
    return { row: edited, isNew: true, tell };
  });
}
