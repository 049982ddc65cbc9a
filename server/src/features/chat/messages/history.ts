import type { Change, Message } from "@atoll/contract/chat/schemas";
import { changesSince, type PageOf, type PageSize, readPage } from "../message-queries.ts";
import { type MessageSources, presentChange, presentMessage, withPeople } from "../present.ts";

interface PageQuery {
  before?: number | undefined;
  after?: number | undefined;
  around?: number | undefined;
  limit: number;
}

interface Part {
  hasMore: boolean;
  /** The channel's number at the time of reading; infinite for an empty page. */
  head: number;
}

interface History extends Part {
  messages: Message[];
  hasNewer: boolean;
}

interface Changes extends Part {
  changes: Change[];
}

/**
 * Returns a page of a channel's history without replies, oldest first: just before a number, just after one, around
 * one, or the newest. The same statement checks membership, which saves a query; an empty page does not tell whether
 * the viewer is a member.
 */
export async function readHistory(
  { db, people }: MessageSources,
  of: PageOf,
  query: PageQuery,
): Promise<History> {
  const size = sizeOf(query);
  const { at, older, newer } = size;
  const rows = await readPage(db, of, size);
  const olderCount = at === undefined ? rows.length : rows.filter((row) => row.seq < at).length;
  const shown = rows.slice(Math.max(0, olderCount - older), olderCount + newer);
  return {
    messages: await withPeople(people, of.readerId, shown, presentMessage),
    hasMore: olderCount > older,
    hasNewer: newer > 0 ? rows.length - olderCount > newer : at !== undefined,
    // The browser asks for later changes from this number on.
    head: shown[0]?.head ?? Number.POSITIVE_INFINITY,
  };
}

/** Returns the changes after a number, in order of change, checked like a page of history. */
export async function readChanges(
  { db, people }: MessageSources,
  of: PageOf,
  { since, limit }: { since: number; limit: number },
): Promise<Changes> {
  const rows = await changesSince(db, of, since, limit);
  return {
    changes: await withPeople(people, of.readerId, rows.slice(0, limit), presentChange),
    hasMore: rows.length > limit,
    head: rows[0]?.head ?? Number.POSITIVE_INFINITY,
  };
}

/**
 * Reads a part of a channel, and checks access only if nothing was found, because the part may be empty or forbidden.
 * An empty part gets the channel's number from before it was read.
 * @param findHead throws if the viewer has no access.
 */
export async function readPart<P extends Part>(read: () => Promise<P>, findHead: () => Promise<number>) {
  const part = await read();
  if (Number.isFinite(part.head)) return part;
  const head = await findHead();
  const after = await read();
  return Number.isFinite(after.head) ? after : { ...after, head };
}

function sizeOf({ before, after, around, limit }: PageQuery): PageSize {
  if (around !== undefined) return { at: around, older: Math.ceil(limit / 2), newer: Math.ceil(limit / 2) };
  if (after !== undefined) return { at: after + 1, older: 0, newer: limit };
  return { at: before, older: limit, newer: 0 };
}
