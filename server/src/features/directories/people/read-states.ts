import { type SqlBool, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { defaultRoleName } from "../../administration/policy.ts";
import { findRoleByName, selectUsers } from "../../administration/public.ts";
import type { Mapped, Named, PersonState } from "./judge-person.ts";
import { isSignOn } from "./mirror.ts";

/** Reads what groups of the directory give at all. Locks the roles, which may not change before the end. */
export async function readMapped(db: Database, directoryId: string, mayLock = true): Promise<Mapped> {
  const { rows } = await sql<{ role_id: string | null; department_id: string | null }>`
    SELECT DISTINCT role_id, department_id FROM directory_mappings WHERE directory_id = ${directoryId}`.execute(
    db,
  );
  const defaultRole = mayLock
    ? await findRoleByName(db, defaultRoleName)
    : await db
        .selectFrom("roles")
        .select(["id", "name"])
        .where("name", "=", defaultRoleName)
        .executeTakeFirst();
  return {
    roleIds: new Set(rows.flatMap(({ role_id }) => role_id ?? [])),
    departmentIds: new Set(rows.flatMap(({ department_id }) => department_id ?? [])),
    defaultRole: defaultRole && { id: defaultRole.id, name: defaultRole.name },
  };
}

/** Reads these people with their accounts, and what their groups give. */
export async function readStates(
  db: Database,
  directoryId: string,
  personIds: readonly string[],
): Promise<PersonState[]> {
  const ids = [...personIds];
  const people = await db
    .selectFrom("directory_people")
    .selectAll()
    .where("directory_id", "=", directoryId)
    .where(sql<SqlBool>`id = ANY(${ids}::uuid[])`)
    .orderBy("id")
    .execute();
  const accounts = await selectUsers(db)
    .where(
      sql<SqlBool>`(a.id = ANY(${people.flatMap(({ user_id, signed_in_as }) => [user_id, signed_in_as].filter((id) => id !== null))}::uuid[])
        OR a.email = ANY(${people.map(({ email }) => email)}::text[]))`,
    )
    .execute();
  const { rows: guests } = await sql<{ email: string }>`SELECT email FROM accounts
    WHERE guest_until IS NOT NULL AND email = ANY(${people.map(({ email }) => email)}::text[])`.execute(db);
  const ofGuests = new Set(guests.map(({ email }) => email));
  const { rows: followed } = await sql<{ user_id: string; directory_id: string; id: string }>`
    SELECT user_id, directory_id, p.id FROM directory_people p JOIN directories d ON d.id = p.directory_id
    WHERE gone_at IS NULL AND (NOT ${isSignOn(sql.ref("d.kind"))} OR d.id = ${directoryId}) AND user_id = ANY(${accounts.map(({ id }) => id)}::uuid[])`.execute(
    db,
  );
  const given = Map.groupBy(await readGiven(db, ids), ({ person_id }) => person_id);
  const [byId, byEmail] = [
    new Map(accounts.map((account) => [account.id, account])),
    new Map(accounts.map((account) => [account.email, account])),
  ];
  const followers = Map.groupBy(followed, ({ user_id }) => user_id);
  return people.map((row): PersonState => {
    const holder = row.signed_in_as === null ? byEmail.get(row.email) : byId.get(row.signed_in_as);
    const follower = followers.get(holder?.id ?? "")?.find(({ id }) => id !== row.id);
    const things = given.get(row.id) ?? [];
    return {
      row,
      account: byId.get(row.user_id ?? ""),
      holder,
      isGuests: ofGuests.has(row.email),
      isReplaced:
        row.gone_at !== null && (followers.get(row.user_id ?? "") ?? []).some(({ id }) => id !== row.id),
      holderFollows: follower && (follower.directory_id === directoryId ? "this" : "other"),
      roles: things.filter(({ is_role }) => is_role),
      departments: things.filter(({ is_role }) => !is_role),
    };
  });
}

interface GivenRow extends Named {
  person_id: string;
  is_role: boolean;
}

/** Reads what people get by their groups, also through groups in groups, and by the values of their department. */
async function readGiven(db: Database, personIds: readonly string[]): Promise<GivenRow[]> {
  const { rows } = await sql<GivenRow>`
    WITH RECURSIVE within AS (
      SELECT m.person_id, m.group_id FROM directory_members m WHERE m.person_id = ANY(${[...personIds]}::uuid[])
      UNION
      SELECT w.person_id, m.group_id FROM within w JOIN directory_members m ON m.child_id = w.group_id),
    given AS (
      SELECT w.person_id, dm.role_id, dm.department_id FROM within w JOIN directory_mappings dm USING (group_id)
      UNION
      SELECT p.id, dm.role_id, dm.department_id FROM directory_people p
      JOIN directory_mappings dm ON dm.directory_id = p.directory_id AND lower(dm.department_value) = lower(p.department)
      WHERE p.id = ANY(${[...personIds]}::uuid[]))
    SELECT person_id, r.id, r.name, true AS is_role FROM given JOIN roles r ON r.id = role_id
    UNION
    SELECT person_id, d.id, d.name, false FROM given JOIN departments d ON d.id = department_id`.execute(db);
  return rows;
}
