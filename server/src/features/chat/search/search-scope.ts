import { sql } from "kysely";
import type { PlaceInTime } from "../../../platform/page.ts";
import { type FoldedTerm, foldedTerms } from "../../../platform/search/indexed-terms.ts";
import type { ParsedQuery } from "../../../platform/search/parse-query.ts";
import { startOfDay } from "../../../platform/search/start-of-day.ts";
import type { Database } from "../../../tables.ts";
import { findPeopleCalled } from "../../people/public.ts";
import { findChannelsCalled } from "../channels-called.ts";

/** The messages that a search considers, before any word. */
export interface SearchScope {
  viewerId: string;
  channelIds: string[];
  /** True if these are all of the viewer's channels. */
  isEverywhere: boolean;
  /** The number of changes in those channels, which is at least the number of messages. */
  size: number;
  /** Undefined for all authors. */
  authorIds: string[] | undefined;
  /** Start and end of the time range. */
  since: Date | undefined;
  until: Date | undefined;
  hasFile: boolean;
  hasLink: boolean;
  isStarred: boolean;
  behind: PlaceInTime | undefined;
}

/** The terms of a query in folded form, as the database compares them. */
interface Asked {
  terms: FoldedTerm[];
  excluded: FoldedTerm[];
}

/** A name never matches more people than this. */
const maxAuthors = 200;

/**
 * Returns the channels, authors and time range of a query within the searcher's chats, and its terms. Returns undefined
 * if a named channel or person does not exist, so that nothing can be found.
 */
export async function findScope(
  tx: Database,
  viewerId: string,
  parsed: ParsedQuery,
  wanted: { channelId: string | undefined; timeZone: string; behind: PlaceInTime | undefined },
): Promise<({ scope: SearchScope } & Asked) | undefined> {
  const authorIds = parsed.from.length > 0 ? await findAuthors(tx, viewerId, parsed.from) : undefined;
  const { channels, terms, excluded } = await findChannels(tx, viewerId, wanted.channelId, parsed);
  if (channels.length === 0 || authorIds?.length === 0) return undefined;
  const scope: SearchScope = {
    viewerId,
    channelIds: channels.map(({ id }) => id),
    isEverywhere: wanted.channelId === undefined && parsed.in.length === 0,
    size: channels.reduce((sum, { head }) => sum + head, 0),
    authorIds,
    since: parsed.after === undefined ? undefined : startOfDay(parsed.after, wanted.timeZone, 1),
    until: parsed.before === undefined ? undefined : startOfDay(parsed.before, wanted.timeZone),
    hasFile: parsed.hasFile,
    hasLink: parsed.hasLink,
    isStarred: parsed.isStarred,
    behind: wanted.behind,
  };
  return { scope, terms, excluded };
}

/**
 * From here on, PostgreSQL plans each statement of the transaction for its values: rare and common words need opposite
 * plans, so a generic plan suits neither. It also never scans all messages if an index covers them. The settings are
 * part of a query, because a statement of their own takes longer.
 */
const planEach = sql`
  set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`;

async function findChannels(
  tx: Database,
  viewerId: string,
  channelId: string | undefined,
  parsed: ParsedQuery,
): Promise<{ channels: { id: string; head: number }[] } & Asked> {
  const isAsked = channelId === undefined ? sql`true` : sql`c.id = ${channelId}`;
  const texts = parsed.terms.map(({ text }) => text);
  // One row, because transferring hundreds takes longer than finding them; and with the terms, because a second query
  // does too.
  const { rows } = await sql<{ ids: string[]; heads: number[] } & Asked>`
    SELECT coalesce(json_agg(c.id), '[]') AS ids, coalesce(json_agg(c.head), '[]') AS heads,
      ${planEach}, ${foldedTerms(texts)} AS terms, ${foldedTerms(parsed.excluded)} AS excluded
    FROM channel_members m JOIN channels c ON c.id = m.channel_id
    WHERE m.user_id = ${viewerId} AND ${isAsked}`.execute(tx);
  const { ids, heads, ...asked } = rows[0] ?? { ids: [], heads: [], terms: [], excluded: [] };
  const own = ids.map((id, place) => ({ id, head: heads[place] ?? 0 }));
  if (parsed.in.length === 0) return { channels: own, ...asked };
  const called = await findChannelsCalled(tx, viewerId, parsed.in, ids);
  return { channels: own.filter(({ id }) => called.has(id)), ...asked };
}

async function findAuthors(tx: Database, viewerId: string, names: readonly string[]): Promise<string[]> {
  const others = names.filter((name) => name.toLowerCase() !== "me");
  const found = new Set(others.length > 0 ? await findPeopleCalled(tx, others) : []);
  if (others.length < names.length) found.add(viewerId);
  return [...found].slice(0, maxAuthors);
}
