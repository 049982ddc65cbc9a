import type { LdapSettings } from "@atoll/contract/directories/ldap-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { sameInEachAttempt, transact } from "../../../platform/database/transact.ts";
import type { PasswordProof, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { followPeople } from "../people/follow.ts";
import { type DirectoryRow, holdDirectory } from "../people/mirror.ts";
import { isPasswordOf, type LdapAccess, withLdap } from "./connect.ts";
import { findByEmail, findGroupsOf, type LdapGroup, type LdapPerson } from "./read-ldap.ts";
import { findRemade, writeRemade } from "./remade.ts";
import { accessOf, settingsOf } from "./settings.ts";
import { upsertPeople } from "./write-content.ts";

/**
 * Proves a password at the directory that knows an address, by signing in there as its person. What the directory says
 * about the person is taken over at the same time, so that somebody new is in at once.
 */
export function provePasswordByLdap(context: SliceContext): PasswordProof {
  return async ({ email, password, accountId }) => {
    const { db, log } = context;
    for (const row of await findResponsible(db, accountId)) {
      const access = await accessOf(context, row);
      if (!access) continue;
      try {
        const outcome = await proveAt(db, row, access, { email, password, accountId });
        if (outcome !== undefined) return outcome;
      } catch (error) {
        log.warn({ err: error, directoryId: row.id }, "directories: a password could not be proved");
        return "unavailable";
      }
    }
    return undefined;
  };
}

/** The directory that an account follows; for an address without an account, all of them. */
async function findResponsible(db: Database, accountId: string | undefined): Promise<DirectoryRow[]> {
  const rows = await db
    .selectFrom("directories")
    .selectAll()
    .where("kind", "=", "ldap")
    .where("state", "=", "on")
    .$if(accountId !== undefined, (query) =>
      query.where(
        sql<boolean>`EXISTS (SELECT FROM directory_people p
          WHERE p.directory_id = directories.id AND p.user_id = ${accountId}::uuid AND p.gone_at IS NULL)`,
      ),
    )
    .orderBy("created_at")
    .execute();
  return rows.filter((row) => settingsOf(row)?.maySignIn);
}

interface Attempt {
  email: string;
  password: string;
  accountId: string | undefined;
}

/** @returns undefined if the directory does not know the address, and somebody else may. */
async function proveAt(
  db: Database,
  row: DirectoryRow,
  access: LdapAccess & { settings: LdapSettings },
  { email, password, accountId }: Attempt,
): Promise<{ accountId: string } | "wrong" | undefined> {
  const { settings } = access;
  const found = await withLdap(access, async (client) => {
    const one = await findByEmail(client, settings, email);
    return one && { ...one, groups: await findGroupsOf(client, settings, one.dn) };
  });
  if (!found) return accountId === undefined ? undefined : "wrong";
  if (!(await isPasswordOf(access, found.dn, password))) return "wrong";
  // The address may have gone to somebody else since: it is the account of the person who was proved.
  const followed = await takeOver(db, row.id, found.person, found.groups);
  return followed === null ? "wrong" : { accountId: followed };
}

/** Writes one person with their groups into the mirror, and lets their account follow. @returns that account's id. */
async function takeOver(
  db: Database,
  directoryId: string,
  person: LdapPerson,
  groups: readonly LdapGroup[],
): Promise<string | null> {
  return transact(db, async (tx) => {
    const directory = await holdDirectory(tx, directoryId);
    const id = (await findInMirror(tx, directoryId, person)) ?? sameInEachAttempt("person", uuidv7);
    await upsertPeople(tx, directoryId, [{ ...person, id }]);
    // Groups that are not known yet come with the next run.
    await sql`DELETE FROM directory_members m USING directory_groups g
      WHERE g.id = m.group_id AND m.person_id = ${id} AND NOT (g.external_id = ANY(${groups.map((one) => one.externalId)}::text[]))`.execute(
      tx,
    );
    await sql`INSERT INTO directory_members (group_id, person_id) SELECT g.id, ${id}::uuid FROM directory_groups g
      WHERE g.directory_id = ${directoryId} AND g.gone_at IS NULL
        AND g.external_id = ANY(${groups.map((one) => one.externalId)}::text[]) ON CONFLICT DO NOTHING`.execute(
      tx,
    );
    await followPeople(tx, directory, [id], { address: "" });
    const { user_id } = await tx
      .selectFrom("directory_people")
      .select("user_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return user_id;
  });
}

/** Finds the row of a person: by the identifier, or by user name and address if the entry was removed and made again. */
async function findInMirror(
  tx: Database,
  directoryId: string,
  person: LdapPerson,
): Promise<string | undefined> {
  const { external_id, user_name, email } = person.facts;
  const { rows } = await sql<Parameters<typeof findRemade>[0][number] & { is_gone: boolean }>`
    SELECT id, external_id, user_name, email, gone_at IS NOT NULL AS is_gone FROM directory_people
    WHERE directory_id = ${directoryId} AND (external_id = ${external_id}
      OR (gone_at IS NULL AND lower(user_name) = lower(${user_name}) AND email = ${email}))
    ORDER BY gone_at DESC NULLS FIRST`.execute(tx);
  const current = rows.filter(({ is_gone }) => !is_gone);
  const [remade] = await writeRemade(tx, findRemade(current, current, [person]));
  return remade?.id ?? rows.find((row) => row.external_id === external_id)?.id;
}
