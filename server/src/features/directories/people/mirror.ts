import { type RawBuilder, type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import type { Database, Tables } from "../../../tables.ts";
import { waitForTurn } from "../../identity/public.ts";

// The words of directories, as they said them. `follow.ts` brings the accounts to it.

export type DirectoryRow = Selectable<Tables["directories"]>;
export type PersonRow = Selectable<Tables["directory_people"]>;
export type GroupRow = Selectable<Tables["directory_groups"]>;

/**
 * Takes the turn of the administration and holds a directory until the transaction ends: it can neither be switched off
 * nor get another secret before. The writes are then made in its name.
 * @param secretHash for SCIM: the secret of the request, which may have been replaced since.
 * @throws {AppError} `directory_not_found`.
 */
export async function holdDirectory(
  tx: Database,
  directoryId: string,
  secretHash?: Buffer,
): Promise<DirectoryRow> {
  await waitForTurn(tx);
  const row = await tx
    .selectFrom("directories")
    .selectAll()
    .select(sql`set_config('atoll.viewer', id::text, true)`.as("noted"))
    .where("id", "=", directoryId)
    .where("state", "!=", "off")
    .$if(secretHash !== undefined, (query) => query.where("secret_hash", "=", secretHash ?? Buffer.alloc(0)))
    .forShare()
    .executeTakeFirst();
  if (!row) throw new AppError("directory_not_found");
  return row;
}

/** Notes that a directory was heard. Not with every request: that would be a write for each. */
export async function noteHeard(db: Database, directoryId: string): Promise<void> {
  await sql`UPDATE directories SET last_at = now() WHERE id = ${directoryId}
    AND (last_at IS NULL OR last_at < now() - interval '10 seconds')`.execute(db);
}

/** Marks these people as due, so that their accounts follow the directory. */
export async function makeDue(tx: Database, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return;
  await sql`UPDATE directory_people SET is_due = true WHERE id = ANY(${[...personIds]}::uuid[])`.execute(tx);
}

/** SQL: a person who is gone was disabled once and for good, unless there was a problem. */
export const isToFollow = sql<boolean>`(gone_at IS NULL OR problem IS NOT NULL)`;

/** SQL: whether directories of this kind are providers of single sign-on. Other directories take accounts over from them. */
export const isSignOn = (kind: RawBuilder<unknown>) => sql<boolean>`(${kind} IN ('saml', 'oidc'))`;

/** Makes the accounts of all people of a directory due. */
export async function makeAllDue(tx: Database, directoryId: string): Promise<void> {
  await sql`UPDATE directory_people SET is_due = true
    WHERE directory_id = ${directoryId} AND ${isToFollow}`.execute(tx);
}

/** Accounts that a SCIM directory disables by itself within a day: this share of its people, and always a few. */
const [leaverPercent, freeLeavers] = [10, 20];

/**
 * Returns how many more accounts a SCIM directory may disable by itself: a leaked secret must not disable everyone.
 * None while some wait for a super administrator.
 */
export async function leaversLeft(tx: Database, { id, leavers }: DirectoryRow): Promise<number> {
  if (leavers !== null) return 0;
  const { rows } = await sql<{ allowed: number; left: number }>`
    SELECT greatest(${freeLeavers}, count(*) * ${leaverPercent} / 100)::int AS allowed,
      count(*) FILTER (WHERE p.disabled_at > greatest(now() - interval '1 day', d.leavers_confirmed_at))::int AS "left"
    FROM directory_people p JOIN directories d ON d.id = p.directory_id
    WHERE d.id = ${id} AND p.user_id IS NOT NULL`.execute(tx);
  const [counts] = rows;
  return counts ? Math.max(0, counts.allowed - counts.left) : 0;
}

/** Writes how many people wait for a super administrator who lets them leave, for the page of the directory. */
export async function countHeldLeavers(tx: Database, directoryId: string): Promise<void> {
  const text = "Many people left at once. Their accounts work until you let them leave.";
  await sql`UPDATE directories d SET leavers = nullif(held.count, 0),
      last_problem = CASE WHEN held.count > 0 THEN ${text} END
    FROM (SELECT count(*)::int AS count FROM directory_people
      WHERE directory_id = ${directoryId} AND problem = 'many_leavers') AS held
    WHERE d.id = ${directoryId}`.execute(tx);
}

/** Marks a person as gone from the directory: their account is disabled when it is brought to this. */
export async function markGone(tx: Database, personIds: readonly string[]): Promise<void> {
  const ids = [...personIds];
  await sql`DELETE FROM directory_members WHERE person_id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`UPDATE directory_people SET gone_at = now(), is_active = false, is_due = true, resource = '{}',
    version = version + 1,
    updated_at = now() WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  // Nothing is left to remember of people who have no account.
  await sql`DELETE FROM directory_people WHERE id = ANY(${ids}::uuid[]) AND user_id IS NULL`.execute(tx);
}

/** The people in these groups, and in the groups within them. Groups may contain each other. */
export async function peopleWithin(tx: Database, groupIds: readonly string[]): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE within AS (
      SELECT id FROM unnest(${[...groupIds]}::uuid[]) AS given (id)
      UNION
      SELECT m.child_id FROM within w JOIN directory_members m ON m.group_id = w.id WHERE m.child_id IS NOT NULL)
    SELECT DISTINCT m.person_id AS id FROM within w JOIN directory_members m ON m.group_id = w.id
    WHERE m.person_id IS NOT NULL`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds people and groups to a group, or takes them out of it. @returns those whose membership changed. */
export async function changeMembers(
  tx: Database,
  groupId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] | "all" },
): Promise<string[]> {
  const ids = remove === "all" ? null : [...remove];
  const removed = await sql<{ id: string }>`DELETE FROM directory_members WHERE group_id = ${groupId}
    AND (${ids}::uuid[] IS NULL OR coalesce(person_id, child_id) = ANY(${ids}::uuid[]))
    RETURNING coalesce(person_id, child_id) AS id`.execute(tx);
  const added = await sql<{ id: string }>`
    WITH given AS (SELECT DISTINCT unnest(${[...add]}::uuid[]) AS id)
    INSERT INTO directory_members (group_id, person_id, child_id)
    SELECT ${groupId}, p.id, g.id FROM given
      LEFT JOIN directory_people p ON p.id = given.id LEFT JOIN directory_groups g ON g.id = given.id
    ON CONFLICT DO NOTHING RETURNING coalesce(person_id, child_id) AS id`.execute(tx);
  // A member that was taken out and put in again has not changed.
  const [out, into] = [new Set(removed.rows.map(({ id }) => id)), new Set(added.rows.map(({ id }) => id))];
  return [...[...out].filter((id) => !into.has(id)), ...[...into].filter((id) => !out.has(id))];
}

/** Notes what a directory did, for its page. */
export async function noteEvents(
  tx: Database,
  directoryId: string,
  events: readonly { kind: string; name: string; userId: string | null; detail?: string }[],
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insertInto("directory_events")
    .values(
      events.map(({ kind, name, userId, detail = "" }) => ({
        id: uuidv7(),
        directory_id: directoryId,
        kind,
        name,
        user_id: userId,
        detail,
      })),
    )
    .execute();
}
