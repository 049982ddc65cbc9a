import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import { createPerson, type TestPerson } from "../../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";
import { forgettingJob } from "./lockout.ts";

let database: TestDatabase;
/** Two nodes with one database, behind a trusted proxy that sets addresses. */
let server: TestServer;
let otherNode: TestServer;
let person: TestPerson;
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, trustedProxies: ["127.0.0.1"] };
  server = await startTestServer(options);
  otherNode = await startTestServer(options);
  person = await createPerson(server.db);
});
beforeEach(async () => {
  await sql`DELETE FROM sign_in_failures`.execute(server.db);
});
afterAll(async () => {
  await server.close();
  await otherNode.close();
  await database.drop();
});

const home = "192.0.2.1";
const elsewhere = "198.51.100.7";

test("failures of long ago are deleted", async () => {
  await sql`INSERT INTO sign_in_failures (key, count, last_at, held_until)
    VALUES ('old', 9, now() - interval '2 hours', now() - interval '1 hour'),
      ('new', 9, now() - interval '50 minutes', now())`.execute(server.db);
  const signal = new AbortController().signal;
  await forgettingJob().run({ tx: server.db, data: {}, signal });
  const { rows } = await sql<{ key: Buffer }>`SELECT key FROM sign_in_failures`.execute(server.db);
  expect(rows.map(({ key }) => key.toString())).toEqual(["new"]);
});

describe("guessing at one account from one network", () => {
  test("is blocked after five failures for a second, and then twice as long each time", async () => {
    for (let guess = 0; guess < 5; guess += 1) expect((await tryWith("wrong")).status).toBe(401);
    const holds = [await longestHold()];
    for (let guess = 0; guess < 4; guess += 1) {
      await letTimePass();
      expect((await tryWith("wrong")).status).toBe(401);
      holds.push(await longestHold());
    }
    expect(holds).toEqual([1, 2, 4, 8, 16]);
    const held = await tryWith(person.password);
    expect(held.status).toBe(429);
    expect(held.body).toMatchObject({ error: { code: "rate_limited" } });
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(1);
    expect(Number(held.headers.get("retry-after"))).toBeLessThanOrEqual(16);
  });

  test("is blocked for at most a quarter of an hour", async () => {
    await haveFailed(60);
    await tryWith("wrong");
    expect(await longestHold()).toBe(900);
  });

  test("is blocked on every node, and attempts during the block do not extend it", async () => {
    await haveFailed(12);
    await tryWith("wrong");
    for (const node of [server, otherNode]) expect((await tryWith("wrong", { node })).status).toBe(429);
    expect(await longestHold()).toBe(256);
  });

  test("does not get through by asking many times at the same moment", async () => {
    await haveFailed(12);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, guess) => tryWith("wrong", { node: guess % 2 ? server : otherNode })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(19);
  });

  test("does not lock out the owner on another network", async () => {
    await haveFailed(12);
    await tryWith("wrong");
    expect((await tryWith(person.password)).status).toBe(429);
    expect((await tryWith(person.password, { address: elsewhere })).status).toBe(200);
    expect((await tryWith(person.password)).status).toBe(429);
  });

  test("is reset by the right password, and an hour after the last failure", async () => {
    for (let guess = 0; guess < 4; guess += 1) await tryWith("wrong");
    expect((await tryWith(person.password)).status).toBe(200);
    await tryWith("wrong");
    expect(await longestHold()).toBe(0);
    await haveFailed(60);
    await sql`UPDATE sign_in_failures SET last_at = last_at - interval '61 minutes'`.execute(server.db);
    expect((await tryWith("wrong")).status).toBe(401);
    expect(await longestHold()).toBe(0);
  });

  test("counts an address that has no account just the same", async () => {
    const email = "nobody@example.test";
    for (let guess = 0; guess < 4; guess += 1) await tryWith("wrong", { email });
    expect(await longestHold()).toBe(0);
    await tryWith("wrong", { email });
    expect(await longestHold()).toBe(1);
  });

  test.each([
    ["all of an IPv6 network for one", "2001:db8:0:7::1", "2001:DB8::7:1:2:3:4", 429],
    ["two IPv6 networks for two", "2001:db8:0:7::1", "2001:db8:0:8::1", 401],
    ["an IPv4 address in IPv6 clothes for itself", "::ffff:203.0.113.9", "203.0.113.9", 429],
    ["two of those for two", "::ffff:203.0.113.9", "::ffff:203.0.113.10", 401],
  ])("takes %s", async (_what, first, second, status) => {
    await haveFailed(12, { address: first });
    await tryWith("wrong", { address: first });
    expect((await tryWith("wrong", { address: second })).status).toBe(status);
  });
});

describe("guessing at one account from everywhere", () => {
  test("is blocked after thirty failures, for at most five seconds", async () => {
    const holds = [];
    for (const [index, failures] of [28, 29, 30, 60].entries()) {
      await haveFailed(failures);
      await tryWith("wrong", { address: `203.0.113.${index}` });
      holds.push(await longestHold());
    }
    expect(holds).toEqual([0, 1, 2, 5]);
    await letTimePass(-3600);
    expect((await tryWith(person.password, { address: elsewhere })).status).toBe(429);
    await letTimePass();
    expect((await tryWith(person.password, { address: elsewhere })).status).toBe(200);
  });
});

describe("guessing at many accounts from one network", () => {
  test("is blocked after a hundred failures, for at most a minute", async () => {
    const holds = [];
    for (const failures of [98, 99, 100, 5000]) {
      await haveFailed(failures);
      await tryWith("wrong", { email: `sprayed-${failures}@example.test` });
      holds.push(await longestHold());
    }
    expect(holds).toEqual([0, 1, 2, 60]);
    expect((await tryWith("wrong", { email: "one-more@example.test" })).status).toBe(429);
    expect((await tryWith(person.password)).status).toBe(429);
    expect((await tryWith(person.password, { address: elsewhere })).status).toBe(200);
  });

  test("is not reset by signing in to an account of one's own", async () => {
    await haveFailed(5000);
    await sql`DELETE FROM sign_in_failures WHERE key NOT IN (
      SELECT key FROM sign_in_failures ORDER BY last_at DESC LIMIT 1)`.execute(server.db);
    expect((await tryWith(person.password)).status).toBe(200);
    await tryWith("wrong", { email: "sprayed@example.test" });
    expect(await longestHold()).toBe(60);
  });
});

describe("the table of failures", () => {
  test("logs its size without names", async () => {
    await tryWith("wrong");
    const { rows } = await sql`SELECT s::text FROM sign_in_failures s`.execute(server.db);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/person|example|192\.0\./);
  });
});

/** Stores so many failures, the last one long enough ago to try again. */
async function haveFailed(failures: number, from: { address?: string } = {}): Promise<void> {
  await sql`DELETE FROM sign_in_failures`.execute(server.db);
  await tryWith("wrong", from);
  await sql`UPDATE sign_in_failures SET count = ${failures}`.execute(server.db);
}

/** Returns the delay of the last attempts, in seconds. */
async function longestHold(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT max(round(extract(epoch FROM held_until - last_at)))::integer AS seconds
    FROM sign_in_failures`.execute(server.db);
  return rows[0]?.seconds ?? -1;
}

/** Ends all blocks so many seconds ago. */
async function letTimePass(seconds = 0): Promise<void> {
  await sql`UPDATE sign_in_failures
    SET held_until = clock_timestamp() - ${seconds} * interval '1 second' WHERE held_until > last_at + interval '0.5 s'`.execute(
    server.db,
  );
}

function tryWith(
  password: string,
  {
    email = person.email,
    address = home,
    node = server,
  }: { email?: string; address?: string; node?: TestServer } = {},
) {
  return node.anyone.send("POST", "/api/auth/token?grant_type=password", {
    body: { email, password },
    headers: { "x-forwarded-for": address },
  });
}
