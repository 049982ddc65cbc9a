import type { ConnectedProgram } from "@atoll/contract/mcp/oauth-schemas";
import { connectionPrefixes, maxConnections, type TokenScope } from "@atoll/contract/personal-tokens/areas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Changer } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAlone } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { newPersonalToken } from "../../personal-tokens/public.ts";
import { describeRedirect } from "./redirects.ts";

/** A connection ends after this long, however often its program refreshes. */
const longestMs = 365 * 24 * 3600 * 1000;
const codeLifetime = sql.lit("60 seconds");

/**
 * Connects a program with the scopes that its person chose, one at a time with whatever ends all of a person's sessions,
 * and tells them on every way: it lets the program act as them.
 * @returns the authorization code. Only its hash is stored.
 * @throws {AppError} `too_many_connections`.
 */
export function connectProgram(
  db: Database,
  viewer: Changer,
  request: {
    client: { id: string; name: string };
    redirectAddress: string;
    challenge: string;
    scopes: readonly TokenScope[];
    /** The browser of the person, in words. */
    device: string;
  },
): Promise<string> {
  const { client, redirectAddress, challenge, device } = request;
  return changeAlone(db, viewer, async (tx, { way }) => {
    if (way === "token") throw new AppError("token_not_accepted");
    if ((await selectConnections(tx, viewer.id)).length >= maxConnections)
      throw new AppError("too_many_connections");
    const id = uuidv7();
    const scopes = [...request.scopes];
    await tx
      .insertInto("sessions")
      .values({
        ...{ id, user_id: viewer.id, user_agent: "", address: viewer.address },
        ...{ way: "token", made_by: way, scopes, expires_at: new Date(Date.now() + longestMs) },
        ...{ ended_at: null, end_reason: null },
      })
      .execute();
    // The name is kept with the connection: a program cannot change what its person agreed to.
    await sql`WITH used AS (UPDATE oauth_clients SET connected_at = now() WHERE id = ${client.id})
      INSERT INTO program_connections (id, client_id, name, redirect_host)
      VALUES (${id}, ${client.id}, ${client.name}, ${describeRedirect(redirectAddress).redirectTo})`.execute(
      tx,
    );
    const { token: code, hash } = newPersonalToken(connectionPrefixes.code);
    await sql`INSERT INTO oauth_codes (code_hash, connection_id, redirect_address, challenge, expires_at)
      VALUES (${hash}, ${id}, ${redirectAddress}, ${challenge}, now() + ${codeLifetime}::interval)`.execute(
      tx,
    );
    await notify(tx, {
      ...{ kind: "token.created", subjectId: id, people: [viewer.id] },
      facts: { place: client.name, device, address: viewer.address },
    });
    await recordAct(tx, {
      action: "program.connected",
      actor: viewer,
      address: viewer.address,
      subject: { type: "token", id, name: client.name },
      after: { scopes, redirectTo: describeRedirect(redirectAddress).redirectTo },
    });
    return code;
  });
}

interface ConnectionRow {
  id: string;
  name: string;
  redirect_host: string;
  scopes: TokenScope[];
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  used_address: string | null;
}

/** Lists the programs that a person has connected, the newest first. There are at most `maxConnections`. */
export async function listConnections(db: Database, userId: string): Promise<ConnectedProgram[]> {
  const rows = await selectConnections(db, userId);
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, redirectTo: row.redirect_host, scopes: row.scopes },
    ...{ createdAt: row.created_at.toISOString(), endsAt: row.expires_at.toISOString() },
    lastUse: row.used_at && { at: row.used_at.toISOString(), address: row.used_address ?? "" },
  }));
}

async function selectConnections(db: Database, userId: string): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    SELECT c.id, c.name, c.redirect_host, s.scopes, s.created_at, s.expires_at, c.used_at, c.used_address
    FROM sessions s JOIN program_connections c ON c.id = s.id
    WHERE s.user_id = ${userId} AND s.ended_at IS NULL AND s.expires_at > now()
    ORDER BY s.created_at DESC, s.id DESC LIMIT ${sql.lit(maxConnections)}`.execute(db);
  return rows;
}

/**
 * Disconnects a program of the viewer: every node refuses it from the commit on.
 * @throws {AppError} `connected_program_not_found` also for one of somebody else.
 */
export function disconnectProgram(db: Database, viewer: Changer, programId: string): Promise<void> {
  return changeAlone(db, viewer, async (tx) => {
    const program = (await selectConnections(tx, viewer.id)).find(({ id }) => id === programId);
    if (!program) throw new AppError("connected_program_not_found");
    await endConnection(tx, programId, "program disconnected");
    await recordAct(tx, {
      action: "program.disconnected",
      actor: viewer,
      address: viewer.address,
      subject: { type: "token", id: programId, name: program.name },
    });
  });
}

/** Ends a connection with all its tokens. */
export async function endConnection(tx: Database, id: string, reason: string): Promise<void> {
  await tx
    .updateTable("sessions")
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}
