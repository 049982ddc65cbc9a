import { administrationRoutes } from "@atoll/contract/administration/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../test/harness.ts";

let database: TestDatabase;
let reader: TestServer;
/** Closed within a test, because closing writes the counts. */
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase();
  reader = await startTestServer({ databaseUrl: database.url });
});
beforeEach(async () => {
  server = await startTestServer({ databaseUrl: database.url });
  await sql`DELETE FROM sign_in_failures`.execute(server.db);
  person = await createPerson(server.db);
});
afterAll(async () => {
  await reader.close();
  await database.drop();
});

test("records every refused sign-in, including those refused without a check", async () => {
  for (let guess = 0; guess < 9; guess += 1) await signIn("guess");
  await sql`UPDATE sign_in_failures SET held_until = clock_timestamp() + interval '1 hour'`.execute(
    server.db,
  );
  for (let guess = 0; guess < 4; guess += 1) expect((await signIn("guess")).status).toBe(429);
  await server.close();
  const { rows } = await sql<{ reason: string; times: number }>`
    SELECT after ->> 'reason' AS reason, sum(coalesce((after ->> 'times')::integer, 1))::integer AS times
    FROM audit_log WHERE action = 'session.refused' AND subject_name = ${person.email}
    GROUP BY 1 ORDER BY 1`.execute(reader.db);
  expect(rows.map(({ reason }) => reason)).toEqual(["invalid_credentials", "rate_limited"]);
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(13);
});

test("records a wrong current password, whatever it was required for", async () => {
  const { client } = await server.signIn(person);
  const currentPassword = "not the one";
  await client.refused(identityRoutes.updateCurrentUser, {
    body: { currentPassword, password: "seven pelicans on a pier" },
  });
  await client.refused(identityRoutes.startSecondFactor, { body: { currentPassword } });
  await server.close();
  expect(await actsOf("proof.refused")).toEqual(
    Array(2).fill(
      expect.objectContaining({ after: { reason: "current_password_wrong" }, actor_name: person.name }),
    ),
  );
  const { rows } = await sql`SELECT 1 FROM audit_log l WHERE l::text LIKE '%not the one%'`.execute(reader.db);
  expect(rows).toEqual([]);
});

test("records refusals of the administration, the first at once and the rest as a count", async () => {
  const { client } = await server.signIn(person);
  await client.refused(administrationRoutes.listUsers, { query: {} });
  const subject_id = "GET /api/admin/users";
  expect(await actsOf("administration.refused")).toMatchObject([{ subject_id, after: { times: 1 } }]);
  for (let again = 0; again < 5; again += 1)
    await client.refused(administrationRoutes.listUsers, { query: {} });
  expect(await actsOf("administration.refused")).toHaveLength(1);
  await server.close();
  expect(await actsOf("administration.refused")).toMatchObject([
    { subject_id, after: { times: 1 } },
    { subject_id, after: { times: 5 } },
  ]);
});

function signIn(password: string) {
  return server.anyone.send("POST", "/api/auth/token?grant_type=password", {
    body: { email: person.email.toUpperCase(), password },
  });
}

async function actsOf(action: string) {
  const { rows } = await sql`SELECT * FROM audit_log WHERE action = ${action} AND actor_id = ${person.id}
    ORDER BY number`.execute(reader.db);
  return rows;
}
