import { commentRoutes } from "@atoll/contract/comments/routes";
import type { SliceContext } from "../../slice.ts";
import { accessSubject } from "./access.ts";
import { createCommentBroadcast } from "./broadcast-comments.ts";
import { deleteComment } from "./delete-comment.ts";
import { editComment } from "./edit-comment.ts";
import { listComments } from "./list-comments.ts";
import { postComment } from "./post-comment.ts";
import { presentComment, presentComments, presentDeleted } from "./present.ts";

/** Comments on things of any kind that a slice registered. */
export function registerComments(slice: SliceContext): void {
  const { routes, db, people } = slice;
  const tellWatchers = createCommentBroadcast(slice);

  routes.route(commentRoutes.listComments, async ({ params, query }, { viewer }) => {
    const subject = { kind: params.kind, id: params.subjectId };
    const { rights } = await accessSubject(db, slice, viewer, subject);
    const { rows, ...page } = await listComments(db, subject, query);
    return { ...page, items: await presentComments(people, rows), rights };
  });

  routes.route(commentRoutes.postComment, async ({ params, body }, { viewer }) => {
    const subject = { kind: params.kind, id: params.subjectId };
    const { row, isNew, tell } = await postComment(slice, viewer, subject, body);
    const comment = await presentComment(people, row);
    if (isNew) tellWatchers("comment.posted", { comment });
    tell?.();
    return { comment };
  });

  routes.route(commentRoutes.editComment, async ({ params, body }, { viewer }) => {
    const { row, isNew, tell } = await editComment(slice, viewer, params.commentId, body);
    const comment = await presentComment(people, row);
    if (isNew) tellWatchers("comment.changed", { comment });
    tell?.();
    return { comment };
  });

  routes.route(commentRoutes.deleteComment, async ({ params }, { viewer, request }) => {
    const done = await deleteComment(slice, { ...viewer, address: request.ip }, params.commentId);
    if (done) tellWatchers("comment.deleted", { comment: presentDeleted(done.row) });
    done?.tell?.();
    return undefined;
  });
}
