import { type RawBuilder, sql } from "kysely";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";

export const commentFileKind = "comment";

/**
 * The files of comments. Everyone who may read the thing can read them while the comment exists. Everyone may upload;
 * whether they may comment is checked when the comment is sent.
 */
export function commentFiles({ commentKinds }: Pick<SliceContext, "commentKinds">): FileKind<RequestViewer> {
  return {
    kind: commentFileKind,
    bucket: "comment-attachments",
    keyOf: ({ ownerId, filename }) => `public/${ownerId}/${filename}`,
    isOpenTo: () => true,
    isReadable: (viewer, commentId) => sql<boolean>`EXISTS (
      SELECT FROM comments c WHERE c.id = ${commentId} AND c.deleted_at IS NULL
        AND (${isSubjectReadable(viewer)}))`,
  };

  function isSubjectReadable(viewer: RequestViewer): RawBuilder<boolean> {
    const ofKinds = commentKinds.all.map(
      (kind) =>
        sql<boolean>`(c.subject_kind = ${kind.kind} AND ${kind.isReadable(viewer, sql.ref("c.subject_id"))})`,
    );
    return sql<boolean>`${sql.join([sql<boolean>`false`, ...ofKinds], sql` OR `)}`;
  }
}
