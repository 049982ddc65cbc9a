import { maxTokens } from "@atoll/contract/personal-tokens/areas";
import type { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import type { OwnedToken, PersonalToken } from "@atoll/contract/personal-tokens/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, sql } from "kysely";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import type { ProgramAccessRow } from "./public.ts";

export interface TokenRow extends ProgramAccessRow {
  ending: string;
  is_endless: boolean;
}

/** Returns what the company allows of tokens. */
export async function readTokenRules(db: Database): Promise<{ mayBeEndless: boolean }> {
  const { may_be_endless } = await db
    .selectFrom("personal_token_rules")
    .select("may_be_endless")
    .executeTakeFirstOrThrow();
  return { mayBeEndless: may_be_endless };
}

/** Lists a person's tokens that work, the newest first. There are at most `maxTokens`. */
export async function listOwnTokens(db: Database, userId: string): Promise<PersonalToken[]> {
  const rows = await selectTokens(db, sql`s.user_id = ${userId}`, maxTokens);
  return rows.map(presentToken);
}

/** Lists a page of everyone's tokens that work, the newest first. */
export async function listAllTokens(
  db: Database,
  query: RouteInput<typeof personalTokenRoutes.listAllTokens>["query"],
): Promise<{ items: OwnedToken[]; nextCursor: string | null }> {
  const search = query.search.toLowerCase();
  const matches =
    search === ""
      ? sql`true`
      : sql`(strpos(lower(t.name), ${search}) > 0 OR strpos(lower(p.name), ${search}) > 0)`;
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) => selectTokens(db, sql`${matches} AND ${isBehind("s.created_at", "s.id", after)}`, count),
    ({ exact_at, id }) => [exact_at, id] as [string, string],
  );
  return {
    items: rows.map((row) => ({ ...presentToken(row), owner: { id: row.user_id, name: row.owner } })),
    nextCursor,
  };
}

/** Selects tokens that work, of a session `s`, a token `t` and an owner `p`. */
export async function selectTokens(
  db: Database,
  condition: RawBuilder<unknown>,
  count: number,
): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    SELECT t.id, t.name, t.ending, s.scopes, t.is_endless, s.created_at, ${exactInstant("s.created_at")} AS exact_at,
      s.expires_at, t.used_at, t.used_address, s.user_id, p.name AS owner
    FROM sessions s JOIN personal_tokens t ON t.id = s.id JOIN profiles p ON p.id = s.user_id
    WHERE s.way = 'token' AND s.ended_at IS NULL AND s.expires_at > now() AND ${condition}
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${sql.lit(count)}`.execute(db);
  return rows;
}

/** Returns a token for its owner. */
export function presentToken(row: TokenRow): PersonalToken {
  const { id, name, ending, scopes } = row;
  return {
    ...{ id, name, ending, scopes },
    createdAt: row.created_at.toISOString(),
    endsAt: row.is_endless ? null : row.expires_at.toISOString(),
    lastUse: row.used_at && { at: row.used_at.toISOString(), address: row.used_address ?? "" },
  };
}
