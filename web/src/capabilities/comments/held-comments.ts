import type { Comment, CommentRights, DeletedComment, Subject } from "@atoll/contract/comments/schemas";
import type { LiveUpdate } from "../live/live-query.ts";

/** The comments of a thing as far as they are loaded: from the newest back, shown oldest first. */
export interface HeldComments {
  /** Oldest first. */
  items: readonly Comment[];
  /** To the comments before these; null where there are none. */
  nextCursor: string | null;
  /** How many there are in all. */
  total: number;
  rights: CommentRights;
  /** Deleted while these were held: an older event must not bring them back. */
  gone: ReadonlySet<string>;
}

export type CommentEvent =
  | { kind: "posted" | "changed"; comment: Comment }
  | { kind: "deleted"; comment: DeletedComment };

export const subjectKey = ({ kind, id }: Subject): string => `${kind}/${id}`;

/** Where the next comment on a thing is kept while it is written. */
export const draftPlace = (subject: Subject): string => `comment:${subjectKey(subject)}`;

/** Pure: what is held after an event, which may come more than once, and in any order. */
export function applyEvent(held: HeldComments, event: CommentEvent): LiveUpdate<HeldComments> {
  const { comment } = event;
  const known = held.items.find(({ id }) => id === comment.id);
  if (held.gone.has(comment.id)) return { data: held, isUncertain: false };
  if (event.kind === "deleted") {
    // Whether the number here counts it is not known.
    if (!known) return { data: held, isUncertain: true };
    const items = held.items.filter(({ id }) => id !== comment.id);
    const gone = new Set([...held.gone, comment.id]);
    return { data: { ...held, items, total: held.total - 1, gone }, isUncertain: false };
  }
  if (known) {
    if (known.version >= event.comment.version) return { data: held, isUncertain: false };
    const items = held.items.map((one) => (one === known ? event.comment : one));
    return { data: { ...held, items }, isUncertain: false };
  }
  const [first] = held.items;
  const isOlder = held.nextCursor !== null && first !== undefined && compare(event.comment, first) < 0;
  // An older one that was changed comes with its page. A newer one should have been here.
  if (event.kind === "changed" || isOlder) return { data: held, isUncertain: !isOlder };
  const items = [...held.items, event.comment].toSorted(compare);
  return { data: { ...held, items, total: held.total + 1 }, isUncertain: false };
}

/** Pure: whether a comment that was held is deleted, and not only before what is held now. */
export function isDeleted(held: HeldComments, comment: Comment): boolean {
  const [first] = held.items;
  const isBefore = held.nextCursor !== null && first !== undefined && compare(comment, first) < 0;
  return held.gone.has(comment.id) || (!isBefore && held.items.every(({ id }) => id !== comment.id));
}

/** Pure: with an older page before what is held; `older` comes newest first, as it is asked for. */
export function addOlder(
  held: HeldComments,
  older: { items: readonly Comment[]; nextCursor: string | null },
): HeldComments {
  const known = new Set([...held.gone, ...held.items.map(({ id }) => id)]);
  const added = older.items.filter(({ id }) => !known.has(id)).toReversed();
  return { ...held, items: [...added, ...held.items], nextCursor: older.nextCursor };
}

/** As the server puts them in order: by time, and by id where times are equal. */
function compare(a: Comment, b: Comment): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
