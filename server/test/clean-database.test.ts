import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCleaner, type DatabaseCleaner } from "./clean-database.ts";
import { createChannel, createPerson } from "./factories.ts";
import { serverForFile } from "./for-file.ts";
import { startTestServer } from "./harness.ts";

const server = serverForFile();
let cleaner: DatabaseCleaner;
beforeAll(async () => {
  cleaner = await createCleaner(server.databaseUrl);
});
afterAll(() => cleaner.close());

test("cleaning deletes what a file added, and restores what it changed or deleted", async () => {
  const content = async () => ({
    permissions: await server.db.selectFrom("permissions").selectAll().orderBy("id").execute(),
    grants: await server.db.selectFrom("role_permissions").selectAll().orderBy("permission_id").execute(),
    people: await server.db.selectFrom("profiles").selectAll().execute(),
    memberships: await server.db.selectFrom("channel_members").selectAll().execute(),
  });
  const before = await content();
  const person = await createPerson(server.db);
  await createChannel(server.db, { members: [person] });
  const { client } = await server.signIn(person);
  const [changed, deleted] = before.permissions;
  await sql`UPDATE permissions SET name = 'another' WHERE id = ${changed?.id}`.execute(server.db);
  await sql`DELETE FROM permissions WHERE id = ${deleted?.id}`.execute(server.db);
  expect(await content()).not.toEqual(before);
  await cleaner.clean();
  await server.forget();
  const after = await content();
  expect(new Set(after.grants)).toEqual(new Set(before.grants));
  expect({ ...after, grants: [] }).toEqual({ ...before, grants: [] });
  expect((await client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
  await server.signIn(await createPerson(server.db));
});

test("cleaning refuses a database in which a file left a transaction open", async () => {
  const transaction = await server.db.startTransaction().execute();
  await sql`SELECT 1`.execute(transaction);
  await expect(cleaner.clean()).rejects.toThrow("a transaction was left open");
  await transaction.rollback().execute();
  await cleaner.clean();
});

test("cleaning refuses a database on which a file left another server", async () => {
  const other = await startTestServer({ databaseUrl: server.databaseUrl });
  await expect(cleaner.clean()).rejects.toThrow("a server was left running");
  await other.close();
  await cleaner.clean();
});

test("cleaning refuses a database whose schema a file changed", async () => {
  await sql`ALTER TABLE channels ADD COLUMN of_a_test text`.execute(server.db);
  await expect(cleaner.clean()).rejects.toThrow("the schema was changed");
});
