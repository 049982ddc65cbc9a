import { sql } from "kysely";
import { recordAct } from "../../../platform/audit.ts";
import type { SingleSignOnConfig } from "../../../platform/configuration/single-sign-on-config.ts";
import type { Log } from "../../../platform/log/log.ts";
import type { Database } from "../../../tables.ts";
import { type AccountRow, findAccount } from "../queries.ts";
import { createPendingAccount } from "./create-pending-account.ts";
import { followRoles } from "./follow-roles.ts";
import type { Claims } from "./provider.ts";

/** The account of a new person could not be created. Specification, section 8: 'Registration failed'. */
export class RegistrationFailed extends Error {}

/**
 * Returns the account of a person authenticated by the provider, with the roles from the provider's claim. At the first
 * sign-in, the account is found by an email that the provider has verified, and linked permanently, or created as
 * pending if the configuration allows it.
 * @returns undefined for a person without an account, if none may be created.
 * @throws {RegistrationFailed} if an account could not be created.
 */
export async function enterPerson(
  deps: { db: Database; log: Log; config: SingleSignOnConfig },
  claims: Claims,
  address: string,
): Promise<AccountRow | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    // The administration's lock: accounts and roles cannot change, and two concurrent sign-ins of a new person create
    // one account.
    await sql`SELECT pg_advisory_xact_lock(hashtext('atoll administration'))`.execute(tx);
    const userId = (await findLinked(tx, claims)) ?? (await linkOrCreate(tx, deps, claims, address));
    if (userId === undefined) return undefined;
    if (deps.config.roles) await followRoles(tx, deps.log, deps.config.roles, { userId, claims, address });
    return findAccount(tx, { id: userId });
  });
}

async function findLinked(tx: Database, { iss, sub }: Claims): Promise<string | undefined> {
  const identity = await tx
    .selectFrom("single_sign_on_identities")
    .select("user_id")
    .where("issuer", "=", iss)
    .where("subject", "=", sub)
    .executeTakeFirst();
  return identity?.user_id;
}

async function linkOrCreate(
  tx: Database,
  { log, config }: { log: Log; config: SingleSignOnConfig },
  claims: Claims,
  address: string,
): Promise<string | undefined> {
  const { iss, sub, email } = claims;
  // An unverified email may belong to anybody: linking by it would hand over an account.
  if (!email || !claims.email_verified) {
    log.warn({ subject: sub }, "single sign-on: the provider gives no verified email for this person");
    return undefined;
  }
  const account = await findAccount(tx, { email });
  if (account && (await isLinked(tx, account.id, iss))) {
    // Email addresses are reused: the account belongs to somebody else unless an administrator says otherwise.
    log.warn({ subject: sub }, "single sign-on: the account with this email belongs to another person there");
    return undefined;
  }
  if (!account && !config.createsPending) return undefined;
  const person = account
    ? { id: account.id, name: account.name || account.email }
    : await createPendingAccount(tx, { email, name: claims.name ?? email }).catch((cause: unknown) => {
        throw new RegistrationFailed("no account could be made", { cause });
      });
  await tx
    .insertInto("single_sign_on_identities")
    .values({ issuer: iss, subject: sub, user_id: person.id })
    .execute();
  await recordAct(tx, {
    action: account ? "user.updated" : "user.created",
    actor: undefined,
    address,
    subject: { type: "user", ...person },
    after: account
      ? { singleSignOn: iss }
      : { email, name: person.name, roles: ["pending"], singleSignOn: iss },
  });
  return person.id;
}

async function isLinked(tx: Database, userId: string, issuer: string): Promise<boolean> {
  const row = await tx
    .selectFrom("single_sign_on_identities")
    .select("subject")
    .where("user_id", "=", userId)
    .where("issuer", "=", issuer)
    .executeTakeFirst();
  return row !== undefined;
}
