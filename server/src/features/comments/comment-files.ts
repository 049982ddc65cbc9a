import { type RawBuilder, sql } from "kysely";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";

export const commentFileKind = "comment";

/**
 * The files of comments. Everyone who may read the thing can read them while the comment exists. Everyone may upload;
 * whether they may comment is checked when the comment is sent. Guests read none of threads on words, which are among
 * colleagues.
 */
export function commentFiles({
  commentKinds,
}: Pick<SliceContext, "commentKinds">): FileKind<RequestViewer> &
  Required<Pick<FileKind<RequestViewer>, "isFindable">> {
  return {
    kind: commentFileKind,
    bucket: "comment-attachments",
    keyOf: ({ ownerId, filename }) => `public/${ownerId}/${filename}`,
    isForGuests: true,
    isOpenTo: () => true,
    isReadable: (viewer, commentId) => isReadableOf(commentKinds.all, viewer, commentId),
    isFindable: (viewer, commentId) =>
      isReadableOf(
        commentKinds.all.filter(({ isUnsearched }) => !isUnsearched),
        viewer,
        commentId,
      ),
  };

  function isReadableOf(
    kinds: typeof commentKinds.all,
    viewer: RequestViewer,
    commentId: RawBuilder<string>,
  ): RawBuilder<boolean> {
    const ofKinds = kinds.map(
      (kind) =>
        sql<boolean>`(c.subject_kind = ${kind.kind} AND ${kind.isReadable(viewer, sql.ref("c.subject_id"))})`,
    );
    return sql<boolean>`EXISTS (
      SELECT FROM comments c WHERE c.id = ${commentId} AND c.deleted_at IS NULL ${viewer.isGuest ? sql`AND c.thread_id IS NULL` : sql``}
        AND (${sql.join([sql<boolean>`false`, ...ofKinds], sql` OR `)}))`;
  }
}
