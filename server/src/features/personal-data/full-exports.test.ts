import { Readable } from "node:stream";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { personalDataRoutes as routes } from "@atoll/contract/personal-data/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createChannel, createPerson, testPassword } from "../../../test/factories.ts";
import { serverForFile } from "../../../test/for-file.ts";
import {
  type SignedIn,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from "../../../test/harness.ts";
import { enqueueJob } from "../../../test/run-job.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { upload } from "../../../test/upload.ts";
import { sweepExportsJob } from "./export-state.ts";

let freeBytes = Number.POSITIVE_INFINITY;
/** Keys of files that storage has lost. */
const lost = new Set<string>();
const logLines: string[] = [];
const server = serverForFile({
  isFullExportAllowed: true,
  freeBytes: () => freeBytes,
  onLogLine: (line) => logLines.push(line),
  breakFiles: (files) => ({
    ...files,
    read: async (place, ...rest) => (lost.has(place.key) ? undefined : files.read(place, ...rest)),
  }),
});
let root: SignedIn;
let otherRoot: SignedIn;

beforeEach(async () => {
  freeBytes = Number.POSITIVE_INFINITY;
  await sql`DELETE FROM person_exports`.execute(server.db);
  root = await server.signIn(await createPerson(server.db, { name: "Root", roles: ["super_admin"] }));
  otherRoot = await server.signIn(await createPerson(server.db, { name: "Rut", roles: ["super_admin"] }));
});

const starting = { body: { id: "", currentPassword: testPassword } };
const start = async (from: SignedIn, id = uuidv7()) =>
  (await from.client.call(routes.startFullExport, { body: { ...starting.body, id } })).export;
const refused = async (from: SignedIn, password = testPassword) =>
  (await from.client.refused(routes.startFullExport, { body: { id: uuidv7(), currentPassword: password } }))
    .body.error.code;
const list = async (from: SignedIn) => (await from.client.call(routes.listFullExports, {})).exports;
const settled = (from: SignedIn, id: string) =>
  expect
    .poll(async () => (await list(from)).find((one) => one.id === id)?.state)
    .toMatch(/ready|failed|cancelled/);
const linksTo = async (from: SignedIn, fileId: string) =>
  (await from.client.call(fileRoutes.createAttachmentLinks, { body: { ids: [fileId] } })).links;

const titlesOf = async (who: SignedIn) =>
  (await who.client.call(notificationRoutes.listNotifications, { query: {} })).items.map(
    ({ title }) => title,
  );
async function fetchArchive(from: SignedIn, fileId: string) {
  const [link] = await linksTo(from, fileId);
  const response = await fetch(new URL(link?.url ?? "", server.url));
  return fromBufferPromise(Buffer.from(await response.arrayBuffer()));
}

test("a super administrator exports everything, and the other ones are told", async () => {
  const { id } = await start(root);
  await settled(root, id);
  const [made] = await list(root);
  expect(made).toMatchObject({ state: "ready", failure: null });
  expect(made?.tablesDone).toBe(made?.tablesTotal);
  const archive = await fetchArchive(root, made?.file?.id ?? "");
  const names: string[] = [];
  for await (const { fileName } of archive.eachEntry()) names.push(fileName);
  expect(names).toContain("tables/messages.jsonl");
  expect(names.filter((name) => /sealed|sessions|signing_keys|person_exports/.test(name))).toEqual([]);
  expect(await linksTo(otherRoot, made?.file?.id ?? "")).toEqual([]);
  await everybodyNotified(server.db);
  expect(await titlesOf(otherRoot)).toContain("Root exports everything.");
  expect(await titlesOf(root)).toContain("Your export of everything is ready.");
  const entries = await server.db
    .selectFrom("audit_log")
    .select("actor_name")
    .where("action", "=", "company.exported")
    .where("actor_id", "=", root.user.id)
    .execute();
  expect(entries).toEqual([{ actor_name: "Root" }]);
  await root.client.call(routes.deletePersonExport, { params: { exportId: id } });
  expect(await linksTo(root, made?.file?.id ?? "")).toEqual([]);
});

test("an export without a lost file says so in the list, the notification, the log and the archive", async () => {
  const { id: channelId } = await createChannel(server.db, { members: [root.user] });
  const { id: fileId } = await upload(server, root, { name: "lost.txt", content: "The lost plan" });
  await root.client.call(chatRoutes.postMessage, {
    params: { channelId },
    body: { id: uuidv7(), content: "", attachmentIds: [fileId] },
  });
  const { bucket, key } = await server.db
    .selectFrom("files")
    .select(["bucket", "key"])
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  lost.add(key);
  const { id } = await start(root);
  await settled(root, id);
  const [made] = await list(root);
  expect(made).toMatchObject({ state: "ready", problemCount: 1 });
  const archive = await fetchArchive(root, made?.file?.id ?? "");
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName !== "manifest.json") continue;
    const text = Buffer.concat(await (await archive.openReadStreamPromise(entry)).toArray()).toString();
    expect(JSON.parse(text).files).toMatchObject({
      ...{ missing: 1, changed: 0, problems: [{ path: `${bucket}/${key}`, problem: "missing" }] },
    });
  }
  await everybodyNotified(server.db);
  expect(await titlesOf(root)).toContain(
    "Your export of everything is ready, but some files are missing or changed.",
  );
  expect(logLines.filter((line) => line.includes(key) && line.includes(id))).toHaveLength(1);
  lost.clear();
});

test("an export of everything needs a super administrator, the password, and the leave of the operator", async () => {
  const admin = await server.signIn(await createPerson(server.db, { roles: ["admin"] }));
  expect(await refused(admin)).toBe("forbidden");
  expect(await refused(root, "a wrong password")).toBe("current_password_wrong");
  const strict = await startTestServer({ databaseUrl: server.databaseUrl });
  try {
    const there = await strict.signIn({
      id: root.user.id,
      email: root.user.email,
      name: "Root",
      password: testPassword,
    });
    expect(await refused(there)).toBe("full_export_not_allowed");
    expect((await there.client.call(routes.listFullExports, {})).isAllowed).toBe(false);
  } finally {
    await strict.close();
  }
});

test("an export of everything is deleted when the operator does not allow it any more", async () => {
  const { id } = await start(root);
  await settled(root, id);
  const sweep = (isFullExportAllowed: boolean) =>
    server.db
      .transaction()
      .execute((tx) =>
        sweepExportsJob({ isFullExportAllowed }).run({ tx, data: {}, signal: AbortSignal.timeout(60_000) }),
      );
  await sweep(true);
  expect(await list(root)).toHaveLength(1);
  await sweep(false);
  expect(await list(root)).toEqual([]);
});

test("one export of everything runs at a time, and one without room fails", async () => {
  await sql`INSERT INTO person_exports (id, requested_by, has_private, state, sent_hash)
    VALUES (${uuidv7()}, ${otherRoot.user.id}, true, 'running', '')`.execute(server.db);
  expect(await refused(root)).toBe("full_export_running");
  await sql`DELETE FROM person_exports`.execute(server.db);
  freeBytes = 1024 ** 3 + 1;
  const { id } = await start(root);
  await settled(root, id);
  expect(await list(root)).toMatchObject([{ state: "failed", failure: "storage_full", file: null }]);
});

describe("an export of everything that reads a file for very long", () => {
  /** A new server on another database, whose storage sends the first byte of each file and never the next. */
  function startSlow(databaseUrl: string, options: TestServerOptions = {}) {
    return startTestServer({
      ...{ databaseUrl, isFullExportAllowed: true, ...options },
      breakFiles: (files) => ({
        ...files,
        async read() {
          const content = new Readable({ read() {} });
          content.push("T");
          return { content, sizeBytes: 8 };
        },
      }),
    });
  }
  const rowOf = (at: TestServer, id: string) =>
    at.db
      .selectFrom("person_exports")
      .select(["state", "failure", "tries"])
      .where("id", "=", id)
      .executeTakeFirst();
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  async function startWithFile(at: TestServer) {
    const person = await createPerson(at.db, { roles: ["super_admin"] });
    const there = await at.signIn(person);
    const { id: channelId } = await createChannel(at.db, { members: [person] });
    const file = await upload(at, there, { name: "plan.txt", content: "The plan" });
    await there.client.call(chatRoutes.postMessage, {
      params: { channelId },
      body: { id: uuidv7(), content: "", attachmentIds: [file.id] },
    });
    return start(there);
  }

  test("fails at its end of time after one attempt", async () => {
    const slow = await startSlow(database.url, { patience: { exportMs: 2_000 } });
    try {
      const { id } = await startWithFile(slow);
      await expect.poll(() => rowOf(slow, id)).toEqual({ state: "failed", failure: "too_long", tries: 1 });
    } finally {
      await slow.close();
    }
  });

  test("goes on after a stop of the server, which counts as no attempt", async () => {
    const slow = await startSlow(database.url);
    const { id } = await startWithFile(slow);
    await expect.poll(() => rowOf(slow, id)).toMatchObject({ state: "running", tries: 1 });
    await slow.close();
    const next = await startTestServer({ databaseUrl: database.url, isFullExportAllowed: true });
    try {
      // Without the wait of a job that the stop has cut short.
      await enqueueJob(next, "personal-data.export-everything", { exportId: id });
      await expect.poll(() => rowOf(next, id)).toEqual({ state: "ready", failure: null, tries: 1 });
    } finally {
      await next.close();
    }
  });
});

test("an export of everything that was killed starts again, and ends when its requester loses the right", async () => {
  const insert = async () => {
    const id = uuidv7();
    await sql`INSERT INTO person_exports (id, requested_by, has_private, state, row_count, tries, sent_hash)
      VALUES (${id}, ${root.user.id}, true, 'running', 99999999, 1, '')`.execute(server.db);
    return id;
  };
  const killed = await insert();
  await enqueueJob(server, "personal-data.export-everything", { exportId: killed });
  await settled(root, killed);
  const [made] = await list(root);
  expect(made?.state).toBe("ready");
  expect(made?.rowCount).toBeLessThan(99_999_999);
  await sql`UPDATE user_roles SET role_id = (SELECT id FROM roles WHERE name = 'user')
    WHERE user_id = ${root.user.id}`.execute(server.db);
  await server.felt();
  const ended = await insert();
  await enqueueJob(server, "personal-data.export-everything", { exportId: ended });
  await expect
    .poll(async () =>
      server.db.selectFrom("person_exports").select("state").where("id", "=", ended).executeTakeFirst(),
    )
    .toEqual({ state: "cancelled" });
  expect(await linksTo(root, made?.file?.id ?? "")).toEqual([]);
});
