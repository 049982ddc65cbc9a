import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest, onlyInFullCheck } from "../../../contract/test/full-check.ts";
import { lockDataFolder } from "../../src/platform/configuration/data-folder.ts";
import { parseAccounts } from "../../src/platform/database/embedded/accounts.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../src/platform/database/embedded/start-embedded-postgres.ts";
import { superviseEmbeddedPostgres } from "../../src/platform/database/embedded/supervise-embedded-postgres.ts";
import { StartError } from "../../src/platform/log/start-error.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const isRootOnLinux = process.platform === "linux" && process.getuid?.() === 0;

let parent: string;
let folders = 0;
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), "atoll-embedded-")));
  // Others may pass, as in a public folder. The private one has a test of its own.
  await chmod(parent, 0o711);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

describe("the cluster", () => {
  test("has a role without superuser rights, is reachable only from this machine, and keeps its data", async () => {
    const dataFolder = await newFolder();
    const first = await start(dataFolder);
    await query(first.url, "CREATE TABLE kept AS SELECT 42 AS answer");
    const [settings] = await query(
      first.url,
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
              current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
              lower('ÄÖ') AS lower, to_tsvector('simple', 'one—two')::text AS words`,
    );
    expect(settings).toEqual({
      addresses: "127.0.0.1",
      sockets: "",
      fsync: "on",
      encoding: "UTF8",
      superuser: false,
      lower: "äö",
      words: "'one':1 'two':2",
    });
    expect((await stat(join(dataFolder, "postgres-password"))).mode & 0o777).toBe(0o600);
    await first.stop();

    const second = await start(dataFolder);
    expect(second.stoppedLeftOver).toBe(false);
    expect(await query(second.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
  });

  fullTest("refuses the superuser, whatever the password", async () => {
    const { url } = await start(await newFolder());
    const asSuperuser = new URL(url);
    asSuperuser.username = "postgres";
    await expect(query(asSuperuser.href, "SELECT 1")).rejects.toThrow("password authentication failed");
  });

  onlyInFullCheck(() => {
    test("creates a cluster again whose creation was interrupted", async () => {
      const dataFolder = await newFolder();
      const maker = startInProcess(dataFolder);
      await expect
        .poll(() => unfinished(dataFolder), { interval: 5 })
        .toEqual([expect.stringContaining("PG_VERSION")]);
      maker.child.kill("SIGKILL");
      const server = await start(dataFolder);
      expect(await query(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
      expect(await unfinished(dataFolder)).toEqual([]);
    });
  });

  test.each([
    ["another version's", "17\n", "was made by PostgreSQL 17"],
    ["something else", undefined, "holds no PostgreSQL database"],
  ])("is refused and left alone when it is %s", async (_what, version, message) => {
    const dataFolder = await newFolder();
    await mkdir(join(dataFolder, "postgres"));
    const file = join(dataFolder, "postgres", version ? "PG_VERSION" : "letter.txt");
    await writeFile(file, version ?? "Dear all");
    await expect(start(dataFolder)).rejects.toThrow(message);
    expect(await readFile(file, "utf8")).toBe(version ?? "Dear all");
  });
});

describe("after a crash", () => {
  test("a server left behind is stopped, and what was committed is there", async () => {
    const dataFolder = await newFolder();
    const killed = startInProcess(dataFolder);
    const url = await killed.url;
    await query(url, "CREATE TABLE kept AS SELECT 42 AS answer");
    killed.child.kill("SIGKILL");
    const server = await start(dataFolder);
    expect(server.stoppedLeftOver).toBe(true);
    expect(await query(server.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
    await expect(query(url, "SELECT 1")).rejects.toThrow();
  });

  onlyInFullCheck(() => {
    test("starts although another process has the old process ID, and leaves it running", async () => {
      const dataFolder = await newFolder();
      await (await start(dataFolder)).stop();
      const stranger = spawn("sleep", ["60"]);
      await writeFile(join(dataFolder, "postgres", "postmaster.pid"), `${stranger.pid}\n`);
      const server = await start(dataFolder);
      expect(server.stoppedLeftOver).toBe(false);
      expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
      stranger.kill();
    });

    test("restarts the database on the same address if only the database crashed", async () => {
      const errors: string[] = [];
      const log = { ...silent, error: (message: string) => errors.push(message) };
      const server = await superviseEmbeddedPostgres({ dataFolder: await newFolder(), log });
      running.push(server);
      for (let round = 0; round < 3; round += 1) {
        const killed = server.pid ?? 0;
        process.kill(killed, "SIGKILL");
        await expect.poll(() => server.pid, { interval: 20 }).not.toBe(killed);
        await expect.poll(() => query(server.url, "SELECT 1 AS one"), { interval: 20 }).toEqual([{ one: 1 }]);
      }
      expect(errors.filter((message) => message.includes("ended by itself"))).toHaveLength(3);
    });

    test("leaves no process when it is stopped during a restart", async () => {
      const dataFolder = await newFolder();
      const server = await superviseEmbeddedPostgres({ dataFolder, log: silent });
      process.kill(server.pid ?? 0, "SIGKILL");
      await expect.poll(() => server.pid, { interval: 1 }).toBeUndefined();
      await server.stop();
      await expect(readFile(join(dataFolder, "postgres", "postmaster.pid"))).rejects.toThrow("ENOENT");
    });
  });

  describe.runIf(isRootOnLinux)("as root where user namespaces are refused", () => {
    fullTest(
      "runs as another user in a public folder, and continues with a cluster created in a namespace",
      async () => {
        const dataFolder = await newFolder();
        const before = await start(dataFolder);
        await query(before.url, "CREATE TABLE kept AS SELECT 42 AS answer");
        await before.stop();
        expect((await stat(join(dataFolder, "postgres"))).uid).toBe(0);
        await refuseNamespaces();
        const after = await start(dataFolder);
        expect(await query(after.url, "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
        expect((await stat(join(dataFolder, "postgres"))).uid).not.toBe(0);
        expect((await stat(dataFolder)).mode & 0o777).toBe(0o710);
      },
    );

    test("refuses a folder that only root may enter, with advice", async () => {
      const secret = await newFolder();
      await chmod(secret, 0o700);
      const dataFolder = join(secret, "data");
      await mkdir(dataFolder, { mode: 0o700 });
      await refuseNamespaces();
      const error: unknown = await start(dataFolder).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartError);
      expect((error as StartError).hint).toMatch(/ATOLL_DATA_DIR.*DATABASE_URL/);
    });

    async function refuseNamespaces(): Promise<void> {
      const folder = await newFolder();
      await writeFile(join(folder, "unshare"), "#!/bin/sh\necho 'unshare: not permitted' >&2\nexit 1\n", {
        mode: 0o755,
      });
      vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
    }
  });
});

describe("the data folder", () => {
  test("is made for its owner only, and a second server is told who has it", async () => {
    const path = join(await newFolder(), "new", "data");
    const lock = lockDataFolder(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    lock.announce("http://localhost:3000");
    expect(() => lockDataFolder(path)).toThrow(
      `The data folder ${path} is in use by another Atoll server (process ${process.pid} at http://localhost:3000).`,
    );
    lock.release();
    lockDataFolder(path).release();
  });

  test("is refused with the name of its variable when it cannot be created", async () => {
    const file = join(await newFolder(), "file");
    await writeFile(file, "");
    const take = () => lockDataFolder(join(file, "data"));
    expect(take).toThrow(StartError);
    expect(take).toThrow(/cannot be used: ENOTDIR/);
  });
});

test("reads accounts without root and without invalid lines", () => {
  const text = "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n+::::::\n\nbroken\n";
  expect(parseAccounts(text)).toEqual([{ name: "nobody", uid: 65534, gid: 65534 }]);
});

async function newFolder(): Promise<string> {
  folders += 1;
  const path = join(parent, String(folders));
  await mkdir(path, { mode: 0o755 });
  return path;
}

async function start(dataFolder: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, log: silent });
  running.push(server);
  return server;
}

/** In a process of its own, that can be killed. */
function startInProcess(dataFolder: string): { child: ChildProcess; url: Promise<string> } {
  const module = new URL("../../src/platform/database/embedded/start-embedded-postgres.ts", import.meta.url);
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module.href)};
    const log = { info() {}, warn() {}, error() {} };
    console.log((await startEmbeddedPostgres({ dataFolder: ${JSON.stringify(dataFolder)}, log })).url);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = new Promise<string>((resolve) => {
    child.stdout?.once("data", (line: Buffer) => resolve(line.toString().trim()));
  });
  return { child, url };
}

/** The version files of clusters that are being made. */
async function unfinished(dataFolder: string): Promise<string[]> {
  const names = await readdir(dataFolder, { recursive: true });
  return names.filter((name) => /^postgres-new-[^/]+\/cluster\/PG_VERSION$/.test(name));
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
