import { sql } from "kysely";
import type { PlaceInTime } from "../../../platform/page.ts";
import { type FoldedTerm, foldedTerms } from "../../../platform/search/indexed-terms.ts";
import type { ParsedQuery } from "../../../platform/search/parse-query.ts";
import { startOfDay } from "../../../platform/search/start-of-day.ts";
import type { Database } from "../../../tables.ts";
import { findPeopleCalled } from "../../people/access.ts";
import { findChannelsCalled } from "../channels-called.ts";

/** Which messages a search looks at, before any word is looked for. */
export interface SearchScope {
  viewerId: string;
  channelIds: string[];
  /** Those are all that the viewer is in. */
  isEverywhere: boolean;
  /** How many changes those channels have had: they have no more messages than that. */
  size: number;
  /** Undefined: everybody. */
  authorIds: string[] | undefined;
  /** From when on, and until when, a message was written. */
  since: Date | undefined;
  until: Date | undefined;
  hasFile: boolean;
  hasLink: boolean;
  isStarred: boolean;
  behind: PlaceInTime | undefined;
}

/** What a query asks for, as the database compares it. */
interface Asked {
  terms: FoldedTerm[];
  excluded: FoldedTerm[];
}

/** More people than this have no name in common. */
const maxAuthors = 200;

/**
 * The chats that the searcher is in and the query names, by whom, and when, and the terms to look for. Undefined:
 * nothing can be found there, because nobody or nothing is called so.
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
 * From here on every statement of the transaction is planned for its own values: a plan for any words and chats is a
 * plan for none, since rare and common words want opposite ones. And none reads all messages where an index has them.
 * Set on the way, for a statement more takes longer.
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
  // In one row: hundreds of rows take longer to hand over than to find. With the terms: so does to ask once more.
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
