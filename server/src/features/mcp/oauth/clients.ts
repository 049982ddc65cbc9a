import type { clientMetadataSchema, registeredClientSchema } from "@atoll/contract/mcp/oauth-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { readMcpRules } from "../rules.ts";
import { isRedirectAddress } from "./redirects.ts";

/** Programs that nobody has connected yet. Anybody can register one, so their number is limited. */
const maxUnused = 500;
/** A person has this long to sign in and consent, even while many others register. */
const safeFor = sql.lit("1 hour");

/**
 * Registers a program. Registering gives no access: a person decides on the consent page.
 * @throws {AppError} `oauth_registration_off`, `oauth_invalid_redirect_uri`, `oauth_registration_full`.
 */
export async function registerClient(
  db: Database,
  { client_name: name, redirect_uris: redirects }: z.output<typeof clientMetadataSchema>,
): Promise<z.output<typeof registeredClientSchema>> {
  if (!(await readMcpRules(db)).mayRegister) throw new AppError("oauth_registration_off");
  if (!redirects.every(isRedirectAddress)) throw new AppError("oauth_invalid_redirect_uri");
  const id = uuidv7();
  await transact(db, async (tx) => {
    // One at a time, or many at once would all count the same.
    await sql`SELECT pg_advisory_xact_lock(hashtext('atoll oauth clients'))`.execute(tx);
    if ((await countUnused(tx)) >= maxUnused) await makeRoom(tx);
    await tx
      .insertInto("oauth_clients")
      .values({ id, name, redirect_addresses: redirects, connected_at: null })
      .execute();
  });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: name,
    redirect_uris: redirects,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

async function countUnused(tx: Database): Promise<number> {
  const { count } = await tx
    .selectFrom("oauth_clients")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("connected_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the oldest program that nobody has connected. */
async function makeRoom(tx: Database): Promise<void> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM oauth_clients WHERE id = (
    SELECT id FROM oauth_clients WHERE connected_at IS NULL AND created_at < now() - ${safeFor}::interval
    ORDER BY created_at LIMIT 1)`.execute(tx);
  if (numAffectedRows === 0n) throw new AppError("oauth_registration_full");
}
