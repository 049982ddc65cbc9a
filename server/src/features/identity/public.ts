import { isTimeZone } from "@atoll/contract/time-zone";
import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import { looksTaken, rejectLookalikeName } from "../../platform/lookalikes.ts";
import type { Database } from "../../tables.ts";
import { namesOfColleagues } from "./names-of-colleagues.ts";
import { assertMayEnter, isHeldBack } from "./policy.ts";
import { mustActFirst, presentViewer } from "./present.ts";
import { type AccountRow, findAccount, findAccounts } from "./queries.ts";
import type { RequestViewer } from "./request-viewer.ts";
import { judgeViewer, type Viewers } from "./viewers.ts";

export { firstAdministratorName } from "./accounts/first-administrator.ts";
export { assertOwner } from "./assert-owner.ts";
export { assertAdministrator, assertSuperAdmin, isHeldBack } from "./policy.ts";
export { mustActFirst } from "./present.ts";
export { findHolders } from "./queries.ts";
export { recordRefusal } from "./record-refusal.ts";
export { removeFactors, removePasskeys } from "./remove-factors.ts";
export type { RequestViewer } from "./request-viewer.ts";
export { sealedColumn } from "./sealed-column.ts";
export { closeSessions } from "./sessions/close-sessions.ts";
export type { Cookies } from "./sessions/cookie-jar.ts";
export { describeDevice } from "./sessions/describe-device.ts";
export { type Device, deviceOf } from "./sessions/device.ts";
export { takeNetworkAttempt } from "./sessions/lockout.ts";
export {
  addAbsentSession,
  addProgramSession,
  endProgramSessions,
  farAway,
  fetchProgramPage,
  type ProgramAccessRow,
  presentUse,
} from "./sessions/program-sessions.ts";
export { signInProven } from "./sign-in-proven.ts";
export { admitPerson, loginPage } from "./single-sign-on/admit-person.ts";
export { findAccountBySignOn, type PersonClaims } from "./single-sign-on/enter-person.ts";
export { handOverJar, samlAttemptJar } from "./single-sign-on/hand-over.ts";
export { openAttempt, sealAttempt } from "./single-sign-on/seal-attempt.ts";
export { deleteLeftovers, useOnce } from "./single-sign-on/use-once.ts";
export { namesOfColleagues };

/** The directory that an account follows, and whether the person is active there. */
export interface FollowedDirectory {
  id: string;
  name: string;
  isActive: boolean;
}

/**
 * SQL: the directory that manages an account, or null. One that is switched off does not, and providers of single
 * sign-on only decide about roles and departments.
 */
export function followedDirectory(userId: RawBuilder<unknown>): RawBuilder<FollowedDirectory | null> {
  return sql<FollowedDirectory | null>`(
    SELECT json_build_object('id', d.id, 'name', d.name, 'isActive', dp.is_active)
    FROM directory_people dp JOIN directories d ON d.id = dp.directory_id
    WHERE dp.user_id = ${userId} AND d.state = 'on' AND d.kind NOT IN ('saml', 'oidc') ORDER BY dp.gone_at DESC NULLS FIRST LIMIT 1)`;
}

/** The refusal of a change that the account's directory makes. */
export function managedBy({ name }: FollowedDirectory): AppError {
  return new AppError("managed_by_directory", { figures: { name } });
}

/** The person and session that perform an action. */
type Held = Pick<RequestViewer, "id" | "sessionId">;

/**
 * Runs a transaction that changes people, roles, departments, channels or memberships in the name of a viewer. All such
 * writes use this function (the matrix detects a write that does not), because the viewer may lose the right between
 * the request and the write. `change` gets the viewer as they are now, and checks its policies against that.
 * @throws {AppError} as `holdViewer`.
 */
export function changeAs<T>(
  db: Database,
  viewer: Held,
  change: (tx: Database, viewer: RequestViewer) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => change(tx, await holdViewer(tx, viewer)));
}

/**
 * Does the same, one at a time with administrative changes: for changes that end other sessions than the viewer's or
 * write to accounts that administrators may be editing, so that they do not deadlock.
 * @throws {AppError} as `holdViewer`.
 */
export function changeAlone<T>(
  db: Database,
  viewer: Held,
  change: (tx: Database, viewer: RequestViewer) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => {
    await waitForTurn(tx);
    return change(tx, await holdViewer(tx, viewer));
  });
}

/** Takes the turn of the administration, of which there is one in the whole company, until the transaction ends. */
export async function waitForTurn(tx: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll administration'))`.execute(tx);
}

/**
 * The viewer as they are now, held until the transaction ends: to end their session, disable or delete their account,
 * take a role from them or a permission from a role has to wait until this write is done, and comes after it.
 *
 * Locks are taken in one order everywhere: the administration's, sessions, roles, members of channels, channels, the
 * audit log's.
 * @throws {AppError} `session_expired`, `account_disabled`, `email_not_confirmed` or `account_pending`.
 */
export async function holdViewer(tx: Database, { id, sessionId }: Held): Promise<RequestViewer> {
  const session = await tx
    .selectFrom("sessions")
    .select(["id", "way", "scopes", "made_by", "ended_at", "expires_at"])
    // Marks the transaction as writing on behalf of this viewer. A test finds writes without the mark.
    .select(sql`set_config('atoll.viewer', ${id}, true)`.as("noted"))
    .where("id", "=", sessionId)
    .where("user_id", "=", id)
    .forShare()
    .executeTakeFirst();
  if (!session) throw new AppError("session_expired");
  if (session.way === "token") await holdOwner(tx, id);
  await sql`SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
    WHERE ur.user_id = ${id} ORDER BY r.id FOR SHARE OF ur, r`.execute(tx);
  // Read after locking, so that nobody can change it.
  return judgeViewer(session, await findAccount(tx, { id }));
}

/** Holds the owner of a bot like a viewer, and who owns it. Does nothing for a person's own token. */
async function holdOwner(tx: Database, botId: string): Promise<void> {
  const { rows } = await sql<{ owner_id: string | null }>`
    SELECT owner_id FROM bots WHERE id = ${botId} FOR SHARE`.execute(tx);
  const ownerId = rows[0]?.owner_id;
  if (!ownerId) return;
  await sql`SELECT FROM accounts WHERE id = ${ownerId} FOR SHARE`.execute(tx);
  await sql`SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
    WHERE ur.user_id = ${ownerId} ORDER BY r.id FOR SHARE OF ur, r`.execute(tx);
  await sql`SELECT FROM roles WHERE lower(name) = 'user' FOR SHARE`.execute(tx);
}

/**
 * Returns the account of a person in whose name something happens without them, as it is now, held until the
 * transaction ends like that of a viewer (`holdViewer`). Undefined if they may not sign in any more.
 */
export async function holdAbsent(tx: Database, userId: string): Promise<AccountRow | undefined> {
  await sql`SELECT set_config('atoll.viewer', ${userId}, true) FROM accounts WHERE id = ${userId} FOR SHARE`.execute(
    tx,
  );
  await sql`SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
    WHERE ur.user_id = ${userId} ORDER BY r.id FOR SHARE OF ur, r`.execute(tx);
  const account = await findAccount(tx, { id: userId });
  try {
    if (account) assertMayEnter(account);
    return account;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Returns the account of a person in whose name something is read without them, as it is now. Undefined if they may not
 * sign in any more, or must first do something themselves.
 */
export async function findAbsent(db: Database, userId: string): Promise<AccountRow | undefined> {
  const account = await findAccount(db, { id: userId });
  return account && mayActAbsent(account) ? account : undefined;
}

/** Presents an account that `findAbsent` found, for reading without a request. It has no session. */
export const presentAbsent = (account: AccountRow): RequestViewer => ({
  ...presentViewer(account, "password"),
  ...{ sessionId: "", way: "password", scopes: null },
});

/** Returns those of these people in whose name something goes on without them, as `findAbsent` does. */
export async function findAllAbsent(db: Database, userIds: readonly string[]): Promise<Set<string>> {
  const accounts = await findAccounts(db, userIds);
  return new Set(accounts.filter(mayActAbsent).map(({ id }) => id));
}

function mayActAbsent(account: AccountRow): boolean {
  try {
    assertMayEnter(account);
    return !mustActFirst(account);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Returns the viewer of a session, or undefined if they have lost access or must first do something else. */
export async function presentViewerOf(
  viewers: Pick<Viewers, "ofSession">,
  session: { userId: string; sessionId: string },
): Promise<RequestViewer | undefined> {
  try {
    const viewer = await viewers.ofSession(session);
    return isHeldBack(viewer) ? undefined : viewer;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

/**
 * Asserts that what a program writes cannot pass for the words of a colleague.
 * @throws {AppError} `name_looks_taken`, also for an equal name.
 */
export async function rejectNameOfColleague(tx: Database, name: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM (${namesOfColleagues()}) c
    WHERE lower(c.name) = lower(${name}) LIMIT 1`.execute(tx);
  const [equal] = rows;
  if (equal) throw looksTaken(equal.name);
  await rejectLookalikeName(tx, name, namesOfColleagues());
}

/**
 * Returns the time zones of people: their setting, else where a browser of theirs was last, else the zone of their
 * quiet hours. People without one, or with one that this runtime does not know, are left out.
 */
export async function zonesOf(
  db: QueryExecutorProvider,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; zone: string }>`
    SELECT a.id, coalesce(
        a.preferences ->> 'timeZone', a.preferences ->> 'seenTimeZone', s.settings #>> '{quietHours,timeZone}') AS zone
    FROM accounts a LEFT JOIN notification_settings s ON s.user_id = a.id
    WHERE a.id = ANY(${[...userIds]}::uuid[])`.execute(db);
  return new Map(rows.flatMap(({ id, zone }) => (zone && isTimeZone(zone) ? [[id, zone] as const] : [])));
}

/** Forgets which accounts the people of a provider have signed in to. Returns how many there were. */
export async function forgetIdentities(tx: Database, issuer: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("single_sign_on_identities")
    .where("issuer", "=", issuer)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
