import type { Change, Message } from "@atoll/contract/chat/schemas";

/** A page of a thread, as the server answers it. */
export interface RepliesPage {
  messages: readonly Message[];
  hasMore: boolean;
  head: number;
  lastReadSeq: number;
  isFollowing: boolean;
}

/**
 * The part of a thread that a browser holds: a window that ends at the newest reply. All functions here are pure, and
 * return the same object if nothing changes. Replies are compared by the sequence number of their last change, so the
 * order in which events, catch-up and pages arrive does not matter.
 */
export interface Thread {
  channelId: string;
  /** In order of `seq`. */
  messages: readonly Message[];
  /** Older replies exist. */
  hasMore: boolean;
  lastReadSeq: number;
  isFollowing: boolean;
  /** Replies that were deleted while the thread was cached: a late event must not restore them. */
  gone: readonly string[];
}

export function openThread(channelId: string, page: RepliesPage): Thread {
  const { messages, hasMore, lastReadSeq, isFollowing } = page;
  return { channelId, messages, hasMore, lastReadSeq, isFollowing, gone: [] };
}

/** Takes one change to a reply. One older than the window belongs to a page that was not asked for yet. */
export function applyReply(thread: Thread, change: Change): Thread {
  if (thread.gone.includes(change.id)) return thread;
  const at = thread.messages.findLastIndex((known) => known.seq <= change.seq);
  const known = thread.messages[at];
  const isKnown = known?.id === change.id;
  if (change.deleted) {
    const gone = [...thread.gone, change.id];
    return { ...thread, gone, messages: isKnown ? thread.messages.toSpliced(at, 1) : thread.messages };
  }
  if (isKnown) {
    if (known.changedSeq >= change.changedSeq) return thread;
    return { ...thread, messages: thread.messages.with(at, change) };
  }
  if (at === -1 && thread.hasMore) return thread;
  return { ...thread, messages: thread.messages.toSpliced(at + 1, 0, change) };
}

/** Puts the page that ends just before the window in front of it. */
export function prependReplies(thread: Thread, before: number, page: RepliesPage): Thread {
  if (thread.messages[0]?.seq !== before) return thread;
  const older = page.messages.filter(({ id }) => !thread.gone.includes(id));
  return { ...thread, hasMore: page.hasMore, messages: [...older, ...thread.messages] };
}
