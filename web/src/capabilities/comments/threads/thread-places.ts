import type { Subject } from "@atoll/contract/comments/schemas";
import { isUuid } from "@atoll/contract/uuid";
import { subjectKey } from "../cached-comments.ts";
import { readCommentHash } from "../use-named-comment.ts";
import type { ShownThread } from "./use-threads.ts";

/** The thread's place on the page, and in an address that leads to it. */
export const threadAnchor = (id: string): string => `thread-${id}`;

/** Returns the address of a thread on the page that is open. */
export const threadAddress = (id: string): string =>
  `${location.pathname}${location.search}#${threadAnchor(id)}`;

/** Where the answers in the threads of a thing are kept while they are written. */
export const answerDraftsOf = (subject: Subject): string => `comment:thread:${subjectKey(subject)}/`;

/** Where an answer is kept while it is written. */
export const answerDraft = ({ subject, id }: Pick<ShownThread, "subject" | "id">): string =>
  answerDraftsOf(subject) + id;

/** Where the first comment on words is kept while it is written, whatever the words are. */
export const newThreadDraft = (subject: Subject): string => `comment:words:${subjectKey(subject)}`;

/** Pure: the thread that a fragment names, by itself or by one of its comments. */
export function findNamedThread(
  hash: string,
  threads: readonly ShownThread[],
): { thread: ShownThread; commentId: string | null } | undefined {
  const [, named] = /^#thread-(.{36})$/.exec(hash) ?? [];
  const commentId = readCommentHash(hash)?.id ?? null;
  const thread = threads.find(({ id, comments }) =>
    named !== undefined && isUuid(named)
      ? id === named
      : comments.some((comment) => comment.id === commentId),
  );
  return thread && { thread, commentId };
}
