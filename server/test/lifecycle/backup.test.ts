import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onlyInFullCheck } from "../../../contract/test/full-check.ts";
import { demoPassword, demoSignIns } from "../../demo/sign-ins.ts";
import { readFileList } from "../../src/platform/backup/file-list.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { createLog } from "../../src/platform/log/log.ts";
import type { Tables } from "../../src/tables.ts";
import { type Client, createClient } from "../client.ts";
import { createTestDatabase } from "../database.ts";
import { runOperatorCommand, startOperatorCommand } from "../operator-command.ts";
import { findEverywhere } from "../retention.ts";
import { embeddedUrl, runServerProcess, type ServerProcess, startServerProcess } from "../server-process.ts";

/** The rows and files that are compared are drawn by a hash with this. */
const seed = "atoll";
const drawn = 50;

let folder: string;
const running: ServerProcess[] = [];
let backup: string;
/** Posted and acknowledged before the backup began. */
let acknowledged: string[];
const place = (name: string) => join(folder, name);
const embedded = (name: string) => ({ ATOLL_DATA_DIR: place(name) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atoll-backup-"));
  const original = await start({ ...embedded("original"), ATOLL_DEMO: "1" });
  const load = keepPosting(await signIn(original));
  await load.started;
  acknowledged = load.acknowledged();
  const made = await runOperatorCommand("backup", embedded("original"), place("backups"));
  await load.stop();
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining("read back and found whole") });
  const names = await readdir(place("backups"));
  expect(names).toEqual([expect.stringMatching(/^atoll-\d{4}-.*Z$/)]);
  backup = join(place("backups"), names[0] ?? "");
}, 300_000);
afterAll(async () => {
  for (const server of running) {
    server.kill("SIGTERM");
    await server.exited;
  }
  await rm(folder, { recursive: true, force: true });
});

describe("a backup of a company that is at work", () => {
  test("is restored into a new data folder with every row and file, and work goes on there", async () => {
    const restored = await runOperatorCommand("restore", embedded("restored"), backup);
    expect(restored).toMatchObject({ code: 0 });
    const server = await start(embedded("restored"));
    const urls = [await embeddedUrl(place("original")), await embeddedUrl(place("restored"))] as const;
    let compared = 0;
    for (const table of [
      "messages",
      "message_reactions",
      "profiles",
      "user_roles",
      "permissions",
      "audit_log",
    ]) {
      const [before, after] = await Promise.all(urls.map((url) => drawRows(url, table, acknowledged)));
      expect(after).toEqual(before);
      compared += after?.length ?? 0;
    }
    expect(compared).toBeGreaterThan(drawn);
    expect(await shapeOf(urls[1])).toEqual(await shapeOf(urls[0]));
    const files = await drawFiles();
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) {
      const [before, after] = await Promise.all(
        ["original", "restored"].map((name) => readFile(join(place(name), "files", path))),
      );
      expect(after?.equals(before ?? Buffer.alloc(0))).toBe(true);
    }
    const client = await signIn(server);
    const { id } = await postOne(client);
    expect(id).toBeTruthy();
    expect((await stat(place("restored"))).mode & 0o77).toBe(0);
  }, 300_000);

  test("is only for its owner to read", async () => {
    expect((await stat(backup)).mode & 0o77).toBe(0);
    for (const name of ["manifest.json", "files.list", "tables/accounts.copy.gz"])
      expect((await stat(join(backup, name))).mode & 0o77).toBe(0);
  });

  test("is read and found whole with --check, which touches nothing", async () => {
    const checked = await runOperatorCommand("restore", embedded("untouched"), backup, "--check");
    expect(checked.output).toMatch(/^The backup of \S+Z is whole: \d+ rows and \d+ files\.\n$/);
    expect(checked.code).toBe(0);
    expect(await readdir(folder)).not.toContain("untouched");
  });

  onlyInFullCheck(() => {
    test("is cleaned up by the next one when it was killed", async () => {
      const target = place("killed");
      const names = () => readdir(target).catch(() => []);
      // The backup waits for this table.
      const holder = new pg.Client({ connectionString: await embeddedUrl(place("original")) });
      await holder.connect();
      await holder.query("BEGIN; LOCK TABLE messages IN ACCESS EXCLUSIVE MODE");
      const { child, ended } = startOperatorCommand("backup", embedded("original"), target);
      await expect.poll(names).toHaveLength(1);
      child.kill("SIGKILL");
      await ended;
      await holder.end();
      // Somebody else's, on another machine and at work, perhaps.
      const others = `.unfinished-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}-1@elsewhere`;
      await mkdir(join(target, others));
      expect(await names()).toHaveLength(2);
      expect(await runOperatorCommand("backup", embedded("original"), target)).toMatchObject({ code: 0 });
      expect(await names()).toEqual([others, expect.stringMatching(/^atoll-/)]);
    });

    test("is restored into an empty database of yours, and into no other", async () => {
      const [empty, full] = [await createTestDatabase({ migrated: false }), await createTestDatabase()];
      const refused = await runOperatorCommand(
        "restore",
        { ...embedded("next-to-full"), DATABASE_URL: full.url },
        backup,
      );
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringContaining("The database is not empty."),
      });
      expect(await readdir(place("next-to-full"))).not.toContain("files");
      const env = { ...embedded("next-to-empty"), DATABASE_URL: empty.url };
      expect(await runOperatorCommand("restore", env, backup)).toMatchObject({ code: 0 });
      const url = await embeddedUrl(place("original"));
      expect(await drawRows(empty.url, "messages", acknowledged)).toEqual(
        await drawRows(url, "messages", acknowledged),
      );
      expect(await readdir(join(place("next-to-empty"), "files"))).not.toEqual([]);
      await Promise.all([empty.drop(), full.drop()]);
    }, 300_000);

    test("replaces an existing folder only if told to, and keeps the old one", async () => {
      const running = await runOperatorCommand("restore", embedded("original"), backup, "--replace");
      expect(running).toMatchObject({
        code: 1,
        output: expect.stringContaining("is in use by another Atoll"),
      });
      await cp(place("next-to-empty"), place("taken"), { recursive: true });
      const refused = await runOperatorCommand("restore", embedded("taken"), backup);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("There is an Atoll in") });
      await mkdir(place("shared-folder"));
      await writeFile(join(place("shared-folder"), "thesis.odt"), "");
      const foreign = await runOperatorCommand("restore", embedded("shared-folder"), backup);
      expect(foreign).toMatchObject({ code: 1, output: expect.stringContaining("(thesis.odt)") });
      const told = await runOperatorCommand("restore", embedded("taken"), backup, "--replace");
      expect(told).toMatchObject({ code: 0, output: expect.stringContaining("What was there before is in") });
      const names = await readdir(place("taken"));
      expect(names).toEqual(expect.arrayContaining(["files", "postgres", "postgres-password"]));
      const kept = names.find((name) => name.startsWith("before-restore-")) ?? "";
      expect(await readdir(join(place("taken"), kept))).toEqual(["files"]);
    }, 300_000);
  });
});

onlyInFullCheck(() => {
  describe("a backup whose files are not those of its rows", () => {
    const backUp = (target: string, env: Record<string, string> = {}) =>
      runOperatorCommand("backup", { ...embedded("original"), ...env }, place(target));

    test("refuses a folder of files that is not this database's", async () => {
      await mkdir(place("unmounted"));
      const made = await backUp("of-another", { ATOLL_FILES_FOLDER: place("unmounted") });
      expect(made).toMatchObject({ code: 1, output: expect.stringContaining("does not have the mark of") });
      expect(await readdir(folder)).not.toContain("of-another");
    });

    test("names each file that is missing or changed, keeps the rest, and restores it only when asked", async () => {
      const [lost = "", altered = ""] = await namedFiles();
      const of = (path: string) => join(place("original"), "files", path);
      const [lostContent, alteredContent] = [await readFile(of(lost)), await readFile(of(altered))];
      await rm(of(lost));
      await changeByte(of(altered));
      const made = await backUp("lacking");
      await writeFile(of(lost), lostContent);
      await writeFile(of(altered), alteredContent);
      const named = (output: string) => {
        expect(output).toContain("2 files are missing or changed");
        expect(output).toMatch(new RegExp(`${lost} .*: missing`));
        expect(output).toMatch(new RegExp(`${altered} .*: changed`));
      };
      expect(made.code).toBe(1);
      named(made.output);
      const noted = await query(
        await embeddedUrl(place("original")),
        "SELECT is_complete FROM backups ORDER BY finished_at DESC LIMIT 1",
      );
      expect(noted.rows).toEqual([{ is_complete: false }]);
      const [name = ""] = await readdir(place("lacking"));
      expect(name).toMatch(/^atoll-.*Z-incomplete$/);

      const lacking = join(place("lacking"), name);
      const checked = await runOperatorCommand("restore", embedded("untouched"), lacking, "--check");
      expect(checked.code).toBe(1);
      named(checked.output);
      const refused = await runOperatorCommand("restore", embedded("untouched"), lacking);
      expect(refused.code).toBe(1);
      named(refused.output);
      expect(await readdir(folder)).not.toContain("untouched");
      const restored = await runOperatorCommand("restore", embedded("lacks-files"), lacking, "--incomplete");
      expect(restored).toMatchObject({ code: 0 });
    });
  });

  describe("a folder of files elsewhere", () => {
    test("gets the files of a restore, and no server starts on another one", async () => {
      const env = { ...embedded("files-elsewhere"), ATOLL_FILES_FOLDER: place("shared-files") };
      expect(await runOperatorCommand("restore", env, backup)).toMatchObject({ code: 0 });
      const [path = ""] = await drawFiles();
      expect(await readdir(place("files-elsewhere"))).not.toContain("files");
      expect((await readFile(join(place("shared-files"), path))).length).toBeGreaterThan(0);
      // The first start of this database: none of its files are in an empty folder.
      const empty = { ...env, ATOLL_FILES_FOLDER: place("empty-files") };
      const first = await runServerProcess(empty);
      expect(first).toMatchObject({ code: 1, output: expect.stringContaining("has none of the files") });
      const server = await start(env);
      server.kill("SIGTERM");
      await server.exited;
      const other = await runServerProcess(empty);
      expect(other).toMatchObject({ code: 1, output: expect.stringContaining("does not have the mark") });
      // A folder of another database is refused, too.
      const foreign = await runServerProcess({
        ...env,
        ATOLL_FILES_FOLDER: join(place("original"), "files"),
      });
      expect(foreign).toMatchObject({
        code: 1,
        output: expect.stringContaining("belongs to another database"),
      });

      const refused = await runOperatorCommand("restore", { ...env, ...embedded("second") }, backup);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("There is an Atoll in") });
      const replaced = await runOperatorCommand("restore", env, backup, "--replace");
      expect(replaced).toMatchObject({ code: 0 });
      const names = await readdir(place("shared-files"));
      expect(names.filter((name) => name.startsWith("before-restore-"))).toHaveLength(1);
      expect(names).not.toContain("restore-unfinished");
      expect((await readFile(join(place("shared-files"), path))).length).toBeGreaterThan(0);
      // Replaced files are not part of the next backup.
      const next = await runOperatorCommand("backup", env, place("next"));
      expect(next).toMatchObject({ code: 0 });
    }, 300_000);
  });

  describe("a backup from before a person was erased", () => {
    test("is restored without the person, in every table and before the first request", async () => {
      expect(await runOperatorCommand("restore", embedded("erases"), backup)).toMatchObject({ code: 0 });
      const first = await start(embedded("erases"));
      const client = await signIn(first);
      const url = await embeddedUrl(place("erases"));
      const { rows } = await query(
        url,
        "SELECT p.id, p.name FROM profiles p JOIN accounts a USING (id) WHERE a.email LIKE 'ruth.adeyemi@%'",
      );
      const [person] = rows as { id: string; name: string }[];
      const personId = person?.id ?? "";
      await client.call(administrationRoutes.disableUser, { params: { userId: personId } });
      const wanted = { id: uuidv7(), personId, keepsTexts: true, name: person?.name ?? "" };
      await client.call(personalDataRoutes.startErasure, {
        body: { ...wanted, currentPassword: demoPassword },
      });
      const isDone = (caller: Client) =>
        expect
          .poll(async () => (await caller.call(personalDataRoutes.listErasures, { query: {} })).items, {
            timeout: 120_000,
          })
          .toMatchObject([{ id: wanted.id, state: "done" }]);
      await isDone(client);
      first.kill("SIGTERM");
      await first.exited;

      const restored = await runOperatorCommand("restore", embedded("erases"), backup, "--replace");
      expect(restored.output).toContain("One person was erased since the backup.");
      const again = await start(embedded("erases"));
      const nameless = await query(
        await embeddedUrl(place("erases")),
        "SELECT name FROM profiles WHERE id = $1",
        [personId],
      );
      expect(nameless.rows).toEqual([{ name: "Former colleague" }]);
      await isDone(await signIn(again));
      const database = openDatabase<Tables>({
        ...{ url: await embeddedUrl(place("erases")), preparedStatements: false, log: createLog("silent") },
      });
      expect(await findEverywhere(database, "ruth adeyemi")).toEqual([]);
      expect(await findEverywhere(database, "ruth.adeyemi")).toEqual([]);
      await database.db.destroy();
    }, 600_000);
  });

  describe("an incomplete backup", () => {
    const harms: [string, (copy: string) => Promise<void>, string][] = [
      ["one that was cut short", (copy) => rm(join(copy, "manifest.json")), "is no backup of Atoll"],
      [
        "one with a table cut short",
        (copy) => truncate(join(copy, "tables/messages.copy.gz"), 1000),
        "tables/messages.copy.gz",
      ],
      [
        "one with a byte changed",
        (copy) => changeByte(join(copy, "tables/accounts.copy.gz")),
        "accounts.copy.gz",
      ],
      [
        "one with a file missing",
        async (copy) => rm(join(copy, "files", (await drawFiles())[0] ?? "")),
        "is missing, cut short or changed",
      ],
      [
        "one with a damaged manifest",
        (copy) => writeFile(join(copy, "manifest.json"), "{"),
        "cannot be read",
      ],
    ];
    test.each(harms)("%s is refused, and nothing is touched", async (_what, harm, message) => {
      const copy = place("harmed");
      await rm(copy, { recursive: true, force: true });
      await cp(backup, copy, { recursive: true });
      await harm(copy);
      const checked = await runOperatorCommand("restore", embedded("untouched"), copy, "--check");
      expect(checked).toMatchObject({ code: 1, output: expect.stringContaining(message) });
      const refused = await runOperatorCommand("restore", embedded("untouched"), copy);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(message) });
      expect(await readdir(folder)).not.toContain("untouched");
    });
  });

  /** Stopped at the end, also when a test fails. */
});

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(env);
  running.push(server);
  return server;
}

async function signIn(server: ServerProcess): Promise<Client> {
  const { session } = await createClient(server.url).call(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email: demoSignIns[0]?.email ?? "", password: demoPassword },
  });
  return createClient(server.url, session.accessToken);
}

async function postOne(client: Client): Promise<{ id: string }> {
  const { channels } = await client.call(chatRoutes.listChannels, { query: {} });
  const channel = channels.find(({ type }) => type === "PUBLIC");
  const { message } = await client.call(chatRoutes.postMessage, {
    params: { channelId: channel?.id ?? "" },
    body: { id: uuidv7(), content: "While the backup is made" },
  });
  return message;
}

/** Posts one message after the other, no faster than a person may. */
function keepPosting(client: Client) {
  const ids: string[] = [];
  let isStopped = false;
  const started = Promise.withResolvers<void>();
  const posting = (async () => {
    while (!isStopped && ids.length < 100) {
      ids.push((await postOne(client)).id);
      if (ids.length === 10) started.resolve();
    }
  })();
  posting.catch(started.reject);
  return {
    started: started.promise,
    acknowledged: () => [...ids],
    async stop() {
      isStopped = true;
      await posting;
    },
  };
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query<Row>(text, values).finally(() => client.end());
}

/** Some rows of a table, the same on both sides; of messages those that nobody touches any more. */
async function drawRows(url: string, table: string, messageIds: string[]): Promise<unknown[]> {
  const which = table === "messages" ? "WHERE id = ANY ($3) OR created_at < now() - interval '1 hour'" : "";
  const values = [seed, drawn, ...(table === "messages" ? [messageIds] : [])];
  const { rows } = await query<{ row: unknown }>(
    url,
    `SELECT to_jsonb(t) AS row FROM ${table} t ${which} ORDER BY md5($1 || to_jsonb(t)::text) LIMIT $2`,
    values,
  );
  return rows.map(({ row }) => row);
}

/** Everything of the schema that a restore takes apart and puts together again. */
async function shapeOf(url: string): Promise<unknown> {
  const { rows } = await query(
    url,
    `SELECT conrelid::regclass::text AS of, conname AS name, pg_get_constraintdef(oid) AS is FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1, 2, 3`,
  );
  return rows;
}

async function drawFiles(): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of readFileList(backup)) paths.push(path);
  return paths.slice(0, drawn);
}

/** Files that rows name, without small images. */
async function namedFiles(): Promise<string[]> {
  const { rows } = await query<{ path: string }>(
    await embeddedUrl(place("original")),
    `SELECT bucket || '/' || key AS path FROM files
     WHERE subject_id IS NOT NULL AND discarded_at IS NULL AND sha256 IS NOT NULL ORDER BY id LIMIT 2`,
  );
  return rows.map(({ path }) => path);
}

async function changeByte(file: string): Promise<void> {
  const content = await readFile(file);
  const middle = Math.floor(content.length / 2);
  content[middle] = (content[middle] ?? 0) ^ 1;
  await writeFile(file, content);
}
