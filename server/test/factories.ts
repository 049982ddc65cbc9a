import { hash } from "@node-rs/argon2";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { createAccount } from "../src/features/identity/accounts/create-account.ts";
import type { Database } from "../src/tables.ts";

/** Everyone in the tests has this one. */
export const testPassword = "correct horse battery";

/**
 * The hash of the tests' password, with very low cost: the cost of checking is in the hash, and background people sign
 * in thousands of times. Passwords that tests set through the product are hashed as usual.
 */
export const testPasswordHash: Promise<string> = hash(testPassword, {
  memoryCost: 8,
  timeCost: 1,
  parallelism: 1,
});

export interface TestPerson {
  id: string;
  email: string;
  name: string;
  password: string;
}

let count = 0;

/** An account that can sign in, with the role `user` unless said otherwise. */
export async function createPerson(
  db: Database,
  wanted: { name?: string; email?: string; roles?: string[]; departments?: string[] } = {},
): Promise<TestPerson> {
  count += 1;
  const name = wanted.name ?? `Person ${count}`;
  const email = wanted.email ?? `person-${count}@example.test`;
  const { id } = await createAccount(db, {
    email,
    name,
    passwordHash: await testPasswordHash,
    roles: wanted.roles ?? ["user"],
    departments: wanted.departments ?? [],
  });
  return { id, email, name, password: testPassword };
}

/** Many accounts at once that share one password hash: for measurements. */
export async function createPeople(db: Database, howMany: number): Promise<TestPerson[]> {
  const passwordHash = await testPasswordHash;
  const role = await db.selectFrom("roles").select("id").where("name", "=", "user").executeTakeFirstOrThrow();
  const people = Array.from({ length: howMany }, (_, index) => ({
    id: uuidv7(),
    name: `Colleague ${index + 1}`,
    email: `colleague-${index + 1}@example.test`,
    password: testPassword,
  }));
  for (let from = 0; from < people.length; from += 1000) {
    const part = people.slice(from, from + 1000);
    await db
      .insertInto("profiles")
      .values(part.map(({ id, name }) => ({ id, name, avatar_url: null })))
      .execute();
    await db
      .insertInto("accounts")
      .values(
        part.map(({ id, email }) => ({
          id,
          email,
          password_hash: passwordHash,
          email_confirmed_at: new Date(),
          disabled_at: null,
          last_active_at: null,
        })),
      )
      .execute();
    await db
      .insertInto("user_roles")
      .values(part.map(({ id }) => ({ user_id: id, role_id: role.id, assigned_by: null })))
      .execute();
  }
  return people;
}

/** A role of the company's own that holds these permissions, written `resource:action`. */
export async function createRole(
  db: Database,
  wanted: { name: string; permissions?: string[] },
): Promise<{ id: string; name: string }> {
  const role = await db
    .insertInto("roles")
    .values({ name: wanted.name, department_id: null })
    .returning(["id", "name"])
    .executeTakeFirstOrThrow();
  const permissions = wanted.permissions ?? [];
  const { numAffectedRows } = await sql`INSERT INTO role_permissions (role_id, permission_id)
    SELECT ${role.id}, id FROM permissions WHERE name = ANY(${permissions})`.execute(db);
  if (Number(numAffectedRows) !== permissions.length)
    throw new Error(`unknown permission among ${permissions.join(", ")}`);
  return role;
}

/** A channel with these members, empty. */
export async function createChannel(
  db: Database,
  wanted: { name?: string; type?: "PUBLIC" | "PRIVATE"; members: { id: string }[] },
): Promise<{ id: string; name: string }> {
  count += 1;
  const channel = { id: uuidv7(), name: wanted.name ?? `channel-${count}` };
  await db
    .insertInto("channels")
    .values({ ...channel, type: wanted.type ?? "PRIVATE", department_id: null, created_by: null })
    .execute();
  if (wanted.members.length > 0) {
    await db
      .insertInto("channel_members")
      .values(wanted.members.map(({ id }) => ({ channel_id: channel.id, user_id: id })))
      .execute();
  }
  return channel;
}
