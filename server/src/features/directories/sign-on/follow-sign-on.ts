import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { sameInEachAttempt, transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { followPeople } from "../people/follow.ts";
import { type DirectoryRow, holdDirectory, makeDue, noteHeard } from "../people/mirror.ts";

/** A person has at most this many groups, and a directory this many. Providers send a few hundred at most. */
const maxGroupsOfPerson = 1000;
const maxGroupsOfDirectory = 20_000;
const maxGroupLength = 256;

/** The groups that a provider named: `too_many` if it left them out for their number, undefined if it said nothing. */
export type NamedGroups = readonly string[] | "too_many" | undefined;

const tooManyText =
  "The provider left out the groups of a person because there are too many for one message. Their roles and departments stay as they are. Let the provider send only the groups assigned to Atoll.";

/**
 * Writes what a provider of single sign-on says about a person who has signed in, and lets the account follow by the
 * rules of directories. Groups that the provider did not name change nothing.
 */
export async function followSignOn(
  db: Database,
  { id: directoryId }: DirectoryRow,
  person: { subject: string; userId: string; groups: NamedGroups; address: string },
): Promise<void> {
  const { subject, userId, address } = person;
  await noteHeard(db, directoryId);
  if (person.groups === "too_many") await noteProblem(db, directoryId, tooManyText);
  if (person.groups === undefined || person.groups === "too_many") return;
  const names = usableGroups(person.groups);
  await transact(db, async (tx) => {
    const directory = await holdDirectory(tx, directoryId).catch(nullIfAway);
    if (!directory) return;
    const id = await writePerson(tx, directoryId, { subject, userId });
    if (id === undefined) return;
    await writeGroups(tx, directoryId, id, names);
    await makeDue(tx, [id]);
    await followPeople(tx, directory, [id], { address });
  });
}

/** Shows a problem on the page of the directory. */
async function noteProblem(db: Database, directoryId: string, text: string): Promise<void> {
  await sql`UPDATE directories SET last_problem = ${text}
    WHERE id = ${directoryId} AND last_problem IS DISTINCT FROM ${text}`.execute(db);
}

/** It was switched off or removed. */
function nullIfAway(error: unknown): null {
  if (error instanceof AppError && error.code === "directory_not_found") return null;
  throw error;
}

function usableGroups(names: readonly string[]): string[] {
  const trimmed = names.map((name) => name.trim());
  const isUsable = (name: string) =>
    name !== "" && name.length <= maxGroupLength && !/[\p{Cc}\p{Cs}]/u.test(name);
  return [...new Set(trimmed.filter(isUsable))].slice(0, maxGroupsOfPerson);
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
    INSERT INTO directory_people (id, directory_id, external_id, user_name, email, name, is_active, resource, signed_in_as)
    SELECT ${id}, ${directoryId}, ${subject}, ${subject}, a.email, p.name, true, '{}', a.id
    FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = ${userId}
    ON CONFLICT (id) DO UPDATE SET
      user_id = CASE WHEN directory_people.signed_in_as = excluded.signed_in_as THEN directory_people.user_id END,
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
