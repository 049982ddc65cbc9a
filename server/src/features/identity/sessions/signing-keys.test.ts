import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../../../test/client.ts";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import { createPerson, type TestPerson } from "../../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../../test/harness.ts";
import { renewSigningKey, retireSigningKeys } from "./signing-keys.ts";

let database: TestDatabase;
let server: TestServer;
let otherNode: TestServer;
let person: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url });
  otherNode = await startTestServer({ databaseUrl: database.url });
  person = await createPerson(server.db);
});
afterAll(async () => {
  await server.close();
  await otherNode.close();
  await database.drop();
});

test("nodes that start on a new database make one key together", async () => {
  const { rows } = await sql`SELECT id FROM signing_keys`.execute(server.db);
  expect(rows).toHaveLength(1);
});

test("a month-old key gets one successor at a start, verifies for another day, and not after that", async () => {
  const before = await server.signIn(person);
  await sql`UPDATE signing_keys SET created_at = now() - interval '31 days'`.execute(server.db);
  const later = await startTestServer({ databaseUrl: database.url });
  await later.db.transaction().execute(renewSigningKey);
  const keys = await sql<{ id: string; retires_in: string | null }>`
    SELECT id, extract(epoch FROM retired_at - now())::integer AS retires_in FROM signing_keys
    ORDER BY created_at`.execute(later.db);
  expect(keys.rows).toHaveLength(2);
  const [old, fresh] = keys.rows;
  expect(Number(old?.retires_in)).toBeGreaterThan(24 * 3600 - 60);
  expect(fresh?.retires_in).toBeNull();
  // The nodes that were running sign with it, too, and all verify what either key has signed.
  await expect.poll(async () => kidOf(await server.signIn(person))).toBe(fresh?.id);
  for (const node of [server, otherNode, later]) expect(await statusOn(node, before)).toBe(200);

  await sql`UPDATE signing_keys SET retired_at = now() WHERE id = ${old?.id}`.execute(server.db);
  for (const node of [server, otherNode, later]) {
    await expect.poll(() => statusOn(node, before)).toBe(401);
    expect(await statusOn(node, await server.signIn(person))).toBe(200);
  }
  await later.close();
});

test("retiring all keys ends every access token on every node, and nobody has to sign in again", async () => {
  const before = await server.signIn(person);
  for (const node of [server, otherNode]) expect(await statusOn(node, before)).toBe(200);
  expect(await retireSigningKeys(otherNode.db)).toBe(1);
  for (const node of [server, otherNode]) await expect.poll(() => statusOn(node, before)).toBe(401);
  const { session } = await server.anyone.call(identityRoutes.createToken, {
    query: { grant_type: "refresh_token" },
    body: { refreshToken: before.session.refreshToken },
  });
  for (const node of [server, otherNode]) expect(await statusOn(node, { session })).toBe(200);
  const { rows } = await sql`SELECT * FROM audit_log ORDER BY number DESC LIMIT 1`.execute(server.db);
  expect(rows[0]).toMatchObject({
    action: "signing-keys.replaced",
    actor_id: null,
    after: { retired: 1 },
  });
});

async function statusOn(node: TestServer, { session }: Pick<SignedIn, "session">): Promise<number> {
  const client = createClient(node.url, session.accessToken);
  return (await client.send("GET", identityRoutes.getCurrentUser.path)).status;
}

function kidOf({ session }: SignedIn): unknown {
  return JSON.parse(Buffer.from(session.accessToken.split(".")[0] ?? "", "base64url").toString()).kid;
}
