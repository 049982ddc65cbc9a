import type { ConnectedProgram } from "@atoll/contract/mcp/oauth-schemas";
import {
  connectionPrefixes,
  describeScopes,
  maxConnections,
  type TokenScope,
} from "@atoll/contract/personal-tokens/areas";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { exactInstant } from "../../../platform/page.ts";
import { newProgramSecret } from "../../../platform/seals/program-secrets.ts";
import type { Changer } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import {
  addProgramSession,
  assertAdministrator,
  changeAlone,
  endProgramSessions,
  type ProgramAccessRow,
  presentUse,
  type RequestViewer,
} from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import type { Client } from "./clients.ts";
import { describeRedirect } from "./redirects.ts";

/** A connection ends after this long, however often its program refreshes. */
const longestMs = 365 * 24 * 3600 * 1000;
const codeLifetime = sql.lit("60 seconds");

interface NewConnection {
  /** Made by the consent page. */
  id: string;
  client: Client;
  redirectAddress: string;
  challenge: string;
  scopes: readonly TokenScope[];
  /** The browser of the person, in words. */
  device: string;
}

/**
 * Connects a program with the scopes that its person chose, one at a time with whatever ends all of a person's sessions,
 * and notifies them in every way: it lets the program act as them. The same request again, after its answer was lost, gives
 * the same connection another code.
 * @returns the authorization code. Only its hash is stored.
 * @throws {AppError} `too_many_connections`, `program_blocked`; `token_id_taken` for any other thing with this ID.
 */
export function connectProgram(db: Database, viewer: Changer, request: NewConnection): Promise<string> {
  return changeAlone(db, viewer, async (tx, current) => {
    if (current.way === "token") throw new AppError("token_not_accepted");
    if (!(await isRepeated(tx, viewer.id, request))) await addConnection(tx, viewer, current, request);
    const { secret: code, hash } = newProgramSecret(connectionPrefixes.code);
    await sql`INSERT INTO oauth_codes (code_hash, connection_id, redirect_address, challenge, expires_at)
      VALUES (${hash}, ${request.id}, ${request.redirectAddress}, ${request.challenge},
        now() + ${codeLifetime}::interval)`.execute(tx);
    return code;
  });
}

/** Returns whether the request made this connection, whose code nobody has used. Deletes that code. */
async function isRepeated(
  tx: Database,
  userId: string,
  { id, client, scopes }: NewConnection,
): Promise<boolean> {
  const { rows } = await sql<{ is_same: boolean }>`
    SELECT coalesce(s.user_id = ${userId} AND s.ended_at IS NULL AND c.client_id = ${client.id}
      AND s.scopes = ${[...scopes]}::text[] AND s.created_at > now() - interval '10 minutes'
      AND NOT EXISTS (SELECT FROM oauth_codes o WHERE o.connection_id = c.id AND o.used_at IS NOT NULL), false) AS is_same
    FROM sessions s LEFT JOIN program_connections c ON c.id = s.id WHERE s.id = ${id} FOR NO KEY UPDATE OF s`.execute(
    tx,
  );
  const [there] = rows;
  if (!there) return false;
  if (!there.is_same) throw new AppError("token_id_taken");
  await tx.deleteFrom("oauth_codes").where("connection_id", "=", id).execute();
  return true;
}

async function addConnection(
  tx: Database,
  viewer: Changer,
  maker: RequestViewer,
  { id, client, redirectAddress, scopes, device }: NewConnection,
): Promise<void> {
  if ((await selectConnections(tx, ownedBy(viewer.id), maxConnections)).length >= maxConnections)
    throw new AppError("too_many_connections");
  const { redirectTo } = describeRedirect(redirectAddress);
  await addProgramSession(tx, maker, {
    ...{ id, userId: viewer.id, address: viewer.address, scopes },
    expiresAt: new Date(Date.now() + longestMs),
  });
  const { rows } = await sql<{ blocked_at: Date | null }>`
    INSERT INTO oauth_clients (id, name, redirect_addresses, connected_at)
    VALUES (${client.id}, ${client.name}, ${client.redirects}::text[], now())
    ON CONFLICT (id) DO UPDATE SET connected_at = now() RETURNING blocked_at`.execute(tx);
  // Blocked since the page was opened. It takes the same turn.
  if (rows[0]?.blocked_at) throw new AppError("program_blocked");
  await sql`INSERT INTO program_connections (id, client_id, name, redirect_host)
    VALUES (${id}, ${client.id}, ${client.name}, ${redirectTo})`.execute(tx);
  await notify(tx, {
    ...{ kind: "program.connected", subjectId: id, people: [viewer.id] },
    facts: {
      place: `“${client.name}” (${redirectTo})`,
      grants: describeScopes(scopes),
      ...{ device, address: viewer.address },
    },
  });
  await recordAct(tx, {
    action: "program.connected",
    actor: viewer,
    address: viewer.address,
    subject: { type: "token", id, name: client.name },
    after: { scopes: [...scopes], redirectTo },
  });
}

export interface ConnectionRow extends ProgramAccessRow {
  client_id: string;
  redirect_host: string;
}

/** Lists the programs that a person has connected, the newest first. There are at most `maxConnections`. */
export async function listConnections(db: Database, userId: string): Promise<ConnectedProgram[]> {
  return (await selectConnections(db, ownedBy(userId), maxConnections)).map(presentConnection);
}

/** Returns a connection for its owner. */
export function presentConnection(row: ConnectionRow): ConnectedProgram {
  return {
    ...{ id: row.id, name: row.name, redirectTo: row.redirect_host, scopes: row.scopes },
    ...presentUse(row),
    endsAt: row.expires_at.toISOString(),
  };
}

const ownedBy = (userId: string) => sql`s.user_id = ${userId}`;

/** Selects connections that work, of a session `s`, a connection `c` and an owner `p`, the newest first. */
export async function selectConnections(
  db: Database,
  condition: RawBuilder<unknown>,
  count: number,
): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    SELECT c.id, c.client_id, c.name, c.redirect_host, s.scopes, s.created_at, s.expires_at, c.used_at, c.used_address,
      ${exactInstant("s.created_at")} AS exact_at, s.user_id, p.name AS owner
    FROM sessions s JOIN program_connections c ON c.id = s.id JOIN profiles p ON p.id = s.user_id
    WHERE s.way = 'token' AND s.ended_at IS NULL AND s.expires_at > now() AND ${condition}
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${sql.lit(count)}`.execute(db);
  return rows;
}

/**
 * Disconnects a program: every node refuses it from the commit on.
 * @param whose "everyone" in the name of an administrator.
 * @throws {AppError} `forbidden`; `connected_program_not_found`, for "own" also for one of somebody else.
 */
export function disconnectProgram(
  db: Database,
  viewer: Changer,
  programId: string,
  whose: "own" | "everyone",
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    if (whose === "everyone") assertAdministrator(current);
    const condition = whose === "everyone" ? sql`true` : ownedBy(viewer.id);
    const [program] = await selectConnections(tx, sql`c.id = ${programId} AND ${condition}`, 1);
    if (!program) throw new AppError("connected_program_not_found");
    await endConnection(tx, programId, "program disconnected");
    await recordAct(tx, {
      action: "program.disconnected",
      actor: viewer,
      address: viewer.address,
      subject: { type: "token", id: programId, name: program.name },
      ...(program.user_id === viewer.id ? {} : { before: { owner: program.owner } }),
    });
  });
}

/** Ends a connection with all its tokens. */
export function endConnection(tx: Database, id: string, reason: string): Promise<void> {
  return endProgramSessions(tx, reason, sql`id = ${id}`);
}
