import { oidcSettingsSchema } from "@atoll/contract/directories/sign-on-schemas";
import { personNameMaxLength } from "@atoll/contract/identity/account";
import { nameSchema } from "@atoll/contract/text/names";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { recordAct } from "../../../platform/audit.ts";
import type { SingleSignOnConfig } from "../../../platform/configuration/single-sign-on-config.ts";
import type { Log } from "../../../platform/log/log.ts";
import { findLookalikes } from "../../../platform/lookalikes.ts";
import type { Database } from "../../../tables.ts";
import { namesOfColleagues } from "../names-of-colleagues.ts";
import { type AccountRow, findAccount } from "../queries.ts";
import type { Claims } from "./provider.ts";

/** The account of a new person could not be created. Specification, section 8: 'Registration failed'. */
export class RegistrationFailed extends Error {}

/** The rules for people without an account, and the roles that the configuration maps. */
export type AdmissionRules = Pick<SingleSignOnConfig, "createsPending" | "roles">;

/** Decides in the transaction whether an account with a verified address may be linked. */
export type MayLink = (tx: Database, userId: string) => Promise<boolean>;

/** The provider's claims, as far as they decide about the account. */
export type PersonClaims = Pick<Claims, "iss" | "sub" | "email" | "email_verified" | "name"> &
  Record<string, unknown>;

/**
 * Returns the account of a person authenticated by the provider, with the roles from the provider's claim. At the first
 * sign-in, the account is found by an email that the provider has verified, and linked permanently, or created as
 * pending if the configuration allows it.
 * @returns undefined for a person without an account, if none may be created.
 * @throws {RegistrationFailed} if an account could not be created.
 */
export async function enterPerson(
  deps: { db: Database; log: Log; config: AdmissionRules; mayLink: MayLink },
  claims: PersonClaims,
  address: string,
): Promise<AccountRow | undefined> {
  return deps.db.transaction().execute(async (tx) => {
    // The administration's lock: accounts and roles cannot change, and two concurrent sign-ins of a new person create
    // one account.
    await sql`SELECT pg_advisory_xact_lock(hashtext('atoll administration'))`.execute(tx);
    const userId = (await findLinked(tx, claims)) ?? (await linkOrCreate(tx, deps, claims, address));
    if (userId === undefined) return undefined;
    // Groups that were set up in the admin panel decide instead of the configured roles.
    if (deps.config.roles && !(await hasGroupsOfProvider(tx)))
      await followRoles(tx, deps.log, deps.config.roles, { userId, claims, address });
    return findAccount(tx, { id: userId });
  });
}

/** Returns which account a person would be signed in to, without changing anything. */
export async function findAccountBySignOn(
  db: Database,
  claims: PersonClaims,
): Promise<"linked" | "address" | "no address" | "taken" | "none"> {
  if (await findLinked(db, claims)) return "linked";
  if (!claims.email || !claims.email_verified) return "no address";
  const account = await findAccount(db, { email: claims.email });
  if (!account) return "none";
  return (await isLinked(db, account.id, claims.iss)) ? "taken" : "address";
}

async function findLinked(tx: Database, { iss, sub }: PersonClaims): Promise<string | undefined> {
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
  { log, config, mayLink }: { log: Log; config: AdmissionRules; mayLink: MayLink },
  claims: PersonClaims,
  address: string,
): Promise<string | undefined> {
  const { iss, sub, email } = claims;
  // An unverified email may belong to anybody: linking by it would hand over an account.
  if (!email || !claims.email_verified) {
    log.warn({ subject: sub }, "single sign-on: the provider gives no verified email for this person");
    return undefined;
  }
  const account = await findAccount(tx, { email });
  if (account?.isGuest) {
    // Nothing that decides about colleagues decides about a guest (decision 165).
    log.warn({ subject: sub }, "single sign-on: the account with this email belongs to a guest");
    return undefined;
  }
  if (account && (await isLinked(tx, account.id, iss))) {
    // Email addresses are reused: the account belongs to somebody else unless an administrator says otherwise.
    log.warn({ subject: sub }, "single sign-on: the account with this email belongs to another person there");
    return undefined;
  }
  if (account && !(await mayLink(tx, account.id))) {
    log.warn(
      { subject: sub },
      "single sign-on: an administrator's account is linked once the person is confirmed",
    );
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

/**
 * Creates an account without a password for a person of the provider. It is pending until an administrator (or the
 * provider's claim) gives a role. The provider has verified the email.
 */
async function createPendingAccount(
  tx: Database,
  { email, name }: { email: string; name: string },
): Promise<{ id: string; name: string }> {
  const id = uuidv7();
  // Use the provider's name, unless it would not be allowed here because of its characters or a lookalike. Nobody is
  // refused for that.
  const shown = (await acceptableName(tx, name)) ?? email;
  await tx.insertInto("profiles").values({ id, name: shown, avatar_url: null }).execute();
  await tx
    .insertInto("accounts")
    .values({
      id,
      email,
      password_hash: null,
      email_confirmed_at: new Date(),
      disabled_at: null,
      last_active_at: null,
    })
    .execute();
  await tx
    .insertInto("user_roles")
    .columns(["user_id", "role_id"])
    .expression((eb) =>
      eb
        .selectFrom("roles")
        .select((role) => [role.val(id).as("user_id"), "id"])
        .where("name", "=", "pending"),
    )
    .execute();
  return { id, name: shown };
}

async function acceptableName(tx: Database, name: string): Promise<string | undefined> {
  const { data } = nameSchema(personNameMaxLength).safeParse(name);
  if (data === undefined) return undefined;
  const [look] = await findLookalikes(tx, [data], namesOfColleagues());
  return look?.lookalike === undefined ? data : undefined;
}

async function hasGroupsOfProvider(tx: Database): Promise<boolean> {
  const row = await tx
    .selectFrom("directories")
    .select("settings")
    .where("kind", "=", "oidc")
    .where("state", "=", "on")
    .executeTakeFirst();
  return oidcSettingsSchema.safeParse(row?.settings).success;
}

/**
 * Gives and removes the roles mapped in the configuration, according to the provider's claim. Other roles stay, except
 * that `pending` is removed when a role is given. Runs in the transaction with the administration's lock.
 */
async function followRoles(
  tx: Database,
  log: Log,
  mapping: NonNullable<SingleSignOnConfig["roles"]>,
  { userId, claims, address }: { userId: string; claims: PersonClaims; address: string },
): Promise<void> {
  const account = await findAccount(tx, { id: userId });
  if (!account) return;
  // A claim that was not sent says nothing, such as when there are too many groups for a token.
  if (claims[mapping.claim] === undefined) return;
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
