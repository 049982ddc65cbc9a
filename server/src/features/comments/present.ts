import type { Comment, DeletedComment } from "@atoll/contract/comments/schemas";
import { presentAttachment } from "../files/public.ts";
import type { People } from "../people/public.ts";
import type { CommentRow } from "./queries.ts";

/** Returns comments as all readers of their subject see them. */
export async function presentComments(people: People, rows: readonly CommentRow[]): Promise<Comment[]> {
  const shown = await people.of(rows.map(({ author_id }) => author_id));
  return rows.map((row) => {
    const author = shown.get(row.author_id);
    if (!author) throw new Error(`nobody is known who wrote the comment ${row.id}`);
    return {
      ...presentDeleted(row),
      content: row.content,
      author,
      mentions: row.mentions,
      attachments: row.attachments?.map(presentAttachment) ?? [],
      ...(row.about ? { about: row.about } : {}),
      createdAt: row.created_at.toISOString(),
      editedAt: row.edited_at?.toISOString() ?? null,
    };
  });
}

export async function presentComment(people: People, row: CommentRow): Promise<Comment> {
  const [comment] = await presentComments(people, [row]);
  if (!comment) throw new Error("a comment was not presented");
  return comment;
}

/** Returns a comment without the part that it is about, whose words may be those of an earlier version. */
export function withoutPart<One extends Pick<Comment, "about"> | DeletedComment>(comment: One): One {
  const { about: _about, ...rest } = { about: undefined, ...comment };
  return rest as One;
}

/** Returns the public part of a deleted comment. */
export function presentDeleted(
  row: Pick<CommentRow, "id" | "subject_kind" | "subject_id" | "thread_id" | "version">,
): DeletedComment {
  const subject = { kind: row.subject_kind, id: row.subject_id };
  return { id: row.id, subject, ...(row.thread_id && { threadId: row.thread_id }), version: row.version };
}
