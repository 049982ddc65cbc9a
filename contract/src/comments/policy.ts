import type { Comment, CommentRights } from "./schemas.ts";

type Author = { author: Pick<Comment["author"], "id"> };

/** Only its author changes a comment, as long as they may write one. Specification, sections 5 and 6 (chat alike). */
export function canEditComment(
  viewer: { id: string },
  comment: Author,
  { mayComment }: Pick<CommentRights, "mayComment">,
): boolean {
  return mayComment && comment.author.id === viewer.id;
}

/**
 * Returns whether the viewer may delete a comment: its author, even if commenting is no longer possible, and moderators
 * of the thing.
 */
export function canDeleteComment(
  viewer: { id: string },
  comment: Author,
  { mayModerate }: Pick<CommentRights, "mayModerate">,
): boolean {
  return mayModerate || comment.author.id === viewer.id;
}
