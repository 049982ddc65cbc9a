import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../../tables.ts";

export interface NewAccount {
  email: string;
  name: string;
  /** As `hashPassword` makes it. */
  passwordHash: string;
  /** Names of roles. Unknown ones are an error of the caller. */
  roles: string[];
  departments?: string[];
}

/** Creates an account with its profile, roles and departments, or nothing. The email counts as confirmed. */
export async function createAccount(db: Database, account: NewAccount): Promise<{ id: string }> {
  const id = uuidv7();
  await db.transaction().execute(async (tx) => {
    await tx.insertInto("profiles").values({ id, name: account.name, avatar_url: null }).execute();
    await tx
      .insertInto("accounts")
      .values({
        id,
        email: account.email.toLowerCase(),
        password_hash: account.passwordHash,
        email_confirmed_at: new Date(),
        disabled_at: null,
        last_active_at: null,
      })
      .execute();
    const linked = await sql<{ count: number }>`
      WITH linked AS (
        INSERT INTO user_roles (user_id, role_id) SELECT ${id}, id FROM roles WHERE name = ANY(${account.roles}) RETURNING 1)
      SELECT count(*) AS count FROM linked`.execute(tx);
    if (linked.rows[0]?.count !== account.roles.length)
      throw new Error(`unknown role among ${account.roles.join(", ")}`);
    await sql`INSERT INTO user_departments (user_id, department_id)
      SELECT ${id}, id FROM departments WHERE name = ANY(${account.departments ?? []})`.execute(tx);
  });
  return { id };
}
