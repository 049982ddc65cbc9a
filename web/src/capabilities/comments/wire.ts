import { commentRoutes } from "@atoll/contract/comments/routes";
import type { EditedComment, NewComment, Subject } from "@atoll/contract/comments/schemas";
import { call } from "../../lib/server/api-client.ts";

/** Everything of comments that is asked of the server is named here. */

const on = ({ kind, id }: Subject) => ({ kind, subjectId: id });

export function listComments(subject: Subject, cursor: string | undefined, signal?: AbortSignal) {
  const query = { order: "newest" as const, ...(cursor !== undefined && { cursor }) };
  return call(commentRoutes.listComments, { params: on(subject), query }, signal ? { signal } : {});
}

export function listThreads(subject: Subject, cursor: string | undefined, signal?: AbortSignal) {
  const query = cursor === undefined ? {} : { cursor };
  return call(commentRoutes.listCommentThreads, { params: on(subject), query }, signal ? { signal } : {});
}

export const setThreadResolved = async (threadId: string, isResolved: boolean) =>
  (
    await call(isResolved ? commentRoutes.resolveCommentThread : commentRoutes.reopenCommentThread, {
      params: { threadId },
    })
  ).thread;

export const postComment = (subject: Subject, body: NewComment) =>
  call(commentRoutes.postComment, { params: on(subject), body });

export const editComment = (commentId: string, body: EditedComment) =>
  call(commentRoutes.editComment, { params: { commentId }, body });

export const deleteComment = (commentId: string) =>
  call(commentRoutes.deleteComment, { params: { commentId } });
