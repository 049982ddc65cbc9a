import type { Bot } from "@atoll/contract/bots/schemas";
import { type RawBuilder, sql } from "kysely";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { ChangeSources } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { findAllAbsent } from "../identity/public.ts";

interface BotRow {
  id: string;
  name: string;
  description: string;
  owner_id: string | null;
  created_at: Date;
  exact_at: string;
  token_count: number;
  channel_count: number;
  version: number;
}

/** Lists a page of the company's bots, the newest first. */
export async function listBots(
  sources: Pick<ChangeSources, "db" | "people">,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ items: Bot[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) => selectBots(sources.db, isBehind("b.created_at", "b.id", after), count),
    ({ exact_at, id }) => [exact_at, id] as [string, string],
  );
  return { items: await presentBots(sources, rows), nextCursor };
}

/** Returns one bot, or undefined if it does not exist. */
export async function findBot(
  sources: Pick<ChangeSources, "db" | "people">,
  botId: string,
): Promise<Bot | undefined> {
  const [bot] = await presentBots(sources, await selectBots(sources.db, sql`b.id = ${botId}`, 1));
  return bot;
}

async function selectBots(db: Database, condition: RawBuilder<unknown>, count: number): Promise<BotRow[]> {
  const { rows } = await sql<BotRow>`
    SELECT b.id, p.name, b.description, b.owner_id, b.created_at, b.version,
      ${exactInstant("b.created_at")} AS exact_at,
      (SELECT count(*)::int FROM sessions s
        WHERE s.user_id = b.id AND s.way = 'token' AND s.ended_at IS NULL AND s.expires_at > now()) AS token_count,
      (SELECT count(*)::int FROM channel_members m WHERE m.user_id = b.id) AS channel_count
    FROM bots b JOIN profiles p ON p.id = b.id WHERE ${condition}
    ORDER BY b.created_at DESC, b.id DESC LIMIT ${sql.lit(count)}`.execute(db);
  return rows;
}

async function presentBots(
  { db, people }: Pick<ChangeSources, "db" | "people">,
  rows: readonly BotRow[],
): Promise<Bot[]> {
  const ownerIds = [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))];
  const owners = await people.of(ownerIds);
  const working = await findAllAbsent(db, ownerIds);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    owner: (row.owner_id && owners.get(row.owner_id)) || null,
    isStopped: row.owner_id === null || !working.has(row.owner_id),
    createdAt: row.created_at.toISOString(),
    tokenCount: row.token_count,
    channelCount: row.channel_count,
    version: row.version,
  }));
}
