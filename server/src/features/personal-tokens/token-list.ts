import { maxTokens } from "@atoll/contract/personal-tokens/areas";
import type { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import type { OwnedToken, PersonalToken } from "@atoll/contract/personal-tokens/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, sql } from "kysely";
import { exactInstant } from "../../platform/page.ts";
import type { Database } from "../../tables.ts";
import { fetchProgramPage, type ProgramAccessRow, presentUse } from "../identity/public.ts";

export interface TokenRow extends ProgramAccessRow {
  ending: string;
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
  const { rows, nextCursor } = await fetchProgramPage(query, "t.name", (condition, count) =>
    selectTokens(db, condition, count),
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
  return { id, name, ending, scopes, ...presentUse(row) };
}
