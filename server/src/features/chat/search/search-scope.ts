import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { SearchCursor } from "./cursor.ts";
import type { ParsedQuery } from "./parse-query.ts";
import { startOfDay } from "./start-of-day.ts";

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
  cursor: SearchCursor | undefined;
}

/** More people than this have no name in common. */
const maxAuthors = 200;

/**
 * The chats that the searcher is in and the query names, by whom, and when. Undefined: nothing can be found there,
 * because nobody or nothing is called so.
 */
export async function findScope(
  tx: Database,
  viewerId: string,
  parsed: ParsedQuery,
  wanted: { channelId: string | undefined; timeZone: string; cursor: SearchCursor | undefined },
): Promise<SearchScope | undefined> {
  const authorIds = parsed.from.length > 0 ? await findAuthors(tx, viewerId, parsed.from) : undefined;
  const channels = await findChannels(tx, viewerId, wanted.channelId, parsed.in);
  if (channels.length === 0 || authorIds?.length === 0) return undefined;
  return {
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
    cursor: wanted.cursor,
  };
}

async function findChannels(
  tx: Database,
  viewerId: string,
  channelId: string | undefined,
  names: readonly string[],
): Promise<{ id: string; head: number }[]> {
  const own = await tx
    .selectFrom("channel_members as m")
    .innerJoin("channels as c", "c.id", "m.channel_id")
    .select(["c.id", "c.head"])
    .where("m.user_id", "=", viewerId)
    .$if(channelId !== undefined, (query) => query.where("c.id", "=", channelId ?? ""))
    .execute();
  if (names.length === 0) return own;
  // A direct chat is called by the other people in it.
  const called = await findCalled(
    tx,
    names,
    sql`SELECT c.id, CASE WHEN c.type <> 'DIRECT' THEN search_fold(c.name) ELSE (
        SELECT string_agg(p.folded_name, ' ' ORDER BY p.name) FROM channel_members o
        JOIN profiles p ON p.id = o.user_id WHERE o.channel_id = c.id AND o.user_id <> ${viewerId}
      ) END AS folded
      FROM channels c WHERE c.id = ANY(${own.map(({ id }) => id)}::uuid[])`,
    own.length,
  );
  return own.filter(({ id }) => called.has(id));
}

async function findAuthors(tx: Database, viewerId: string, names: readonly string[]): Promise<string[]> {
  const others = names.filter((name) => name.toLowerCase() !== "me");
  const found = others.length > 0 ? await findCalled(tx, others, everybody, maxAuthors) : new Set<string>();
  if (others.length < names.length) found.add(viewerId);
  return [...found].slice(0, maxAuthors);
}

const everybody = sql`SELECT id, folded_name AS folded FROM profiles`;

/**
 * Those of the candidates (id, folded) who are called by one of the names: by their whole name or, where nobody is,
 * by words that begin so.
 */
async function findCalled(
  tx: Database,
  names: readonly string[],
  candidates: RawBuilder<unknown>,
  limit: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    WITH wanted AS (
      SELECT place, search_fold(name) AS folded FROM unnest(${names}::text[]) WITH ORDINALITY AS n (name, place)
    ), fitting AS (
      SELECT k.id, w.place, k.folded = w.folded AS is_whole, bool_or(k.folded = w.folded) OVER (PARTITION BY w.place) AS has_whole
      FROM (${candidates} OFFSET 0) k JOIN wanted w ON strpos(
        ' ' || translate(k.folded, '-_', '  '), ' ' || translate(w.folded, '-_', '  ')) > 0
    )
    SELECT DISTINCT id FROM fitting WHERE is_whole OR NOT has_whole LIMIT ${limit}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
