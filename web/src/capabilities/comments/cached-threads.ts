import type {
  Comment,
  CommentRights,
  CommentThread,
  CommentWords,
  ThreadState,
} from "@atoll/contract/comments/schemas";
import type { LiveUpdate } from "../live/live-query.ts";
import type { CommentEvent } from "./cached-comments.ts";

/** All threads on the words of a thing. */
export interface CachedThreads {
  /** Oldest first. */
  items: readonly CommentThread[];
  rights: CommentRights;
  /** Comments that were deleted while these were cached: an older event must not bring them back. */
  gone: ReadonlySet<string>;
}

/** A comment that started a thread comes with its words. */
export type ThreadEvent =
  | (CommentEvent & { words?: CommentWords | undefined })
  | { kind: "thread"; thread: ThreadState };

/** Pure: the threads after an event, which may come more than once, and in any order. */
export function applyThreadEvent(cached: CachedThreads, event: ThreadEvent): LiveUpdate<CachedThreads> {
  if (event.kind === "thread") return applyState(cached, event.thread);
  const { comment } = event;
  const unchanged = { data: cached, isUncertain: false };
  if (comment.threadId === undefined || cached.gone.has(comment.id)) return unchanged;
  const thread = cached.items.find(({ id }) => id === comment.threadId);
  if (event.kind === "deleted") {
    const gone = new Set([...cached.gone, comment.id]);
    const comments = thread?.comments.filter(({ id }) => id !== comment.id) ?? [];
    // A thread without comments is gone, too.
    const items =
      comments.length === 0
        ? cached.items.filter((one) => one !== thread)
        : replace(cached.items, thread, { comments });
    return { data: { ...cached, items, gone }, isUncertain: false };
  }
  if (!thread) {
    if (event.kind !== "posted" || !event.words) return { data: cached, isUncertain: true };
    return {
      data: { ...cached, items: [...cached.items, started(event.comment, event.words)] },
      isUncertain: false,
    };
  }
  const known = thread.comments.find(({ id }) => id === comment.id);
  if (known && known.version >= comment.version) return unchanged;
  if (!known && event.kind === "changed") return { data: cached, isUncertain: true };
  const comments = [...thread.comments.filter((one) => one !== known), event.comment].toSorted(compare);
  return { data: { ...cached, items: replace(cached.items, thread, { comments }) }, isUncertain: false };
}

function applyState(
  cached: CachedThreads,
  { id, resolved, version }: ThreadState,
): LiveUpdate<CachedThreads> {
  const thread = cached.items.find((one) => one.id === id);
  if (!thread) return { data: cached, isUncertain: true };
  if (thread.version >= version) return { data: cached, isUncertain: false };
  return {
    data: { ...cached, items: replace(cached.items, thread, { resolved, version }) },
    isUncertain: false,
  };
}

function started(comment: Comment, words: CommentWords): CommentThread {
  const { subject, createdAt } = comment;
  return {
    ...{ id: comment.threadId ?? comment.id, subject, words, createdAt },
    ...{ resolved: null, version: 1, comments: [comment] },
  };
}

function replace(
  items: readonly CommentThread[],
  thread: CommentThread | undefined,
  change: Partial<CommentThread>,
): readonly CommentThread[] {
  return items.map((one) => (one === thread ? { ...one, ...change } : one));
}

function compare(a: Comment, b: Comment): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
