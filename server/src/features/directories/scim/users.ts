import { uuidPattern } from "@atoll/contract/uuid";
import { type SqlBool, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import type { Database } from "../../../tables.ts";
import { hasPower } from "../../administration/policy.ts";
import { selectUsers } from "../../administration/public.ts";
import { followPeople } from "../people/follow.ts";
import { type DirectoryRow, markGone, type PersonRow } from "../people/mirror.ts";
import type { PersonFacts } from "../people/person-facts.ts";
import { patchUser, readOperations } from "./patch.ts";
import { type Json, presentUser, readPerson } from "./resources.ts";
import { conditionOf } from "./select.ts";

/** A write of a SCIM client, in its transaction. */
export interface Writing {
  tx: Database;
  /** Held until the end of the transaction. */
  directory: DirectoryRow;
  address: string;
  /** As sent in If-Match. */
  ifMatch: string | undefined;
}

/** A page of a list, as asked for: from 1 on. */
export interface Part {
  filter: string | undefined;
  startIndex: number;
  count: number;
}

/** The rows of both kinds of resources are found in the same way. */
const tables = { Users: "directory_people", Groups: "directory_groups" } as const;

/**
 * Returns a person or group of the directory.
 * @throws {AppError} `scim_not_found`.
 */
export async function accessResource<Row>(
  db: Database,
  of: keyof typeof tables,
  directoryId: string,
  id: string,
): Promise<Row> {
  if (!uuidPattern.test(id)) throw new AppError("scim_not_found");
  const { rows } = await sql<Row>`SELECT * FROM ${sql.table(tables[of])}
    WHERE id = ${id}::uuid AND directory_id = ${directoryId} AND gone_at IS NULL`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("scim_not_found");
  return row;
}

/** Returns a part of the people or groups that match, and how many there are. */
export async function listResources<Row>(
  db: Database,
  of: keyof typeof tables,
  directoryId: string,
  { filter, startIndex, count }: Part,
): Promise<{ rows: Row[]; total: number }> {
  const matching = sql`FROM ${sql.table(tables[of])}
    WHERE directory_id = ${directoryId} AND gone_at IS NULL AND ${conditionOf(filter, of)}`;
  const { rows } = await sql<Row>`SELECT * ${matching} ORDER BY created_at, id
    LIMIT ${count} OFFSET ${startIndex - 1}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${matching}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

const accessPerson = (db: Database, directoryId: string, id: string) =>
  accessResource<PersonRow>(db, "Users", directoryId, id);

/** The groups that people are directly in. */
export async function presentPeople(db: Database, rows: readonly PersonRow[], base: string): Promise<Json[]> {
  const { rows: groups } = await sql<{ person_id: string; id: string; name: string }>`
    SELECT m.person_id, g.id, g.name FROM directory_members m JOIN directory_groups g ON g.id = m.group_id
    WHERE m.person_id = ANY(${rows.map(({ id }) => id)}::uuid[]) ORDER BY g.name, g.id`.execute(db);
  const byPerson = Map.groupBy(groups, ({ person_id }) => person_id);
  return rows.map((row) => presentUser(row, byPerson.get(row.id) ?? [], base));
}

/** A directory has at most this many, with those who left and have an account: a leaked secret must not fill the disk. */
const maxima = { Users: 100_000, Groups: 20_000 } as const;

/** @throws {AppError} `scim_full` if the directory has as many people or groups as it may. */
export async function assertRoom(tx: Database, of: keyof typeof tables, directoryId: string): Promise<void> {
  const { rows } = await sql`SELECT FROM ${sql.table(tables[of])}
    WHERE directory_id = ${directoryId} OFFSET ${maxima[of] - 1} LIMIT 1`.execute(tx);
  const count = maxima[of].toLocaleString("en-US");
  if (rows.length > 0) throw new AppError("scim_full", { figures: { count } });
}

/** Unique within a directory, among those it has. */
const taken = { directory_people_user_name: "scim_taken", directory_people_external: "scim_taken" } as const;

/**
 * Adds a person, or brings back one who was removed, with the account that they had.
 * @throws {AppError} `scim_value_invalid`, `scim_taken`, `scim_full`, `email_taken`.
 */
export async function createPerson({ tx, directory, address }: Writing, body: Json): Promise<PersonRow> {
  const facts = readPerson(body);
  await assertFree(tx, directory.id, facts);
  const former = await findFormer(tx, directory.id, facts);
  const id = former ?? uuidv7();
  if (former) await write(tx, former, facts);
  else {
    await assertRoom(tx, "Users", directory.id);
    await insertPerson(tx, { id, directoryId: directory.id, facts });
  }
  await followPeople(tx, directory, [id], { address, isStrict: true });
  return accessPerson(tx, directory.id, id);
}

async function insertPerson(
  tx: Database,
  { id, directoryId, facts }: { id: string; directoryId: string; facts: PersonFacts },
): Promise<void> {
  const { resource, ...columns } = facts;
  await rejectViolation(
    tx
      .insertInto("directory_people")
      .values({ id, directory_id: directoryId, ...columns, resource: JSON.stringify(resource) })
      .execute(),
    taken,
  );
}

/** Says which attribute is taken; the index decides. */
async function assertFree(
  tx: Database,
  directoryId: string,
  { user_name, external_id }: PersonFacts,
  exceptId: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ is_name: boolean }>`SELECT lower(user_name) = lower(${user_name}) AS is_name
    FROM directory_people WHERE directory_id = ${directoryId} AND gone_at IS NULL AND id IS DISTINCT FROM ${exceptId}::uuid
      AND (lower(user_name) = lower(${user_name}) OR external_id = ${external_id}) LIMIT 1`.execute(tx);
  const [there] = rows;
  if (there)
    throw new AppError("scim_taken", { figures: { name: there.is_name ? "userName" : "externalId" } });
}

/**
 * Finds the person who was removed and is added again, whose account has not been taken over by another directory.
 * Companies give user names to new people: without an identifier the address has to be the same, too, and an account
 * with power over others then waits for a confirmation.
 */
async function findFormer(
  tx: Database,
  directoryId: string,
  { user_name, external_id, email }: PersonFacts,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; user_id: string | null; is_certain: boolean }>`
    SELECT id, user_id, coalesce(external_id = ${external_id}, false) AS is_certain FROM directory_people p
    WHERE directory_id = ${directoryId} AND gone_at IS NOT NULL
      AND (external_id = ${external_id} OR (lower(user_name) = lower(${user_name}) AND email = ${email}
        AND (external_id IS NULL OR ${external_id}::text IS NULL)))
      AND NOT EXISTS (SELECT FROM directory_people o WHERE o.user_id = p.user_id AND o.gone_at IS NULL)
    ORDER BY is_certain DESC, gone_at DESC LIMIT 1`.execute(tx);
  const [former] = rows;
  if (!former || former.is_certain || former.user_id === null) return former?.id;
  const account = await selectUsers(tx).where("a.id", "=", former.user_id).executeTakeFirst();
  return account && hasPower(account) ? undefined : former.id;
}

async function write(tx: Database, id: string, { resource, ...columns }: PersonFacts): Promise<void> {
  await rejectViolation(
    tx
      .updateTable("directory_people")
      .set((eb) => ({
        ...columns,
        resource: JSON.stringify(resource),
        gone_at: null,
        version: eb("version", "+", 1),
        updated_at: new Date(),
      }))
      .where("id", "=", id)
      .execute(),
    taken,
  );
}

/** Replaces what the directory says about a person. What is left out is no longer known, except whether they are active. */
export async function replacePerson(writing: Writing, id: string, body: Json): Promise<PersonRow> {
  const row = await accessUnchanged(writing, id);
  return update(writing, row, body);
}

/** Changes what the directory says about a person. */
export async function patchPerson(writing: Writing, id: string, body: Json): Promise<PersonRow> {
  const row = await accessUnchanged(writing, id);
  const resource: Json = { ...structuredClone(row.resource), id: row.id, active: row.is_active };
  // The values become parts of the resource, which is changed. The transaction may be run again with the same body.
  patchUser(resource, readOperations(structuredClone(body)));
  return update(writing, row, resource);
}

async function update(
  { tx, directory, address }: Writing,
  row: PersonRow,
  resource: Json,
): Promise<PersonRow> {
  const facts = readPerson(resource, row.is_active);
  await assertFree(tx, directory.id, facts, row.id);
  if (isChanged(row, facts)) await write(tx, row.id, facts);
  await followPeople(tx, directory, [row.id], { address, isStrict: true });
  return accessPerson(tx, directory.id, row.id);
}

/** Directories send the same again and again. */
function isChanged(row: PersonRow, { resource, ...columns }: PersonFacts): boolean {
  const isOther = Object.entries(columns).some(([key, value]) => row[key as keyof typeof columns] !== value);
  const sorted = (json: object) =>
    JSON.stringify(Object.entries(json).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return isOther || sorted(row.resource) !== sorted(resource);
}

async function accessUnchanged({ tx, directory, ifMatch }: Writing, id: string): Promise<PersonRow> {
  const row = await accessPerson(tx, directory.id, id);
  assertVersion(row, ifMatch);
  return row;
}

/** @throws {AppError} `scim_changed` if the client saw another version. */
export function assertVersion({ version }: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const seen = ifMatch.split(",").map((tag) => tag.trim().replace(/^W\//, "").replaceAll('"', ""));
  if (!seen.includes(String(version))) throw new AppError("scim_changed");
}

/** Removes a person from the directory. Their account is disabled, and never deleted. */
export async function deletePerson(writing: Writing, id: string): Promise<void> {
  const { tx, directory, address } = writing;
  const row = await accessUnchanged(writing, id);
  await markGone(tx, [row.id]);
  await followPeople(tx, directory, [row.id], { address, isStrict: true });
}

/** The IDs among these that are people or groups of the directory. */
export async function knownMembers(
  db: Database,
  directoryId: string,
  ids: readonly string[],
): Promise<{ people: Set<string>; groups: Set<string> }> {
  const of = (table: "directory_people" | "directory_groups") =>
    db
      .selectFrom(table)
      .select("id")
      .where("directory_id", "=", directoryId)
      .where("gone_at", "is", null)
      .where(sql<SqlBool>`id = ANY(${[...ids]}::uuid[])`)
      .execute();
  const [people, groups] = [await of("directory_people"), await of("directory_groups")];
  return { people: new Set(people.map(({ id }) => id)), groups: new Set(groups.map(({ id }) => id)) };
}
