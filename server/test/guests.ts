import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type Chatter, signInChatter } from "./chatter.ts";
import { testPasswordHash } from "./factories.ts";
import type { TestServer } from "./harness.ts";

/** Signs in a new guest who is in no channel. Their name is one that nobody else has. */
export async function enterGuest(server: TestServer, name: string, inviterId: string): Promise<Chatter> {
  const id = uuidv7();
  const person = { id, email: `${id}@elsewhere.test`, name: `${name} ${id.slice(-6)}` };
  await sql`INSERT INTO profiles (id, name) VALUES (${id}, ${person.name})`.execute(server.db);
  await sql`INSERT INTO accounts (id, email, password_hash, email_confirmed_at, guest_until, guest_invited_by)
    VALUES (${id}, ${person.email}, ${await testPasswordHash}, now(), now() + interval '9 days', ${inviterId})`.execute(
    server.db,
  );
  return signInChatter(server, { ...person, password: "correct horse battery" });
}
