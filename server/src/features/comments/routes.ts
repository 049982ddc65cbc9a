import { commentRoutes } from "@atoll/contract/comments/routes";
import type { Subject } from "@atoll/contract/comments/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { fetchPage, placeInTime } from "../../platform/page.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { presentPerson, searchPeople } from "../people/public.ts";
import { createCommentBroadcast } from "./broadcast-comments.ts";
import { deleteComment } from "./delete-comment.ts";
import { editComment } from "./edit-comment.ts";
import { postComment } from "./post-comment.ts";
import { presentComment, presentComments, presentDeleted, withoutPart } from "./present.ts";
import { accessSubject } from "./public.ts";
import { type CommentOrder, type CommentRow, countOf, selectComments } from "./queries.ts";
import { findCallable } from "./resolve-mentions.ts";
import { findState, listThreads, setResolved } from "./threads.ts";

/** The number of people that are suggested for a mention. */
const suggestedAtOnce = 8;

/** Comments on things of any kind that a slice registered. */
export function registerComments(slice: SliceContext): void {
  const { routes, db, people } = slice;
  const tellWatchers = createCommentBroadcast(slice);

  routes.route(commentRoutes.listComments, async ({ params, query }, { viewer }) => {
    const subject = { kind: params.kind, id: params.subjectId };
    const { rights } = await accessSubject(db, slice, viewer, subject);
    const { rows, ...page } = await listComments(db, subject, query);
    const items = await presentComments(people, rows);
    return { ...page, items: viewer.isGuest ? items.map(withoutPart) : items, rights };
  });

  routes.route(commentRoutes.postComment, async ({ params, body }, { viewer }) => {
    const subject = { kind: params.kind, id: params.subjectId };
    const { row, isNew, started, reopened, tell } = await postComment(slice, viewer, subject, body);
    const comment = await presentComment(people, row);
    if (isNew) tellWatchers("comment.posted", { comment, ...(started && { words: started }) });
    if (reopened) tellWatchers("comment.thread", { thread: await findState(db, people, reopened) });
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

  routes.route(commentRoutes.listCommentThreads, async ({ params, query }, { viewer }) => {
    const subject = { kind: params.kind, id: params.subjectId };
    const { kind, rights } = await accessSubject(db, slice, viewer, subject);
    // They have words of earlier versions, too.
    if (!kind.hasThreads || viewer.isGuest) throw new AppError("subject_not_found");
    return { ...(await listThreads(db, people, subject, query.cursor)), rights };
  });

  routes.route(commentRoutes.listCommentPeople, async ({ params, query }, { viewer }) => {
    const subject = { kind: params.kind, id: params.subjectId };
    const { kind } = await accessSubject(db, slice, viewer, subject);
    const ids = (await findCallable(db, viewer, kind, subject.id)).filter((id) => id !== viewer.id);
    const isCallable = sql<boolean>`(a.id = ANY(${ids}::uuid[]) AND NOT a.is_bot)`;
    return { people: (await searchPeople(db, query.name, suggestedAtOnce, isCallable)).map(presentPerson) };
  });

  async function resolve(viewer: RequestViewer, threadId: string, isResolved: boolean) {
    const { thread, hasChanged } = await setResolved(slice, viewer, threadId, isResolved);
    if (hasChanged) tellWatchers("comment.thread", { thread });
    return { thread };
  }
  routes.route(commentRoutes.resolveCommentThread, ({ params }, { viewer }) =>
    resolve(viewer, params.threadId, true),
  );
  routes.route(commentRoutes.reopenCommentThread, ({ params }, { viewer }) =>
    resolve(viewer, params.threadId, false),
  );
}

/**
 * Returns a page of a thing's comments with their total number: from the oldest on, as specified (section 7), or from
 * the newest back.
 * @throws {AppError} `invalid_request` for a cursor of another list.
 */
async function listComments(
  db: Database,
  subject: Subject,
  query: { cursor?: string | undefined; limit: number; order: CommentOrder },
): Promise<{ rows: CommentRow[]; nextCursor: string | null; total: number }> {
  const page = await fetchPage(
    query,
    placeInTime,
    (after, count) => selectComments(db, subject, query.order, after, count),
    ({ exact_at, id }) => [exact_at, id],
  );
  return { ...page, total: (await countOf(db, subject.kind, [subject.id])).get(subject.id) ?? 0 };
}
