import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { createClient } from "../../../test/client.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createPerson } from "../../../test/factories.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../test/harness.ts";
import { folderMarkName } from "../files/disk-storage.ts";

let lines: Record<string, unknown>[];
beforeAll(() => {
  lines = [];
});
const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  lines = [];
  for (const end of ending.splice(0)) await end();
});

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ ...options, onLogLine: (line) => lines.push(JSON.parse(line)) });
  ending.push(() => server.close());
  return server;
}

describe("/readyz", () => {
  test("says that all is well, and so does /healthz", async () => {
    const { anyone } = await start();
    expect(await anyone.send("GET", "/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
    const alive = await anyone.send("GET", "/healthz");
    expect(alive).toMatchObject({ status: 200, body: { status: "live" } });
    expect(alive.headers.get("cache-control")).toBe("no-store");
  });

  test("reports full storage, with the reason only for the operator", async () => {
    const { url } = await start({ freeBytes: () => 0, metricsFrom: ["127.0.0.1"] });
    const full = { status: "not ready", reasons: ["storage full"] };
    expect(await createClient(url).send("GET", "/readyz")).toMatchObject({ status: 503, body: full });
    const passedOn = { headers: { "x-forwarded-for": "203.0.113.9" } };
    const stranger = await createClient(url).send("GET", "/readyz", passedOn);
    expect([stranger.status, stranger.body]).toEqual([503, { status: "not ready" }]);
    expect(lines.filter(({ msg }) => msg === "not ready")).toHaveLength(1);
  });

  test("reports a stopping server as soon as it was asked to stop", async () => {
    let isDraining = false;
    const { anyone } = await start({ isDraining: () => isDraining });
    expect(await anyone.send("GET", "/readyz")).toMatchObject({ status: 200 });
    isDraining = true;
    // Results are cached for a second, but shutdown is reported immediately.
    const stopping = { status: "not ready", reasons: ["stopping"] };
    expect(await anyone.send("GET", "/readyz")).toMatchObject({ status: 503, body: stopping });
    expect(await anyone.send("GET", "/healthz")).toMatchObject({ status: 200 });
  });

  test("says that uploads cannot be written", async () => {
    const { anyone, filesFolder } = await start();
    await rm(filesFolder, { recursive: true });
    await writeFile(filesFolder, "a file where the folder was");
    expect(await anyone.send("GET", "/readyz")).toMatchObject({
      status: 503,
      body: { reasons: ["storage"] },
    });
  });

  test("reports a different files folder, as after a share was unmounted", async () => {
    const { anyone, filesFolder } = await start({ marksFilesFolder: true });
    expect(await anyone.send("GET", "/readyz")).toMatchObject({ status: 200 });
    await rm(join(filesFolder, folderMarkName));
    await expect
      .poll(() => anyone.send("GET", "/readyz"))
      .toMatchObject({ status: 503, body: { reasons: ["another folder of files"] } });
  });

  fullTest("reports a database that a newer version has migrated", async () => {
    const upgraded = await createTestDatabase();
    ending.push(upgraded.drop);
    const { anyone, db } = await start({ databaseUrl: upgraded.url });
    expect(await anyone.send("GET", "/readyz")).toMatchObject({ status: 200 });
    await sql`UPDATE oldest_version SET version = '99.10.0'`.execute(db);
    const other = await start({ databaseUrl: upgraded.url });
    expect(await other.anyone.send("GET", "/readyz")).toMatchObject({
      status: 503,
      body: { reasons: ["older than the database"] },
    });
  });

  test("reports a database that is older than this version, or unreachable", async () => {
    const behind = await createTestDatabase();
    ending.push(behind.drop);
    const { anyone, db } = await start({ databaseUrl: behind.url });
    await sql`DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)`.execute(db);
    expect(await anyone.send("GET", "/readyz")).toMatchObject({
      body: { reasons: expect.arrayContaining(["migrations"]) },
    });

    const gone = await createTestDatabase();
    const other = await start({ databaseUrl: gone.url });
    await gone.drop();
    expect(await other.anyone.send("GET", "/readyz")).toMatchObject({
      body: { reasons: expect.arrayContaining(["database"]) },
    });
    expect(await other.anyone.send("GET", "/healthz")).toMatchObject({ status: 200 });
  });
});

describe("/metrics", () => {
  test("holds requests by route and status, sockets, connections and statements", async () => {
    const server = await start();
    const person = await server.signIn(await createPerson(server.db));
    await server.connect(person);
    await server.anyone.send("GET", "/api/auth/user");
    await server.anyone.send("GET", "/api/nothing?token=secret");
    const { status, body, headers } = await server.anyone.send("GET", "/metrics");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/plain; version=0.0.4");
    const text = String(body);
    expect(text).toContain(
      'atoll_http_request_seconds_count{method="GET",route="/api/auth/user",status="401"} 1',
    );
    expect(text).toContain('atoll_http_request_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).toMatch(/^atoll_sockets 1$/m);
    expect(text).toMatch(/^atoll_people_here 1$/m);
    expect(text).toMatch(/^atoll_database_connections [1-9]\d*$/m);
    expect(text).toMatch(/^atoll_database_query_seconds_count [1-9]\d*$/m);
    expect(text).not.toContain("secret");
  });

  test.each([
    ["from elsewhere", { metricsFrom: ["203.0.113.0/24"] }, {}, 404],
    ["from an address of the list", { metricsFrom: ["127.0.0.0/8"] }, {}, 200],
    ["through a proxy nobody told of", {}, { "x-forwarded-for": "203.0.113.9" }, 404],
    ["through one that says little", {}, { via: "1.1 proxy" }, 404],
    ["through a trusted proxy", { trustedProxies: ["loopback"] }, { "x-forwarded-for": "203.0.113.9" }, 404],
    [
      "through a trusted proxy, claiming to be this machine",
      { trustedProxies: ["loopback"] },
      { "x-forwarded-for": "127.0.0.1, 203.0.113.9" },
      404,
    ],
    [
      "through a trusted proxy, for an address of the list",
      { trustedProxies: ["loopback"], metricsFrom: ["203.0.113.9"] },
      { "x-forwarded-for": "203.0.113.9" },
      200,
    ],
  ])("%s", async (_what, options, headers, status) => {
    const { anyone } = await start(options);
    const answer = await anyone.send("GET", "/metrics", { headers });
    expect(answer.status).toBe(status);
    if (status === 404) expect(answer.body).toMatchObject({ error: { code: "route_not_found" } });
  });
});

describe("figures of the whole installation", () => {
  test("include version, free space, jobs and the last backup, and every figure of the guide", async () => {
    const server = await start({ freeBytes: () => 4096 });
    const text = async () => String((await server.anyone.send("GET", "/metrics")).body);
    const first = await text();
    expect(first).toMatch(/^atoll_info\{version="[\d.]+"\} 1$/m);
    expect(first).toMatch(/^atoll_disk_free_bytes\{disk="files"\} 4096$/m);
    expect(first).toMatch(/^atoll_jobs\{job="files.sweep",state="waiting"\} \d+$/m);
    expect(first).not.toMatch(/^atoll_last_backup_age_seconds /m);
    await sql`INSERT INTO backups (finished_at, is_complete)
      VALUES (now() - interval '2 days', true), (now(), false)`.execute(server.db);
    const [, age] = /^atoll_last_backup_age_seconds (\S+)$/m.exec(await text()) ?? [];
    expect(Math.round(Number(age) / 86_400)).toBe(2);
    const guide = await readFile(
      new URL("../../../../docs/guides/running-atoll.md", import.meta.url),
      "utf8",
    );
    const named = [...new Set(guide.match(/\batoll_[a-z_]+\b/g))];
    expect(named.length).toBeGreaterThan(5);
    const known = named.filter((name) =>
      new RegExp(`^# TYPE ${name.replace(/_(count|sum|bucket)$/, "")} `, "m").test(first),
    );
    expect(known).toEqual(named);
  });

  test("are available without a database", async () => {
    const gone = await createTestDatabase();
    const { anyone } = await start({ databaseUrl: gone.url });
    await gone.drop();
    expect(await anyone.send("GET", "/metrics")).toMatchObject({
      status: 200,
      body: expect.stringContaining("atoll_info{"),
    });
  });
});

test("all packages have the version of the changelog's first entry", async () => {
  const root = new URL("../../../../", import.meta.url);
  const changelog = await readFile(new URL("CHANGELOG.md", root), "utf8");
  const [, newest] = /^## (\S+)/m.exec(changelog) ?? [];
  for (const folder of ["", "contract/", "server/", "web/", "e2e/", "bench/"]) {
    const manifest = JSON.parse(await readFile(new URL(`${folder}package.json`, root), "utf8"));
    expect([folder, manifest.version]).toEqual([folder, newest]);
  }
});

describe("the log of requests", () => {
  const requests = () => lines.filter(({ msg }) => msg === "request");

  test("has a line for each request at level info, with the person and without secrets", async () => {
    const server = await start();
    const { client, user } = await server.signIn(await createPerson(server.db));
    lines = [];
    await client.send("GET", "/api/auth/user?token=secret");
    const refused = await client.send("GET", "/api/nothing?token=secret");
    await server.anyone.send("GET", "/%ff");
    await expect.poll(requests).toHaveLength(3);
    const [first, second] = requests();
    expect(first).toMatchObject({ level: 30, method: "GET", route: "/api/auth/user", status: 200 });
    expect(first).toMatchObject({ person: user.id, requestId: expect.any(String), ms: expect.any(Number) });
    const { error } = refused.body as { error: { requestId: string } };
    expect(second).toMatchObject({ path: "/api/nothing", status: 404, requestId: error.requestId });
    expect(JSON.stringify(lines)).not.toContain("secret");
  });
});
