import { isDeepStrictEqual } from "node:util";
import type { DirectoryProblem } from "@atoll/contract/directories/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { sameInEachAttempt, transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { hasPower } from "../../administration/policy.ts";
import { selectUsers } from "../../administration/public.ts";
import { followPeople } from "../people/follow.ts";
import { type DirectoryRow, holdDirectory, noteEvents, noteHeard } from "../people/mirror.ts";
import type { NamedGroups } from "./named-groups.ts";

const maxGroupsOfDirectory = 20_000;

const neverNamedText =
  "No sign-in has named a group yet, so roles and departments stay as they are. Check the claim or attribute with the groups here and at the provider.";

/**
 * Writes what a provider of single sign-on says about a person who has signed in, and lets the account follow by the
 * rules of directories. Once the provider has named anyone's groups, a sign-in without any takes what groups gave. A list
 * that is not whole changes nothing and is noted with the person.
 */
export async function followSignOn(
  db: Database,
  seen: DirectoryRow,
  person: { subject: string; userId: string; groups: NamedGroups; address: string },
): Promise<void> {
  const { subject, userId, address } = person;
  const directoryId = seen.id;
  await noteHeard(db, directoryId);
  if (person.groups === undefined) return;
  await transact(db, async (tx) => {
    const directory = await holdDirectory(tx, directoryId).catch(nullIfAway);
    // The groups were read by settings that have since been changed.
    if (!directory || !isDeepStrictEqual(directory.settings, seen.settings)) return;
    const groups = person.groups === "absent" && directory.groups_heard_at ? [] : person.groups;
    if (groups === undefined || groups === "absent") return noteNeverNamed(tx, directoryId);
    // The identifiers that the account had before at this provider count no more.
    await sql`DELETE FROM directory_people WHERE directory_id = ${directoryId} AND signed_in_as = ${userId}
      AND external_id <> ${subject}`.execute(tx);
    const id = await writePerson(tx, directoryId, { subject, userId });
    if (id === undefined) return;
    if (typeof groups === "string") return noteProblem(tx, directoryId, id, `groups_${groups}`);
    await writeGroups(tx, directoryId, id, groups);
    await sql`UPDATE directories SET groups_heard_at = coalesce(groups_heard_at, now()), last_problem = NULL
      WHERE id = ${directoryId} AND (groups_heard_at IS NULL OR last_problem IS NOT NULL)`.execute(tx);
    await sql`UPDATE directory_people SET problem = NULL
      WHERE id = ${id} AND problem IN ('groups_too_many', 'groups_unreadable')`.execute(tx);
    await followPeople(tx, directory, [id], { address });
  });
}

/** Shows on the page of the directory that the claim or attribute may be a wrong one. */
async function noteNeverNamed(tx: Database, directoryId: string): Promise<void> {
  await sql`UPDATE directories SET last_problem = ${neverNamedText}
    WHERE id = ${directoryId} AND last_problem IS DISTINCT FROM ${neverNamedText}`.execute(tx);
}

/**
 * Returns whether a sign-in may link an account because of its address, in the transaction that would link it. For an
 * account with power over others, a super administrator confirms the person first, who is listed under "Cannot follow".
 */
export async function mayLink(
  tx: Database,
  { id: directoryId }: DirectoryRow,
  { subject, userId, groups }: { subject: string; userId: string; groups: NamedGroups },
): Promise<boolean> {
  const account = await selectUsers(tx).where("a.id", "=", userId).executeTakeFirst();
  if (!account || !hasPower(account)) return true;
  const id = await writePerson(tx, directoryId, { subject, userId });
  if (id === undefined) return false;
  const person = await tx
    .selectFrom("directory_people")
    .select("link_confirmed_at")
    .where("id", "=", id)
    .executeTakeFirst();
  if (person?.link_confirmed_at) return true;
  if (typeof groups === "object") await writeGroups(tx, directoryId, id, groups);
  await noteProblem(tx, directoryId, id, "administrator");
  return false;
}

/** Notes with a person why their account does not follow. */
async function noteProblem(
  tx: Database,
  directoryId: string,
  personId: string,
  problem: DirectoryProblem,
): Promise<void> {
  const { rows } = await sql<{ name: string; user_id: string | null }>`
    UPDATE directory_people SET problem = ${problem} WHERE id = ${personId} AND problem IS DISTINCT FROM ${problem}
    RETURNING name, user_id`.execute(tx);
  const events = rows.map(({ name, user_id }) => ({
    kind: "problem",
    name,
    userId: user_id,
    detail: problem,
  }));
  await noteEvents(tx, directoryId, events);
}

/** It was switched off or removed. */
function nullIfAway(error: unknown): null {
  if (error instanceof AppError && error.code === "directory_not_found") return null;
  throw error;
}

/** Writes a person with the account that they signed in to. Another account is linked by the rules again. */
async function writePerson(
  tx: Database,
  directoryId: string,
  { subject, userId }: { subject: string; userId: string },
): Promise<string | undefined> {
  const known = await tx
    .selectFrom("directory_people")
    .select("id")
    .where("directory_id", "=", directoryId)
    .where("external_id", "=", subject)
    .where("gone_at", "is", null)
    .executeTakeFirst();
  const id = known?.id ?? sameInEachAttempt("person", uuidv7);
  const { rows } = await sql<{ id: string }>`
    INSERT INTO directory_people (id, directory_id, external_id, user_name, email, name, is_active, resource, signed_in_as,
      is_due)
    SELECT ${id}, ${directoryId}, ${subject}, ${subject}, a.email, p.name, true, '{}', a.id, false
    FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = ${userId}
    ON CONFLICT (id) DO UPDATE SET
      user_id = CASE WHEN directory_people.signed_in_as = excluded.signed_in_as THEN directory_people.user_id END,
      link_confirmed_at = CASE WHEN directory_people.signed_in_as = excluded.signed_in_as
        THEN directory_people.link_confirmed_at END,
      signed_in_as = excluded.signed_in_as, email = excluded.email, name = excluded.name, updated_at = now(),
      version = directory_people.version + CASE
        WHEN (directory_people.signed_in_as, directory_people.email) = (excluded.signed_in_as, excluded.email) THEN 0
        ELSE 1 END
    RETURNING id`.execute(tx);
  return rows[0]?.id;
}

/** Puts a person into the groups that the provider named, and out of all others. Unknown groups are added. */
async function writeGroups(
  tx: Database,
  directoryId: string,
  personId: string,
  names: readonly string[],
): Promise<void> {
  const all = [...names];
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest(${all}::text[]) AS given (name) WHERE NOT EXISTS (SELECT FROM directory_groups g
      WHERE g.directory_id = ${directoryId} AND g.external_id = given.name AND g.gone_at IS NULL)`.execute(
    tx,
  );
  await addGroups(
    tx,
    directoryId,
    rows.map(({ name }) => name),
  );
  await sql`DELETE FROM directory_members m USING directory_groups g
    WHERE g.id = m.group_id AND m.person_id = ${personId} AND NOT (g.external_id = ANY(${all}::text[]))`.execute(
    tx,
  );
  await sql`INSERT INTO directory_members (group_id, person_id) SELECT g.id, ${personId}::uuid FROM directory_groups g
    WHERE g.directory_id = ${directoryId} AND g.gone_at IS NULL AND g.external_id = ANY(${all}::text[])
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`UPDATE directory_people SET groups_heard_at = now() WHERE id = ${personId}`.execute(tx);
}

/** Adds groups by the names that the provider uses, as far as the directory may have more. @returns how many. */
export async function addGroups(
  tx: Database,
  directoryId: string,
  names: readonly string[],
): Promise<number> {
  if (names.length === 0) return 0;
  const ids = names.map(() => uuidv7());
  const { rows } = await sql`
    INSERT INTO directory_groups (id, directory_id, external_id, name)
    SELECT given.id, ${directoryId}, given.name, given.name
    FROM unnest(${ids}::uuid[], ${[...names]}::text[]) AS given (id, name)
    LIMIT greatest(0, ${maxGroupsOfDirectory} - (SELECT count(*) FROM directory_groups WHERE directory_id = ${directoryId}))
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length;
}
