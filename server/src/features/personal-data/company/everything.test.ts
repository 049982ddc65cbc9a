import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
import { isFullCheck } from "../../../../../contract/test/full-check.ts";
import { seedDemoCompany } from "../../../../demo/seed.ts";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import { createChannel, createPerson, type TestPerson } from "../../../../test/factories.ts";
import { serverForFile } from "../../../../test/for-file.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";
import { upload } from "../../../../test/upload.ts";
import { putInPlace } from "../../../platform/backup/put-in-place.ts";
import { openDatabase } from "../../../platform/database/database.ts";
import type { FileStorage } from "../../../platform/files/file-storage.ts";
import { createLog } from "../../../platform/log/log.ts";
import { contentOf, verifyArchive } from "../../../platform/portable/load-archive.ts";
import type { ArchiveManifest } from "../../../platform/portable/manifest.ts";
import { openArchive } from "../../../platform/portable/open-archive.ts";
import { readableValues, readShapes, selectLines } from "../../../platform/portable/table-text.ts";
import type { Database, Tables } from "../../../tables.ts";
import { reindexOn } from "../../search/reindex.ts";
import { exportEverything } from "./export-everything.ts";
import { archiveRules } from "./table-rules.ts";

const server = serverForFile({ marksFilesFolder: true });
const log = createLog("silent");
const passphrase = "five words that nobody guesses";
let folder: string;
let ada: TestPerson;
let ben: TestPerson;
const targets: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atoll-everything-"));
  if (isFullCheck) await seedDemoCompany(server.db, server.files, { now: new Date(), say: () => {} });
  ada = await createPerson(server.db, { name: "Ada Quay" });
  ben = await createPerson(server.db, { name: "Ben Roe" });
  const outsider = await createPerson(server.db, { name: "Otis Outside" });
  await fillCompany(ada, ben, outsider);
});
afterAll(async () => {
  for (const target of targets) await target.drop();
  await rm(folder, { recursive: true, force: true });
});

let closedId: string;

/** Rows with values that do not survive a careless export, in a public and in a closed channel. */
async function fillCompany(first: TestPerson, second: TestPerson, outsider: TestPerson): Promise<void> {
  const open = await createChannel(server.db, {
    name: "open",
    type: "PUBLIC",
    members: [first, second, outsider],
  });
  const closed = await createChannel(server.db, { name: "closed", members: [first, second] });
  closedId = closed.id;
  const author = await server.signIn(first);
  const note = await upload(server, author, { name: "plan.txt", content: "The plan of Ada" });
  const post = (channelId: string, content: string, attachmentIds: string[] = []) =>
    author.client.call(chatRoutes.postMessage, {
      params: { channelId },
      body: { id: uuidv7(), content, attachmentIds },
    });
  await post(open.id, 'Quotes " and \\ and \u2028 and 🪸 and\nlines', [note.id]);
  await post(closed.id, "The canary sings here");
  // Packs to a thousandth.
  const repeated = JSON.stringify("0".repeat(2_000_000));
  await sql`INSERT INTO object_changes (subject_kind, subject_id, change_id, field, before, after, actor_id)
    VALUES ('task', gen_random_uuid(), gen_random_uuid(), 'fields', 'null', ${repeated}, ${first.id})`.execute(
    server.db,
  );
  await sql`INSERT INTO object_changes (subject_kind, subject_id, change_id, field, before, after, actor_id)
    VALUES ('task', gen_random_uuid(), gen_random_uuid(), 'fields', 'null', '{"sum": 12345678901234567890.10, "none": null}', ${first.id})`.execute(
    server.db,
  );
}

const sourceOf = (files: FileStorage) => ({
  ...{ db: server.db, files, signal: AbortSignal.timeout(600_000) },
  receive: (content: Readable) => server.files.stage(content, { maxBytes: Number.POSITIVE_INFINITY }),
});

async function exported(name: string, words?: string): Promise<{ path: string; manifest: ArchiveManifest }> {
  const path = join(folder, name);
  const { manifest, problems } = await exportEverything(
    { ...sourceOf(server.files), passphrase: words },
    (output) => pipeline(output, createWriteStream(path)),
    async () => {},
  );
  expect(problems).toEqual([]);
  return { path, manifest };
}

interface Target {
  url: string;
  filesFolder: string;
  dataFolder: string;
}

async function newTarget(): Promise<Target> {
  const database = await createTestDatabase({ migrated: false });
  targets.push(database);
  const dataFolder = await mkdtemp(join(folder, "target-"));
  return { url: database.url, dataFolder, filesFolder: join(dataFolder, "files") };
}

async function imported(
  path: string,
  { url, dataFolder, filesFolder }: Target,
  words?: string,
): Promise<void> {
  const archive = await openArchive(path, words);
  try {
    const hashes = await verifyArchive(archive, () => {});
    const rebuild: Parameters<typeof contentOf>[2]["rebuild"] = (client) => reindexOn(client, () => {});
    await putInPlace(contentOf(archive, hashes, { rules: archiveRules, onTable: () => {}, rebuild }), {
      ...{
        databaseUrl: url,
        dataFolder,
        filesFolder,
        remote: undefined,
        mayReplace: false,
        log,
        now: new Date(),
      },
    });
  } finally {
    archive.close();
  }
}

/** Every row of the tables as text, and every file by its path. */
async function everythingIn(db: Database, files: string, tables: readonly string[]) {
  const rows = new Map<string, string>();
  await db.transaction().execute(async (tx) => {
    for (const statement of readableValues.split(";")) await sql.raw(statement).execute(tx);
    const query = async <Row extends object>(text: string) => (await sql.raw<Row>(text).execute(tx)).rows;
    for (const shape of await readShapes(query)) {
      if (!tables.includes(shape.name)) continue;
      const columns = shape.columns.toSorted((a, b) => a.name.localeCompare(b.name));
      const lines = await query<{ line: string }>(selectLines({ ...shape, columns }));
      rows.set(shape.name, lines.map(({ line }) => line).join("\n"));
    }
  });
  const found = new Map<string, string>();
  for (const entry of await readdir(files, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !/mark|incoming/.test(join(entry.parentPath, entry.name)))
      found.set(
        join(entry.parentPath, entry.name).slice(files.length),
        (await readFile(join(entry.parentPath, entry.name))).toString("base64"),
      );
  return { rows, files: found };
}

/** A server that runs notes there how far it has looked. */
const moving = "event_reminders_state";
const wholeTables = ({ tables, keptInPart }: ArchiveManifest): string[] =>
  tables
    .map(({ name }) => name)
    .filter((name) => name !== moving && !keptInPart.some(({ table }) => table === name));

async function compare(manifest: ArchiveManifest, target: Target): Promise<void> {
  const { db } = openDatabase<Tables>({ url: target.url, log, preparedStatements: false });
  try {
    const tables = wholeTables(manifest);
    const [before, after] = [
      await everythingIn(server.db, server.filesFolder, tables),
      await everythingIn(db, target.filesFolder, tables),
    ];
    expect([...before.rows].filter(([name, lines]) => after.rows.get(name) !== lines)).toEqual([]);
    expect(after.files).toEqual(before.files);
    expect(before.rows.size).toBe(tables.length);
    expect(before.files.size).toBeGreaterThan(0);
  } finally {
    await db.destroy();
  }
}

describe("an archive of everything", () => {
  let target: Target;
  let manifest: ArchiveManifest;
  beforeAll(async () => {
    const made = await exported("sealed.zip", passphrase);
    manifest = made.manifest;
    target = await newTarget();
    await imported(made.path, target, passphrase);
  });

  test("goes into an empty Atoll with every row and file the same", async () => {
    expect(manifest.tables.length).toBeGreaterThan(150);
    await compare(manifest, target);
  });

  describe("in the new place", () => {
    let moved: TestServer;
    beforeAll(async () => {
      moved = await startTestServer({ databaseUrl: target.url });
    });
    afterAll(() => moved.close());

    test("lets people sign in with their passwords, and keeps a closed channel closed", async () => {
      const [member, outsider] = [await moved.signIn(ada), await moved.signIn(await findOutsider(moved))];
      const read = (who: typeof member) =>
        who.client.call(chatRoutes.listMessages, { params: { channelId: closedId }, query: {} });
      expect((await read(member)).messages.map(({ content }) => content)).toContain("The canary sings here");
      const refused = await outsider.client.refused(chatRoutes.listMessages, {
        params: { channelId: closedId },
        query: {},
      });
      expect(refused.status).toBe(404);
      const find = async (who: typeof member) =>
        JSON.stringify(await who.client.call(searchRoutes.searchEverywhere, { query: { query: "canary" } }));
      expect(await find(member)).toContain(closedId);
      expect(await find(outsider)).not.toContain(closedId);
    });

    test("has no session, and no secret that another program could read", async () => {
      const archive = await fromBufferPromise(await readFile(join(folder, "sealed.zip")));
      const texts: string[] = [];
      for await (const entry of archive.eachEntry())
        texts.push(
          Buffer.concat(await (await archive.openReadStreamPromise(entry)).toArray()).toString("latin1"),
        );
      const { secret } = await server.db
        .selectFrom("signing_keys")
        .select("secret")
        .executeTakeFirstOrThrow();
      const { token_hash } = await server.db
        .selectFrom("refresh_tokens")
        .select("token_hash")
        .executeTakeFirstOrThrow();
      for (const hidden of [secret, token_hash])
        expect(texts.some((text) => text.includes(hidden.toString("base64")))).toBe(false);
      expect(manifest.leftOut.map(({ table }) => table)).toContain("sessions");
      const { id } = await moved.db.selectFrom("signing_keys").select("id").executeTakeFirstOrThrow();
      expect(
        await server.db.selectFrom("signing_keys").select("id").where("id", "=", id).execute(),
      ).toHaveLength(1);
    });
  });

  test("is opened only with its passphrase", async () => {
    const path = join(folder, "sealed.zip");
    await expect(openArchive(path, undefined)).rejects.toThrow(/sealed with a passphrase/);
    await expect(imported(path, await newTarget(), "another passphrase")).rejects.toThrow(/does not open/);
  });

  test("without a passphrase goes into an empty Atoll, too, without the secrets", async () => {
    const made = await exported("plain.zip");
    expect(made.manifest.leftOut.map(({ table }) => table)).toContain("signing_keys");
    const other = await newTarget();
    await imported(made.path, other);
    await compare(made.manifest, other);
    await expect(imported(made.path, other)).rejects.toThrow(/already|not empty/);
  });
});

async function findOutsider(at: TestServer): Promise<TestPerson> {
  const row = await at.db
    .selectFrom("accounts as a")
    .innerJoin("profiles as p", "p.id", "a.id")
    .select(["a.id", "a.email", "p.name"])
    .where("p.name", "=", "Otis Outside")
    .executeTakeFirstOrThrow();
  return { ...ada, ...row };
}

test("every table has a rule, and no archive has a row that refers to one it lacks", async () => {
  const query = async <Row extends object>(text: string) =>
    (await sql.raw<Row>(text).execute(server.db)).rows;
  const tables = (await readShapes(query)).map(({ name }) => name);
  // A table that is missing here belongs in table-rules.ts, next to this file.
  expect(tables.filter((name) => archiveRules[name] === undefined)).toEqual([]);
  const references = await query<{ from: string; to: string; column: string }>(`
    SELECT c.conrelid::regclass::text AS "from", c.confrelid::regclass::text AS "to", a.attname AS "column"
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`);
  const levelOf = (name: string): "always" | "sealed" | "never" => {
    const rule = archiveRules[name];
    if (typeof rule !== "object") return "always";
    if ("leftOut" in rule) return "never";
    return "sealed" in rule ? "sealed" : "always";
  };
  const dangling = references.filter(({ from, to, column }) => {
    const rule = archiveRules[from];
    const [emptied, unsealed] =
      typeof rule === "object" && !("leftOut" in rule)
        ? [rule.emptied ?? [], "sealed" in rule ? [] : (rule.emptiedUnsealed ?? [])]
        : [[], []];
    if (levelOf(from) === "never" || emptied.includes(column)) return false;
    if (levelOf(to) === "never") return true;
    return levelOf(to) === "sealed" && levelOf(from) === "always" && !unsealed.includes(column);
  });
  expect(dangling).toEqual([]);
});

describe("a hostile archive", () => {
  type Entries = Map<string, Buffer>;
  let entries: Entries;
  beforeAll(async () => {
    entries = new Map();
    const archive = await fromBufferPromise(await readFile((await exported("original.zip")).path));
    for await (const entry of archive.eachEntry())
      entries.set(
        entry.fileName,
        Buffer.concat(await (await archive.openReadStreamPromise(entry)).toArray()),
      );
  });
  let target: Target;
  beforeEach(async () => {
    target = await newTarget();
  });

  async function packed(change: (all: Entries) => void): Promise<string> {
    const all = new Map(entries);
    change(all);
    const zip = new ZipFile();
    for (const [name, content] of all) zip.addBuffer(content, name);
    zip.end();
    const path = join(folder, `${uuidv7()}.zip`);
    await pipeline(zip.outputStream, createWriteStream(path));
    return path;
  }
  const changedBytes = async (path: string, change: (bytes: Buffer) => Buffer) => {
    const changed = join(folder, `${uuidv7()}.zip`);
    await writeFile(changed, change(await readFile(path)));
    return changed;
  };
  const inManifest = (all: Entries, change: (manifest: ArchiveManifest) => void) => {
    const manifest = JSON.parse(all.get("manifest.json")?.toString() ?? "") as ArchiveManifest;
    change(manifest);
    all.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
  };

  const cases: [string, RegExp, () => Promise<string>][] = [
    [
      "a name that leads out of it",
      /directory of the archive is missing, cut short or changed|no archive of everything has/,
      async () => {
        const path = await packed((all) => all.set("files/aa/evil.txt", Buffer.from("evil")));
        return changedBytes(path, (bytes) =>
          Buffer.from(
            bytes.toString("latin1").replaceAll("files/aa/evil.txt", "files/../evil.txt"),
            "latin1",
          ),
        );
      },
    ],
    [
      "a file in the folder of unfinished uploads",
      /no archive of everything has/,
      () => packed((all) => all.set("files/incoming/evil.txt", Buffer.from("evil"))),
    ],
    [
      "a part that no archive has",
      /no archive of everything has/,
      () => packed((all) => all.set("evil.sh", Buffer.from("evil"))),
    ],
    [
      "a changed byte in a table",
      /tables\/messages\.jsonl of the archive is missing, cut short or changed/,
      () =>
        packed((all) => {
          const text = all.get("tables/messages.jsonl")?.toString() ?? "";
          all.set("tables/messages.jsonl", Buffer.from(text.replace("canary", "cenary")));
        }),
    ],
    [
      "a changed byte in a file",
      /files\/.* of the archive is missing, cut short or changed/,
      () =>
        packed((all) => {
          const [name = ""] = [...all.keys()].filter((key) => key.startsWith("files/"));
          all.set(name, Buffer.from("The plan of Eve"));
        }),
    ],
    [
      "a missing table",
      /tables\/messages\.jsonl of the archive is missing/,
      () => packed((all) => void all.delete("tables/messages.jsonl")),
    ],
    [
      "a table that its manifest leaves out although it is needed",
      /The table messages of the archive is missing/,
      () =>
        packed((all) => {
          all.delete("tables/messages.jsonl");
          inManifest(all, (manifest) => {
            manifest.tables = manifest.tables.filter(({ name }) => name !== "messages");
            manifest.leftOut.push({ table: "messages", why: "" });
          });
        }),
    ],
    [
      "a row with one more column",
      /Row 1 of tables\/profiles\.jsonl has other columns/,
      () =>
        packed((all) => {
          const text = (all.get("tables/profiles.jsonl")?.toString() ?? "").replace("{", '{"evil":1,');
          all.set("tables/profiles.jsonl", Buffer.from(text));
          inManifest(all, (manifest) => {
            for (const table of manifest.tables)
              if (table.name === "profiles") table.sizeBytes = Buffer.byteLength(text);
          });
        }),
    ],
    [
      "a column that its version does not have",
      /only in the archive, or only in its version/,
      () =>
        packed((all) => {
          inManifest(all, (manifest) => {
            for (const table of manifest.tables)
              if (table.name === "import_units") table.columns.push({ name: "evil", type: "text" });
          });
        }),
    ],
    ...["a_table_of_nobody", "sessions", "migrations"].map((name): (typeof cases)[number] => [
      `a table that it may not have (${name})`,
      new RegExp(`The archive has a table that (its version of Atoll does not have|no archive has): ${name}`),
      () =>
        packed((all) => {
          all.set(`tables/${name}.jsonl`, Buffer.alloc(0));
          inManifest(all, (manifest) => {
            manifest.leftOut = manifest.leftOut.filter(({ table }) => table !== name);
            manifest.tables.push({
              ...{ name, file: `tables/${name}.jsonl`, columns: [{ name: "id", type: "uuid" }] },
              ...{ rows: 0, isSealed: false, sizeBytes: 0 },
              sha256: createHash("sha256").digest("hex"),
            });
          });
        }),
    ]),
    [
      "a migration of a newer version",
      /of a newer Atoll \(.*, with 9999-newer\) than this one/,
      () =>
        packed((all) =>
          inManifest(all, (manifest) => void manifest.migrations.push({ number: 9_999, name: "9999-newer" })),
        ),
    ],
    [
      "its end cut off",
      /not a zip file, or it was cut short/,
      () =>
        packed(() => {}).then((path) => changedBytes(path, (bytes) => bytes.subarray(0, bytes.length / 2))),
    ],
    [
      "a table that unpacks to a thousand times the size in its manifest",
      /tables\/messages\.jsonl of the archive is missing, cut short or changed/,
      () => packed((all) => void all.set("tables/messages.jsonl", Buffer.alloc(20_000_000, 32))),
    ],
    [
      "a table that unpacks to more than its directory says",
      /tables\/messages\.jsonl of the archive is missing, cut short or changed/,
      async () => {
        const size = (entries.get("tables/messages.jsonl") ?? Buffer.alloc(0)).length;
        const path = await packed((all) => all.set("tables/messages.jsonl", Buffer.alloc(20_000_000, 32)));
        return changedBytes(path, (bytes) => {
          // The central directory has the unpacked size 22 bytes before the name.
          const at = bytes.lastIndexOf("tables/messages.jsonl") - 22;
          expect(bytes.readUInt32LE(at)).toBe(20_000_000);
          bytes.writeUInt32LE(size, at);
          return bytes;
        });
      },
    ],
  ];

  test.each(cases)(
    "with %s is refused in one sentence, and nothing is written",
    async (_what, reason, make) => {
      await expect(imported(await make(), target)).rejects.toThrow(reason);
      expect((await readdir(target.dataFolder)).filter((name) => !name.startsWith("lock"))).toEqual([]);
      const { db } = openDatabase<Tables>({ url: target.url, log, preparedStatements: false });
      const { rows } = await sql`SELECT FROM pg_tables WHERE schemaname = 'public'`.execute(db);
      await db.destroy();
      expect(rows).toEqual([]);
    },
  );
});
