import type { connectionRoutes } from "@atoll/contract/mcp/oauth-routes";
import type { OwnedConnection } from "@atoll/contract/mcp/oauth-schemas";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Changer } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import {
  assertAdministrator,
  changeAlone,
  endProgramSessions,
  fetchProgramPage,
} from "../../identity/public.ts";
import { presentConnection, selectConnections } from "./connections.ts";
import { describeRedirect } from "./redirects.ts";

const maxBlockedShown = 200;

/** Lists a page of everyone's connections that work, the newest first. */
export async function listAllConnections(
  db: Database,
  query: RouteInput<typeof connectionRoutes.listAllConnections>["query"],
): Promise<{ items: OwnedConnection[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await fetchProgramPage(query, "c.name", (condition, count) =>
    selectConnections(db, condition, count),
  );
  return {
    items: rows.map((row) => ({
      ...presentConnection(row),
      clientId: row.client_id,
      owner: { id: row.user_id, name: row.owner },
    })),
    nextCursor,
  };
}

/** Lists the programs that nobody can connect, the last blocked first. */
export async function listBlockedPrograms(
  db: Database,
): Promise<RouteOutput<typeof connectionRoutes.listBlockedPrograms>> {
  const { rows } = await sql<{ id: string; name: string; redirect_addresses: string[]; blocked_at: Date }>`
    SELECT id, name, redirect_addresses, blocked_at FROM oauth_clients WHERE blocked_at IS NOT NULL
    ORDER BY blocked_at DESC LIMIT ${sql.lit(maxBlockedShown)}`.execute(db);
  return {
    programs: rows.map((row) => ({
      ...{ clientId: row.id, name: row.name, blockedAt: row.blocked_at.toISOString() },
      redirectTo: [...new Set(row.redirect_addresses.map((address) => describeRedirect(address).redirectTo))],
    })),
  };
}

/**
 * Blocks a program, one at a time with consents: it ends all of its connections, and nobody can connect it. Or lets
 * people connect it again.
 * @throws {AppError} `forbidden`; `connected_program_not_found` for one that nobody has ever connected.
 */
export function setProgramBlocked(
  db: Database,
  viewer: Changer,
  { clientId, isBlocked }: { clientId: string; isBlocked: boolean },
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertAdministrator(current);
    const { rows } = await sql<{ name: string; changed: boolean }>`
      SELECT name, (blocked_at IS NULL) = ${isBlocked} AS changed FROM oauth_clients WHERE id = ${clientId}`.execute(
      tx,
    );
    const [client] = rows;
    if (!client) throw new AppError("connected_program_not_found");
    if (!client.changed) return;
    await tx
      .updateTable("oauth_clients")
      .set({ blocked_at: isBlocked ? sql<Date>`now()` : null })
      .where("id", "=", clientId)
      .execute();
    if (isBlocked)
      await endProgramSessions(
        tx,
        "program blocked",
        sql`id IN (SELECT id FROM program_connections WHERE client_id = ${clientId})`,
      );
    await recordAct(tx, {
      action: isBlocked ? "program.blocked" : "program.allowed",
      actor: viewer,
      address: viewer.address,
      subject: { type: "token", id: clientId, name: client.name },
    });
  });
}
