import { administrationRoutes } from "@atoll/contract/administration/routes";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createNotifications } from "../../src/platform/database/notifications.ts";
import { createPoolProbe } from "../../src/platform/database/pool-probe.ts";
import { createLog } from "../../src/platform/log/log.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";
import { createPerson } from "../factories.ts";
import { startTestServer, type TestServer } from "../harness.ts";
import { type BlackHole, openBlackHole } from "./black-hole.ts";

let database: TestDatabase;
let hole: BlackHole;
let [node, deaf]: TestServer[] = [];
const lines: string[] = [];
const patience = { timeout: 60_000 };
const pace = { everyMs: 100, silentMs: 2_000 };

beforeAll(async () => {
  database = await createTestDatabase();
  hole = await openBlackHole(database.url);
  node = await startTestServer({ databaseUrl: database.url });
  deaf = await startTestServer({
    databaseUrl: database.url,
    listening: { url: hole.url, pace },
    onLogLine: (line) => lines.push(line),
  });
});
afterAll(async () => {
  await deaf?.close();
  await node?.close();
  await hole.close();
  await database.drop();
});

const readiness = () => deaf!.anyone.send("GET", "/readyz").then(({ status }) => status);

describe("a node whose listening connection died without a word", () => {
  test("grants no revoked right, closes its sockets, and serves again once it listens", async () => {
    const ada = await createPerson(node!.db, { name: "Ada", roles: ["super_admin"] });
    const onDeaf = await deaf!.signIn(ada);
    const socket = await vi.waitFor(() => deaf!.connect(onDeaf), patience);
    await onDeaf.client.call(administrationRoutes.listUsers, { query: {} });
    await vi.waitFor(async () => expect(await readiness()).toBe(200), patience);

    hole.swallow();
    await node!.db.deleteFrom("user_roles").where("user_id", "=", ada.id).execute();
    await socket.cut;
    expect(await onDeaf.client.refused(administrationRoutes.listUsers, { query: {} })).toMatchObject({
      body: { error: { code: "account_pending" } },
    });
    expect(lines.filter((line) => line.includes("hears no changes")).length).toBeGreaterThan(0);

    await vi.waitFor(async () => expect(await readiness()).toBe(200), patience);
    const ben = await deaf!.signIn(await createPerson(node!.db, { name: "Ben" }));
    await vi.waitFor(() => deaf!.connect(ben), patience);
  });
});

describe("a connection pool whose connections died without a word", () => {
  test("fails what waits, and connects afresh", async () => {
    const pool = new pg.Pool({ connectionString: hole.url, max: 2 });
    pool.on("error", () => undefined);
    pool.on("connect", (client) => client.on("error", () => undefined));
    const probe = createPoolProbe(pool, createLog("silent"), 500);
    await Promise.all([pool.query("SELECT 1"), pool.query("SELECT 1")]);
    hole.swallow();
    const waiting = pool.query("SELECT pg_sleep(0)");
    await Promise.all([
      expect(probe("SELECT 1", [])).rejects.toThrow("did not answer"),
      expect(waiting).rejects.toThrow(),
    ]);
    await vi.waitFor(() => pool.query("SELECT 1"), patience);
    await pool.end();
  });
});

test("a listening connection to another database than the pool's counts as deaf", async () => {
  const other = await createTestDatabase({ migrated: false });
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const notifications = createNotifications(other.url, createLog("silent"), {
    probe: createPoolProbe(pool, createLog("silent")),
    pace,
  });
  const heardOfIt = new Promise<void>((resolve) => notifications.onDeaf(resolve));
  await notifications.listen();
  await heardOfIt;
  await notifications.close();
  await pool.end();
  await other.drop();
});
