import type { Message } from "@atoll/contract/chat/schemas";
import type { Database } from "../../tables.ts";
import { type MessageRow, pageBefore, pageFrom } from "./message-queries.ts";
import { presentMessage } from "./present.ts";

export interface History {
  messages: Message[];
  hasMore: boolean;
  hasNewer: boolean;
  head: number;
}

/**
 * A page of a channel's history without replies, oldest first: just before a number, just after one, around one,
 * or the newest.
 */
export async function readHistory(
  db: Database,
  channel: { id: string; head: number },
  at: { before?: number | undefined; after?: number | undefined; around?: number | undefined; limit: number },
): Promise<History> {
  const { before, after, around, limit } = at;
  if (around === undefined && after === undefined) {
    const older = await pageBefore(db, channel.id, before, limit);
    return page(channel, older.slice(0, limit).reverse(), {
      hasMore: older.length > limit,
      hasNewer: before !== undefined,
    });
  }
  if (around === undefined) {
    const from = (after ?? 0) + 1;
    const [older, newer] = await Promise.all([
      pageBefore(db, channel.id, from, 0),
      pageFrom(db, channel.id, from, limit),
    ]);
    const more = { hasMore: older.length > 0, hasNewer: newer.length > limit };
    return page(channel, newer.slice(0, limit), more);
  }
  const half = Math.ceil(limit / 2);
  const [older, newer] = await Promise.all([
    pageBefore(db, channel.id, around, half),
    pageFrom(db, channel.id, around, half),
  ]);
  return page(channel, [...older.slice(0, half).reverse(), ...newer.slice(0, half)], {
    hasMore: older.length > half,
    hasNewer: newer.length > half,
  });
}

function page(
  channel: { head: number },
  rows: readonly MessageRow[],
  more: { hasMore: boolean; hasNewer: boolean },
): History {
  // The lowest number that any part of the page was read at: what changed since is asked for from there.
  const head = rows.length > 0 ? Math.min(...rows.map((row) => row.head)) : channel.head;
  return { messages: rows.map(presentMessage), ...more, head };
}
