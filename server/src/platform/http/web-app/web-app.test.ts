import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";

const placing = new URL("../../../../../scripts/web-builds.mjs", import.meta.url).href;
const execute = promisify(execFile);

let database: TestDatabase;
let parent: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "atoll-builds-"));
});
const running: TestServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  await rm(parent, { recursive: true, force: true });
});

describe("a build under a running server", () => {
  test("keeps every file of its own build, and a later server serves the new one", async () => {
    await build(1);
    const old = await start();
    await build(2);
    const young = await start();
    await build(3);
    expect(await served(old)).toEqual({ page: "page 1", script: "script 1" });
    expect(await served(young)).toEqual({ page: "page 2", script: "script 2" });
  });

  test("serves open pages the files of their own build", async () => {
    await build(1);
    const old = await start();
    await build(2);
    const young = await start();
    for (const [server, number] of [
      [young, 1],
      [old, 2],
    ] as const) {
      const answer = await fetch(`${server.url}/assets/only-${number}.js`);
      expect([answer.status, await answer.text()]).toEqual([200, `only ${number}`]);
      expect(answer.headers.get("cache-control")).toContain("immutable");
    }
    expect((await fetch(`${young.url}/assets/only-3.js`)).status).toBe(404);
    expect((await fetch(`${young.url}/assets/..%2findex.html`)).status).toBe(404);
  });

  test("keeps the files when the sources are the same", async () => {
    await build(1);
    const server = await start();
    await build(1);
    expect(await served(server)).toEqual({ page: "page 1", script: "script 1" });
  });

  test("deletes old builds, except the newest and those being served", async () => {
    await build(1);
    const first = await start();
    for (const number of [2, 3, 4, 5, 6]) await build(number);
    const last = await start();
    const names = (await readdir(join(parent, "builds"))).filter((name) => /^\d{16}$/.test(name)).sort();
    expect(names).toEqual([1, 4, 5, 6].map(nameOf));
    expect(await served(first)).toEqual({ page: "page 1", script: "script 1" });
    expect(await served(last)).toEqual({ page: "page 6", script: "script 6" });
  });
});

const noPages = [
  "/api",
  "/api/nothing",
  "/API/nothing",
  "/assets/gone-1234.js",
  "/assets",
  "/icons/none",
  "/favicon.ico",
  "/.env",
  "/.git/config",
  "/backup.zip?download",
  "/chat/wp-login.php",
];

test("the service worker is a script that browsers revalidate each time, under the policy of all pages", async () => {
  await build(1);
  const [first, second] = [await start(), await start()];
  const answer = await fetch(`${first.url}/sw.js`);
  expect(answer.headers.get("content-type")).toMatch(/^(text|application)\/javascript/);
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(answer.headers.get("content-security-policy")).toContain("connect-src 'self'");
  expect(await answer.text()).toBe(await (await fetch(`${second.url}/sw.js`)).text());
});

test("answers 404 for an address that is not a page", async () => {
  await build(1);
  const { anyone } = await start();
  for (const path of noPages) {
    const { status, headers, body } = await anyone.send("GET", path);
    expect([path, status, headers.get("content-type")]).toEqual([path, 404, expect.stringContaining("json")]);
    expect(body).toMatchObject({ error: { code: "route_not_found" } });
  }
  for (const path of ["/", "/chat/channel/0193", "/departments/v2.0", "/nobody-knows-this"]) {
    const { status, body } = await anyone.send("GET", path);
    expect([path, status, body]).toEqual([path, 200, "page 1"]);
  }
});

test("leads a share to the page that says it was lost, when the browser has no service worker to take it", async () => {
  await build(1);
  const { url } = await start();
  const body = new FormData();
  body.set("text", "High water is at six.");
  const share = await fetch(`${url}/share`, { method: "POST", body, redirect: "manual" });
  expect([share.status, share.headers.get("location")]).toEqual([303, "/share?lost=1"]);
  const other = await fetch(`${url}/tasks`, { method: "POST", body, redirect: "manual" });
  expect(other.status).toBeGreaterThanOrEqual(400);
});

function nameOf(number: number): string {
  return String(number).padStart(16, "0");
}

/** A build of one page and one script, put in place by what `npm start` uses. */
async function build(number: number): Promise<void> {
  const aside = join(parent, "aside");
  await mkdir(join(aside, "assets"), { recursive: true });
  await writeFile(join(aside, "index.html"), `page ${number}`);
  await writeFile(join(aside, "assets", "script.js"), `script ${number}`);
  await writeFile(join(aside, "assets", `only-${number}.js`), `only ${number}`);
  await writeFile(join(aside, "sw.js"), `worker ${number}`);
  await utimes(aside, number, number);
  const call = `import(${JSON.stringify(placing)}).then((m) => m.placeBuild(...process.argv.slice(1)))`;
  await execute(process.execPath, ["-e", call, join(parent, "builds"), aside, nameOf(number)]);
}

async function start(): Promise<TestServer> {
  const server = await startTestServer({ databaseUrl: database.url, webBuilds: join(parent, "builds") });
  running.push(server);
  return server;
}

async function served(server: TestServer): Promise<{ page: string; script: string }> {
  const text = async (path: string) => (await fetch(server.url + path)).text();
  return { page: await text("/"), script: await text("/assets/script.js") };
}
