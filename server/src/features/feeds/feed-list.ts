import type { feedRoutes } from "@atoll/contract/feeds/routes";
import { type Feed, feedAreas, maxFeeds, type OwnedFeed } from "@atoll/contract/feeds/schemas";
import type { TokenScope } from "@atoll/contract/personal-tokens/areas";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, sql } from "kysely";
import { exactInstant } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import { fetchProgramPage, type ProgramAccessRow, presentUse } from "../identity/public.ts";

export interface FeedRow extends ProgramAccessRow {
  ending: string;
  version: number;
}

/** Lists a person's feeds that work, the newest first. There are at most `maxFeeds`. */
export async function listOwnFeeds(db: Database, userId: string): Promise<Feed[]> {
  return (await selectFeeds(db, sql`s.user_id = ${userId}`, maxFeeds)).map(presentFeed);
}

/** Lists a page of everyone's feeds that work, the newest first. Without a search, the first page counts all of them. */
export async function listAllFeeds(
  db: Database,
  query: RouteInput<typeof feedRoutes.listAllFeeds>["query"],
): Promise<{ items: OwnedFeed[]; nextCursor: string | null; total?: number }> {
  const { rows, nextCursor } = await fetchProgramPage(query, "f.name", (condition, count) =>
    selectFeeds(db, condition, count),
  );
  const items = rows.map((row) => ({ ...presentFeed(row), owner: { id: row.user_id, name: row.owner } }));
  const isCounted = query.cursor === undefined && query.search === "";
  return { items, nextCursor, ...(isCounted && { total: await countFeeds(db) }) };
}

async function countFeeds(db: Database): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM feeds f JOIN sessions s ON s.id = f.id WHERE ${works}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** SQL: the session `s` is that of a feed that works, unless its owner may not be here. */
const works = sql`s.way = 'token' AND s.ended_at IS NULL AND s.expires_at > now()`;

/** Selects feeds that work, of a session `s`, a feed `f` and an owner `p`, the newest first. */
export async function selectFeeds(
  db: Database,
  condition: RawBuilder<unknown>,
  count: number,
): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    SELECT f.id, f.name, f.ending, f.is_endless, f.version, s.scopes, s.created_at, s.expires_at, f.used_at,
      f.used_address, ${exactInstant("s.created_at")} AS exact_at, s.user_id, p.name AS owner
    FROM sessions s JOIN feeds f ON f.id = s.id JOIN profiles p ON p.id = s.user_id
    WHERE ${works} AND ${condition}
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${sql.lit(count)}`.execute(db);
  return rows;
}

/** Returns a feed for its owner. */
export function presentFeed(row: FeedRow): Feed {
  const { id, name, ending, version } = row;
  return { id, name, ending, version, areas: areasOf(row.scopes), ...presentUse(row) };
}

/** Returns the scopes of the session of a feed with these areas, in the order in which people choose them. */
export function scopesOf(areas: Feed["areas"]): TokenScope[] {
  return feedAreas.filter((area) => areas.includes(area)).map((area) => `${area}:read` as const);
}

/** Returns the areas of a feed by the scopes of its session. */
export function areasOf(scopes: readonly string[]): Feed["areas"] {
  return feedAreas.filter((area) => scopes.includes(`${area}:read`));
}
