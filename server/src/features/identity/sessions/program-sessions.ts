import type { TokenScope } from "@atoll/contract/personal-tokens/areas";
import type { lastUseSchema } from "@atoll/contract/personal-tokens/schemas";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { fetchPage, isBehind, placeInTime } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../request-viewer.ts";

/** The end of a session that has none. */
export const farAway = new Date("2999-12-31T00:00:00Z");

/**
 * Adds a session for a program: an access token, or the connection of a program. What ends the sessions of its person
 * ends it as well, and so does a sign-out of the whole person by the provider that they signed in with.
 * @param maker the viewer as they are now, whose session makes it.
 */
export async function addProgramSession(
  tx: Database,
  maker: Pick<RequestViewer, "id" | "sessionId" | "way">,
  session: { id: string; userId: string; address: string; scopes: readonly string[]; expiresAt: Date },
): Promise<void> {
  const { id, userId, address, scopes, expiresAt } = session;
  await sql`INSERT INTO sessions
      (id, user_id, user_agent, address, way, made_by, scopes, expires_at, sign_on_issuer, sign_on_subject)
    SELECT ${id}::uuid, ${userId}::uuid, '', ${address}, 'token', ${maker.way}, ${[...scopes]}::text[],
      ${expiresAt}::timestamptz, s.sign_on_issuer, s.sign_on_subject
    FROM sessions s WHERE s.id = ${maker.sessionId}`.execute(tx);
}

/**
 * Adds a session in which the server does for a person what they asked for by mail. Call it after `holdAbsent`, and end it
 * with `endProgramSessions`.
 */
export async function addAbsentSession(
  tx: Database,
  {
    id,
    userId,
    scopes,
    minutes,
  }: { id: string; userId: string; scopes: readonly TokenScope[]; minutes: number },
): Promise<void> {
  // The caller has asked what the account demands of its person.
  await sql`INSERT INTO sessions (id, user_id, user_agent, address, way, made_by, scopes, expires_at)
    VALUES (${id}, ${userId}, '', '', 'token', 'single-sign-on', ${[...scopes]}::text[],
      now() + make_interval(mins => ${minutes}))`.execute(tx);
}

/** Ends the sessions of programs that meet a condition on `sessions`. */
export async function endProgramSessions(
  tx: Database,
  reason: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  await sql`UPDATE sessions SET ended_at = now(), end_reason = ${reason}
    WHERE way = 'token' AND ended_at IS NULL AND ${condition}`.execute(tx);
}

/** A row of something that lets a program act for a person. */
export interface ProgramAccessRow {
  id: string;
  name: string;
  scopes: TokenScope[];
  created_at: Date;
  exact_at: string;
  expires_at: Date;
  /** Left out where everything ends. */
  is_endless?: boolean;
  used_at: Date | null;
  used_address: string | null;
  user_id: string;
  owner: string;
}

/**
 * Fetches a page of what lets programs act for anyone, the newest first.
 * @param search a part of its name or its owner's.
 * @param nameColumn the column with its name.
 * @param select selects from a session `s`, with an owner `p`.
 */
export function fetchProgramPage<Row extends ProgramAccessRow>(
  { search, ...query }: { search: string; limit: number; cursor?: string | undefined },
  nameColumn: string,
  select: (condition: RawBuilder<unknown>, count: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const part = search.toLowerCase();
  const isFound = sql`(strpos(lower(${sql.ref(nameColumn)}), ${part}) > 0 OR strpos(lower(p.name), ${part}) > 0)`;
  return fetchPage(
    query,
    placeInTime,
    (after, count) => select(sql`${isFound} AND ${isBehind("s.created_at", "s.id", after)}`, count),
    ({ exact_at, id }) => [exact_at, id] as [string, string],
  );
}

/** Returns since when and until when a program may act, and when it last did. */
export function presentUse(row: ProgramAccessRow): {
  createdAt: string;
  endsAt: string | null;
  lastUse: z.infer<typeof lastUseSchema>;
} {
  return {
    createdAt: row.created_at.toISOString(),
    endsAt: row.is_endless ? null : row.expires_at.toISOString(),
    lastUse: row.used_at && { at: row.used_at.toISOString(), address: row.used_address ?? "" },
  };
}
