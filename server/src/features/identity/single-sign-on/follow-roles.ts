import { sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import type { SingleSignOnConfig } from "../../../platform/configuration/single-sign-on-config.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { Database } from "../../../tables.ts";
import { findAccount } from "../queries.ts";
import type { Claims } from "./provider.ts";

/**
 * Gives and removes the roles mapped in the configuration, according to the provider's claim. Other roles stay, except
 * that `pending` is removed when a role is given. Runs in the transaction with the administration's lock.
 */
export async function followRoles(
  tx: Database,
  log: Log,
  mapping: NonNullable<SingleSignOnConfig["roles"]>,
  { userId, claims, address }: { userId: string; claims: Claims; address: string },
): Promise<void> {
  const account = await findAccount(tx, { id: userId });
  if (!account) return;
  const values = valuesOf(claims[mapping.claim]);
  const wanted = new Set(mapping.map.filter(({ value }) => values.includes(value)).map(({ role }) => role));
  const held = new Set(account.roles.map(({ name }) => name.toLowerCase()));
  const mapped = await findRoles(tx, [...new Set(mapping.map.map(({ role }) => role))], log);

  const given = mapped.filter((role) => wanted.has(role) && !held.has(role));
  const taken = mapped.filter((role) => !wanted.has(role) && held.has(role));
  if (taken.includes("super_admin") && !(await hasOtherSuperAdmin(tx, userId))) {
    log.warn({ userId }, "single sign-on: the last super administrator keeps the role that the claim takes");
    taken.splice(taken.indexOf("super_admin"), 1);
  }
  if (held.has("pending") && mapped.some((role) => wanted.has(role))) taken.push("pending");
  if (given.length === 0 && taken.length === 0) return;

  await sql`DELETE FROM user_roles ur USING roles r
    WHERE r.id = ur.role_id AND ur.user_id = ${userId} AND lower(r.name) = ANY(${taken})`.execute(tx);
  await sql`INSERT INTO user_roles (user_id, role_id)
    SELECT ${userId}, id FROM roles WHERE lower(name) = ANY(${given})`.execute(tx);
  // Administrators who are editing this person get a conflict.
  await sql`UPDATE accounts SET version = version + 1 WHERE id = ${userId}`.execute(tx);
  const after = await findAccount(tx, { id: userId });
  await recordAct(tx, {
    action: "user.updated",
    actor: undefined,
    address,
    subject: { type: "user", id: userId, name: account.name || account.email },
    before: { roles: account.roles.map(({ name }) => name) },
    after: { roles: after?.roles.map(({ name }) => name) ?? [], singleSignOn: claims.iss },
  });
}

/** A claim may be one value or a list. */
function valuesOf(claim: unknown): string[] {
  const list: unknown[] = Array.isArray(claim) ? claim : [claim];
  return list.filter((value) => typeof value === "string");
}

/** Those of the names, in lower case, that a role has. */
async function findRoles(tx: Database, names: string[], log: Log): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT lower(name) AS name FROM roles WHERE lower(name) = ANY(${names})`.execute(tx);
  const found = rows.map(({ name }) => name);
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length > 0) {
    log.warn({ missing }, "single sign-on: ATOLL_OIDC_ROLE_MAP names roles that do not exist");
  }
  return found;
}

async function hasOtherSuperAdmin(tx: Database, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("user_roles as ur")
    .innerJoin("roles as r", "r.id", "ur.role_id")
    .innerJoin("accounts as a", "a.id", "ur.user_id")
    .select("a.id")
    .where("r.name", "=", "super_admin")
    .where("a.id", "<>", userId)
    .where("a.disabled_at", "is", null)
    .where("a.email_confirmed_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
