import type { Comment, CommentRights, DeletedComment, Subject } from "@atoll/contract/comments/schemas";
import type { LiveUpdate } from "../live/live-query.ts";

/** The comments of a thing as far as they are loaded: from the newest back, shown oldest first. */
export interface CachedComments {
  /** Oldest first. */
  items: readonly Comment[];
  /** To the comments before these; null where there are none. */
  nextCursor: string | null;
  /** How many there are in all. */
  total: number;
  rights: CommentRights;
  /** Deleted while these were cached: an older event must not bring them back. */
  gone: ReadonlySet<string>;
}

export type CommentEvent =
  | { kind: "posted" | "changed"; comment: Comment }
  | { kind: "deleted"; comment: DeletedComment };

export const subjectKey = ({ kind, id }: Subject): string => `${kind}/${id}`;

/** Where the next comment on a thing is kept while it is written. */
export const draftPlace = (subject: Subject): string => `comment:${subjectKey(subject)}`;

/** Pure: what is cached after an event, which may come more than once, and in any order. */
export function applyEvent(cached: CachedComments, event: CommentEvent): LiveUpdate<CachedComments> {
  const { comment } = event;
  const known = cached.items.find(({ id }) => id === comment.id);
  if (cached.gone.has(comment.id)) return { data: cached, isUncertain: false };
  if (event.kind === "deleted") {
    // Whether the number here counts it is not known.
    if (!known) return { data: cached, isUncertain: true };
    const items = cached.items.filter(({ id }) => id !== comment.id);
    const gone = new Set([...cached.gone, comment.id]);
    return { data: { ...cached, items, total: cached.total - 1, gone }, isUncertain: false };
  }
  if (known) {
    if (known.version >= event.comment.version) return { data: cached, isUncertain: false };
    const items = cached.items.map((one) => (one === known ? event.comment : one));
    return { data: { ...cached, items }, isUncertain: false };
  }
  const [first] = cached.items;
  const isOlder = cached.nextCursor !== null && first !== undefined && compare(event.comment, first) < 0;
  // An older one that was changed comes with its page. A newer one should have been here.
  if (event.kind === "changed" || isOlder) return { data: cached, isUncertain: !isOlder };
  const items = [...cached.items, event.comment].toSorted(compare);
  return { data: { ...cached, items, total: cached.total + 1 }, isUncertain: false };
}

/** Pure: whether a comment that was cached is deleted, and not only before what is cached now. */
export function isDeleted(cached: CachedComments, comment: Comment): boolean {
  const [first] = cached.items;
  const isBefore = cached.nextCursor !== null && first !== undefined && compare(comment, first) < 0;
  return cached.gone.has(comment.id) || (!isBefore && cached.items.every(({ id }) => id !== comment.id));
}

/** Pure: with an older page before what is cached; `older` comes newest first, as it is asked for. */
export function addOlder(
  cached: CachedComments,
  older: { items: readonly Comment[]; nextCursor: string | null },
): CachedComments {
  const known = new Set([...cached.gone, ...cached.items.map(({ id }) => id)]);
  const added = older.items.filter(({ id }) => !known.has(id)).toReversed();
  return { ...cached, items: [...added, ...cached.items], nextCursor: older.nextCursor };
}

/** As the server puts them in order: by time, and by id where times are equal. */
function compare(a: Comment, b: Comment): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
