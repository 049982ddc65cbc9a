import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, expect, test } from "vitest";
import { createChannel, createPerson } from "../../../test/factories.ts";
import { codeOf, linkOf, note, pngOf, uniqueText } from "../../../test/file-world.ts";
import { type SignedIn, startTestNodes } from "../../../test/harness.ts";
import { startS3rver } from "../../../test/s3-stores.ts";
import { refusedUpload, upload } from "../../../test/upload.ts";
import { filesOfRows } from "../../platform/backup/backup-files.ts";
import { verifyBackup } from "../../platform/backup/verify-backup.ts";
import { writeBackup } from "../../platform/backup/write-backup.ts";
import { openDiskStorage } from "../../platform/files/disk-storage.ts";
import { claimStorage } from "../../platform/files/storage-mark.ts";
import { deleteForgotten } from "./forget-files.ts";
import { selectSamplePlaces } from "./queries.ts";
import { rowsOfFiles } from "./rows-in-backup.ts";
import { listStoredPlaces } from "./stored-places.ts";

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
  const write = () =>
    writeBackup(folder, {
      databaseUrl: server.databaseUrl,
      files: filesOfRows(server.files, () => listStoredPlaces(server.db)),
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
    await rm(written.folder, { recursive: true });
    await server.files.delete(row);
    expect((await write()).problems).toContainEqual({ path: place, name: "saved.txt", problem: "missing" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
  await expect.poll(() => server.anyone.send("GET", "/readyz"), { timeout: 20_000 }).toMatchObject(limited);

  await s3.start();
  expect(await (await get(other.url, url)).text()).toBe(content);
  await deleteForgotten(server);
  expect(await forgotten()).toEqual([]);
  await expect
    .poll(() => server.anyone.send("GET", "/readyz"), { timeout: 20_000 })
    .toMatchObject({ status: 200, body: { status: "ready" } });
});
