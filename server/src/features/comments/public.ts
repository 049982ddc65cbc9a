import type { Subject } from "@atoll/contract/comments/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { CommentRights } from "../../platform/kinds/comment-kinds.ts";
import type { Colleague, CommentedKind, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { discardFilesOf } from "../files/public.ts";
import { commentFileKind } from "./comment-files.ts";
import { type CommentRow, countOf, findComment } from "./queries.ts";

export { readCommentFiles, readComments, renderComments, sizeOfComments } from "./export-comments.ts";
export { findThreadAuthors } from "./queries.ts";

type Kinds = Pick<SliceContext, "commentKinds">;

/** A thing whose comments the viewer may read. */
export interface OpenSubject {
  kind: CommentedKind;
  rights: Readonly<CommentRights>;
}

/**
 * Returns a thing that the viewer may read, and whose comments they therefore may read.
 * @throws {AppError} `subject_not_found` if it does not exist, is not readable, or its kind has no comments.
 */
export async function accessSubject(
  db: Database,
  { commentKinds }: Kinds,
  viewer: Colleague,
  subject: Subject,
): Promise<OpenSubject> {
  const kind = commentKinds.find(subject.kind);
  const rights = (await kind?.judge(db, subject.id, [viewer]))?.get(viewer.id);
  if (!kind || !rights) throw new AppError("subject_not_found");
  return { kind, rights };
}

/**
 * A comment on a thing that the viewer may read; also one that is deleted, if it is theirs or they moderate.
 * @throws {AppError} `comment_not_found` when there is none, or it is not theirs to see.
 */
export async function accessComment(
  db: Database,
  { commentKinds }: Kinds,
  viewer: Colleague,
  commentId: string,
): Promise<OpenSubject & { row: CommentRow }> {
  const row = await findComment(db, commentId);
  const kind = row && commentKinds.find(row.subject_kind);
  const rights = row && (await kind?.judge(db, row.subject_id, [viewer]))?.get(viewer.id);
  if (!row || !kind || !rights) throw new AppError("comment_not_found");
  if (row.deleted_at && row.author_id !== viewer.id && !rights.mayModerate)
    throw new AppError("comment_not_found");
  return { kind, rights, row };
}

/**
 * Counts the comments of things of one kind, for lists. Things without any are left out. The caller must already have
 * checked who may read the things.
 */
export function countComments(
  db: Database,
  kind: string,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return countOf(db, kind, subjectIds);
}

/** The comments of things that are deleted for good go with them, and their files. */
export async function removeCommentsOf(
  tx: Database,
  kind: string,
  subjectIds: readonly string[],
): Promise<void> {
  const gone = await tx
    .deleteFrom("comments")
    .where("subject_kind", "=", kind)
    .where(sql<boolean>`subject_id = ANY(${subjectIds}::uuid[])`)
    .returning("id")
    .execute();
  await tx
    .deleteFrom("comment_threads")
    .where("subject_kind", "=", kind)
    .where(sql<boolean>`subject_id = ANY(${subjectIds}::uuid[])`)
    .execute();
  for (const { id } of gone) await discardFilesOf(tx, { kind: commentFileKind, id });
}
