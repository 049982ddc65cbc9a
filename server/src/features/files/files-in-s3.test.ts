import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { sql } from "kysely";
import pg from "pg";
import { uuidv7 } from "uuidv7";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { codeOf, linkOf, note, pngOf, uniqueText } from "../../../test/file-world.ts";
import { type SignedIn, startTestNodes } from "../../../test/harness.ts";
import { startS3rver } from "../../../test/s3-stores.ts";
import { contentOf, store } from "../../../test/storage-contract.ts";
import { startUnsteadyStore } from "../../../test/unsteady-store.ts";
import { refusedUpload, upload } from "../../../test/upload.ts";
import { filesOfRows } from "../../platform/backup/backup-files.ts";
import { verifyBackup } from "../../platform/backup/verify-backup.ts";
import { writeBackup } from "../../platform/backup/write-backup.ts";
import { takeAlone } from "../../platform/database/in-use.ts";
import { createNotifications } from "../../platform/database/notifications.ts";
import { openDiskStorage } from "../../platform/files/disk-storage.ts";
import type { FilePlace } from "../../platform/files/file-storage.ts";
import { openStorage } from "../../platform/files/open-storage.ts";
import { claimStorage } from "../../platform/files/storage-mark.ts";
import { createLog } from "../../platform/log/log.ts";
import { deleteForgotten } from "./forget-files.ts";
import { selectSamplePlaces } from "./queries.ts";
import { rowsOfFiles } from "./rows-in-backup.ts";
import { listStoredPlaces } from "./stored-places.ts";
import { watchReceivedFiles } from "./sweep-files.ts";

const s3 = await startS3rver();
const nodes = await startTestNodes({ s3: s3.config });
const [server, other] = nodes;
const [first, second] = [await createPerson(server.db), await createPerson(server.db)];
const ana = await server.signIn(first);
const ben = await other.signIn(second);
const { id: channelId } = await createChannel(server.db, { members: [first, second] });
afterAll(async () => {
  await nodes.close();
  await s3.close();
});

const get = (at: string, url: string, headers: Record<string, string> = {}) =>
  fetch(new URL(url, at), { headers });
const post = (who: SignedIn, attachmentIds: string[]) =>
  who.client.call(chatRoutes.postMessage, {
    params: { channelId },
    body: { id: uuidv7(), content: "", attachmentIds },
  });

test("a file that one node stored is read through another, whole, in part and as a small image", async () => {
  const content = await pngOf(900, 600);
  const image = await upload(server, ana, { name: "plan.png", content });
  await post(ana, [image.id]);
  const { url, thumbnailUrl } = await linkOf(ben, image.id);
  const whole = Buffer.from(await (await get(other.url, url)).arrayBuffer());
  expect(whole.length).toBe(image.sizeBytes);
  const part = await get(other.url, url, { range: "bytes=10-19" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${whole.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(10, 20))).toBe(true);
  const small = await get(other.url, thumbnailUrl ?? "");
  expect([small.status, small.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await small.arrayBuffer()).byteLength).toBeGreaterThan(100);
  // Only the bucket has it.
  const local = await readdir(server.filesFolder, { recursive: true });
  expect(local).toEqual(["incoming"]);
});

test("a link is checked at each use: it opens nothing once its message is deleted", async () => {
  const file = await upload(server, ana, note);
  const { message } = await post(ana, [file.id]);
  const { url } = await linkOf(ben, file.id);
  expect((await get(other.url, url)).status).toBe(200);
  await ana.client.call(chatRoutes.deleteMessage, { params: { messageId: message.id } });
  expect((await get(other.url, url)).status).toBe(404);
});

test("a file whose object is gone is missing like any other", async () => {
  const file = await upload(server, ana, note);
  await post(ana, [file.id]);
  const { url } = await linkOf(ben, file.id);
  const row = await server.db
    .selectFrom("files")
    .select(["bucket", "key"])
    .where("id", "=", file.id)
    .executeTakeFirstOrThrow();
  await server.files.delete(row);
  const answer = await get(other.url, url);
  expect([answer.status, await codeOf(answer)]).toEqual([404, "attachment_not_found"]);
  await ana.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} });
});

test("a backup has the files of the bucket and proves them by their rows", async () => {
  const file = await upload(server, ana, { name: "saved.txt", content: uniqueText() });
  await post(ana, [file.id]);
  const folder = await mkdtemp(join(tmpdir(), "atoll-test-s3-backup-"));
  // Each file breaks off once.
  const way = await startUnsteadyStore(s3);
  const cut = new Set<string | undefined>();
  way.fault = ({ url }, _response, pass) => {
    if (cut.has(url) || !/\/files\/[0-9a-f]{64}/.test(url ?? "")) return pass();
    cut.add(url);
    pass(3);
  };
  const unsteady = await openStorage({ s3: way.config, filesFolder: folder }, createLog("silent"));
  const write = () =>
    writeBackup(folder, {
      databaseUrl: server.databaseUrl,
      files: filesOfRows(unsteady, () => listStoredPlaces(server.db)),
      ...{ rows: rowsOfFiles, atollVersion: "0.0.0", now: new Date(), onBegin: () => undefined },
    });
  try {
    const { row, place } = await server.db
      .selectFrom("files")
      .select(["bucket", "key", "original_name"])
      .where("id", "=", file.id)
      .executeTakeFirstOrThrow()
      .then((found) => ({ row: found, place: `${found.bucket}/${found.key}` }));
    const written = await write();
    expect(written.problems.filter(({ path }) => path === place)).toEqual([]);
    const { manifest } = await verifyBackup(written.folder, rowsOfFiles);
    expect(manifest.fileCount).toBeGreaterThan(1);
    expect(cut.size).toBeGreaterThanOrEqual(manifest.fileCount);
    await rm(written.folder, { recursive: true });
    await server.files.delete(row);
    expect((await write()).problems).toContainEqual({ path: place, name: "saved.txt", problem: "missing" });
  } finally {
    await way.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test("deletes nothing from a bucket that has become another database's, as by a restore into it", async () => {
  const place = await store(server.files, Buffer.from("restored"));
  await server.db.insertInto("forgotten_files").values(place).execute();
  const mark = (await server.files.site.readMark()) ?? "";
  await server.files.site.writeMark("of-the-restored-database");
  await deleteForgotten(server);
  expect(String(await contentOf(other.files, place))).toBe("restored");
  await server.files.site.writeMark(mark);
  await deleteForgotten(server);
  expect(await contentOf(other.files, place)).toBeUndefined();
});

test("a file that cannot be deleted keeps no other from being deleted, and is tried again", async () => {
  const places = await Promise.all(["a", "b", "c"].map((text) => store(server.files, Buffer.from(text))));
  await server.db.insertInto("forgotten_files").values(places).execute();
  const held = {
    ...server.files,
    async delete(place: FilePlace) {
      if (place.key === places[0]?.key) throw new Error("held by the store");
      await server.files.delete(place);
    },
  };
  await expect(deleteForgotten({ db: server.db, files: held })).rejects.toThrow("held by the store");
  const keys = await server.db.selectFrom("forgotten_files").select("key").execute();
  expect(keys).toEqual([{ key: places[0]?.key }]);
  await deleteForgotten(server);
  expect(await contentOf(server.files, places[0]!)).toBeUndefined();
});

test("each node deletes what a killed server received on it", async () => {
  const longAgo = new Date(Date.now() - 48 * 3_600_000);
  for (const { files } of nodes) {
    const left = await files.stage([Buffer.from("left over")], { maxBytes: 100 });
    await utimes(left.path, longAgo, longAgo);
    const young = await files.stage([Buffer.from("on its way")], { maxBytes: 100 });
    const part = watchReceivedFiles({ files, log: createLog("silent") });
    await part.onGap?.();
    await part.stop?.();
    await expect(stat(left.path)).rejects.toThrow("ENOENT");
    await stat(young.path);
    await young.discard();
  }
});

test("a command that needs all servers stopped sees them under any name, and none starts while it runs", async () => {
  const { rows } = await sql.raw(takeAlone).execute(server.db);
  expect(rows).toEqual([{ isAlone: false }]);
  const database = await createTestDatabase();
  const command = new pg.Client({ connectionString: database.url });
  await command.connect();
  expect((await command.query(takeAlone)).rows).toEqual([{ isAlone: true }]);
  const url = new URL(database.url);
  url.searchParams.set("application_name", "company");
  const notifications = createNotifications(url.href, createLog("silent"));
  await expect(notifications.listen()).rejects.toThrow("The files of this database are being moved.");
  await notifications.close();
  await command.end();
});

test("a server with a folder of its own is refused in one sentence", async () => {
  const folder = await mkdtemp(join(tmpdir(), "atoll-test-alone-"));
  await expect(
    claimStorage(server.db, openDiskStorage(folder), () => selectSamplePlaces(server.db)),
  ).rejects.toMatchObject({
    message: `The folder for files ${folder} does not have the mark of this database.`,
    hint: expect.stringContaining("several servers need one shared folder, or a bucket (ATOLL_S3_BUCKET)"),
  });
  await rm(folder, { recursive: true });
});

test("while the store is away, messages go on, health says so, and what was answered is kept", async () => {
  const content = uniqueText();
  const file = await upload(server, ana, { name: "kept.txt", content });
  await post(ana, [file.id]);
  const { url } = await linkOf(ben, file.id);
  const unsent = await upload(server, ana, note);
  await s3.stop();

  expect(await refusedUpload(server, ana, note)).toBe("503 files_unavailable");
  const reading = await get(other.url, url);
  expect([reading.status, await codeOf(reading)]).toEqual([503, "files_unavailable"]);
  const { message } = await ana.client.call(chatRoutes.postMessage, {
    params: { channelId },
    body: { id: uuidv7(), content: "Still here" },
  });
  const { messages } = await ben.client.call(chatRoutes.listMessages, { params: { channelId }, query: {} });
  expect(messages.at(-1)?.id).toBe(message.id);
  // Deleting needs no store: the file is gone for people, and its object goes later.
  await ana.client.call(fileRoutes.deleteAttachment, { params: { attachmentId: unsent.id } });
  const forgotten = () => server.db.selectFrom("forgotten_files").select("key").execute();
  expect(await forgotten()).toHaveLength(1);
  const limited = { status: 200, body: { status: "ready", limited: ["files"] } };
  await expect.poll(() => server.anyone.send("GET", "/readyz")).toMatchObject(limited);

  await s3.start();
  expect(await (await get(other.url, url)).text()).toBe(content);
  await deleteForgotten(server);
  expect(await forgotten()).toEqual([]);
  await expect
    .poll(() => server.anyone.send("GET", "/readyz"))
    .toMatchObject({ status: 200, body: { status: "ready" } });
});
