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

/** A person waits for no more than this. */
const signInMs = 5000;

/**
 * Proves a password at the directory that knows an address, by signing in there as its person. What the directory says
 * about the person is taken over at the same time, so that somebody new is in at once.
 *
 * Every directory is asked about every address, in the same steps, also where an account has its password here: otherwise
 * the answers, and the time that they take, would tell which addresses have an account. Only a right password is answered
 * earlier, and no password goes to a directory that it is not for.
 */
export function provePasswordByLdap(context: SliceContext): PasswordProof {
  return async ({ email, password, accountId, isRightHere }) => {
    const directories = await readDirectories(context.db, accountId);
    const isOfDirectory = directories.some(({ isResponsible }) => isResponsible);
    if (!isOfDirectory && isRightHere) return undefined;
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(signInMs)]);
    try {
      const asked = directories.map((one) => ({ ...one, found: look(context, one.row, email, signal) }));
      let outcome: "wrong" | undefined;
      let isAway = false;
      for (const { row, isResponsible, found } of asked) {
        const there = await found;
        const proven =
          there && there !== "away"
            ? await prove(context, row, there, isResponsible ? password : undefined)
            : there;
        if (typeof proven === "object") return proven;
        if (proven === "away") isAway = true;
        else if (isResponsible && (proven === "wrong" || accountId !== undefined)) outcome = "wrong";
      }
      return isAway ? "unavailable" : outcome;
    } finally {
      ended.abort();
    }
  };
}

interface Responsible {
  row: DirectoryRow;
  /** Whether it is for the directory to say: the account follows it, or there is no account with the address. */
  isResponsible: boolean;
}

/** Reads the directories at which people sign in, those that are responsible first. */
async function readDirectories(db: Database, accountId: string | undefined): Promise<Responsible[]> {
  const rows = await db
    .selectFrom("directories")
    .selectAll()
    .select(
      sql<boolean>`${accountId ?? null}::uuid IS NULL OR EXISTS (SELECT FROM directory_people p
        WHERE p.directory_id = directories.id AND p.user_id = ${accountId ?? null}::uuid AND p.gone_at IS NULL)`.as(
        "is_responsible",
      ),
    )
    .where("kind", "=", "ldap")
    .where("state", "=", "on")
    .orderBy("created_at")
    .execute();
  return rows
    .filter((row) => settingsOf(row)?.maySignIn)
    .map((row) => ({ row, isResponsible: row.is_responsible }))
    .toSorted((a, b) => Number(b.isResponsible) - Number(a.isResponsible));
}

interface Found {
  access: LdapAccess;
  person: LdapPerson;
  /** The name of the entry, as the directory writes it. */
  dn: string;
  groups: readonly LdapGroup[];
  /** Whether these are all groups that the person is directly in. */
  isWhole: boolean;
}

/** Finds the person with an address in a directory, if there is one and the directory can be asked. */
async function look(
  context: SliceContext,
  row: DirectoryRow,
  email: string,
  signal: AbortSignal,
): Promise<Found | "away" | undefined> {
  return unlessAway(context, row, async () => {
    const set = await accessOf(context, row);
    if (!set) return undefined;
    const access = { ...set, signal };
    return withLdap(access, async (client) => {
      const one = await findByEmail(client, set.settings, email);
      return one && { ...one, access, ...(await findGroupsOf(client, set.settings, one)) };
    });
  });
}

/** Proves a password at the directory. Without one, it is only asked once more, for the same steps. */
async function prove(
  context: SliceContext,
  row: DirectoryRow,
  found: Found,
  password: string | undefined,
): Promise<{ accountId: string } | "wrong" | "away" | undefined> {
  return unlessAway(context, row, async () => {
    const { access, dn } = found;
    if (password === undefined) return withLdap(access, async () => undefined);
    if (!(await isPasswordOf(access, dn, password))) return "wrong";
    // The address may have gone to somebody else since: it is the account of the person who was proved.
    const followed = await takeOver(context.db, row.id, found);
    return followed === null ? "wrong" : { accountId: followed };
  });
}

async function unlessAway<T>(
  { log }: SliceContext,
  { id }: DirectoryRow,
  work: () => Promise<T>,
): Promise<T | "away"> {
  try {
    return await work();
  } catch (error) {
    log.warn({ err: error, directoryId: id }, "directories: a password could not be proved");
    return "away";
  }
}

/** Writes one person with their groups into the mirror, and lets their account follow. @returns that account's id. */
async function takeOver(
  db: Database,
  directoryId: string,
  { person, groups, isWhole }: Found,
): Promise<string | null> {
  const groupIds = groups.map(({ externalId }) => externalId);
  return transact(db, async (tx) => {
    const directory = await holdDirectory(tx, directoryId);
    const id = (await findInMirror(tx, directoryId, person)) ?? sameInEachAttempt("person", uuidv7);
    await upsertPeople(tx, directoryId, [{ ...person, id }]);
    // Groups that are not known yet come with the next run.
    await sql`DELETE FROM directory_members m USING directory_groups g
      WHERE ${isWhole} AND g.id = m.group_id AND m.person_id = ${id} AND NOT (g.external_id = ANY(${groupIds}::text[]))`.execute(
      tx,
    );
    await sql`INSERT INTO directory_members (group_id, person_id) SELECT g.id, ${id}::uuid FROM directory_groups g
      WHERE g.directory_id = ${directoryId} AND g.gone_at IS NULL
        AND g.external_id = ANY(${groupIds}::text[]) ON CONFLICT DO NOTHING`.execute(tx);
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
