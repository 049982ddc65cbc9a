import { callReader, type Mention } from "@atoll/contract/mentions";
import type { CommentRights } from "../../platform/kinds/comment-kinds.ts";
import type { Colleague, SliceContext } from "../../slice.ts";

/**
 * Returns the people that a browser says are mentioned. Do not call it within a transaction: it uses another
 * connection.
 */
export async function findCalled(
  viewers: SliceContext["viewers"],
  ids: readonly string[],
): Promise<Colleague[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => viewers.ofUser(id)));
  return found.filter((one) => one !== undefined).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Returns those of the people whose names are in the text and who may read it. Others cause no error, so that nobody
 * learns who may read a thing. The hidden author counts as a reader only if they could read it without being the author.
 */
export function resolveMentions(
  content: string,
  called: readonly Colleague[],
  readers: ReadonlyMap<string, Readonly<CommentRights>>,
): Mention[] {
  const isCalled = callReader(content);
  return called.flatMap(({ id, name }) => {
    const rights = readers.get(id);
    return rights && !rights.readsAsHiddenAuthor && isCalled(name) ? [{ id, name }] : [];
  });
}

/** Returns the people a text mentions that the previous one did not. Nobody mentions themselves. */
export function newlyCalled(
  mentions: readonly Mention[],
  before: readonly Mention[],
  authorId: string,
): string[] {
  const known = new Set([authorId, ...before.map(({ id }) => id)]);
  return mentions.flatMap(({ id }) => (known.has(id) ? [] : [id]));
}
