import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { uuidv7 } from "uuidv7";
import { afterAll, expect, test } from "vitest";
import { createChannel, createPerson } from "../../../../test/factories.ts";
import { startTestServer } from "../../../../test/harness.ts";
import { startS3rver } from "../../../../test/s3-stores.ts";
import { startUnsteadyStore } from "../../../../test/unsteady-store.ts";
import { upload } from "../../../../test/upload.ts";
import { openStorage } from "../../../platform/files/open-storage.ts";
import { createLog } from "../../../platform/log/log.ts";
import { verifyArchive } from "../../../platform/portable/load-archive.ts";
import { openArchive } from "../../../platform/portable/open-archive.ts";
import { exportEverything } from "./export-everything.ts";

const s3 = await startS3rver();
const server = await startTestServer({ s3: s3.config });
const folder = await mkdtemp(join(tmpdir(), "atoll-test-export-s3-"));
afterAll(async () => {
  await server.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

test("an export from a bucket reads files again that broke off, and lists those that are missing or changed", async () => {
  const person = await createPerson(server.db);
  const ana = await server.signIn(person);
  const { id: channelId } = await createChannel(server.db, { members: [person] });
  const stored = async (name: string, content: string) => {
    const before = new Set(await s3.keys());
    const { id } = await upload(server, ana, { name, content });
    await ana.client.call(chatRoutes.postMessage, {
      params: { channelId },
      body: { id: uuidv7(), content: "", attachmentIds: [id] },
    });
    const row = await server.db
      .selectFrom("files")
      .select(["bucket", "key"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const objectKey = (await s3.keys()).find((key) => !before.has(key));
    return { row, path: `${row.bucket}/${row.key}`, objectKey };
  };
  const kept = await stored("kept.txt", "The plan");
  const large = await stored("large.txt", "A long plan. ".repeat(100_000));
  const changed = await stored("changed.txt", "The old plan");
  const missing = await stored("missing.txt", "The lost plan");
  // As a copy of the bucket that left out what is stored with each object.
  await s3.client.send(
    new PutObjectCommand({ Bucket: s3.config.bucket, Key: changed.objectKey, Body: "The new plan" }),
  );
  await server.files.delete(missing.row);

  // Each body breaks off once.
  const way = await startUnsteadyStore(s3);
  const cut = new Set<string | undefined>();
  way.fault = ({ url }, _response, pass) => {
    if (cut.has(url) || !/\/files\/[0-9a-f]{64}/.test(url ?? "")) return pass();
    cut.add(url);
    pass(3);
  };
  const filesFolder = join(folder, "files");
  const files = await openStorage({ s3: way.config, filesFolder }, createLog("silent"));
  const path = join(folder, "everything.zip");
  try {
    const { problems } = await exportEverything(
      {
        ...{ db: server.db, files, signal: AbortSignal.timeout(600_000), passphrase: undefined },
        receive: (content) => files.stage(content, { maxBytes: Number.POSITIVE_INFINITY }),
      },
      (output) => pipeline(output, createWriteStream(path)),
      async () => {},
    );
    expect(problems).toHaveLength(2);
    expect(problems).toContainEqual({ path: changed.path, problem: "changed" });
    expect(problems).toContainEqual({ path: missing.path, problem: "missing" });
    expect(cut.size).toBeGreaterThanOrEqual(3);
    expect(await readdir(join(filesFolder, "incoming"))).toEqual([]);
    const archive = await openArchive(path, undefined);
    try {
      await verifyArchive(archive, () => {});
      expect(archive.manifest.files).toMatchObject({ missing: 1, changed: 1, problems });
      const paths: string[] = [];
      for await (const file of archive.files()) paths.push(file.path);
      expect(paths).toEqual(expect.arrayContaining([kept.path, large.path]));
      expect(paths).not.toContain(changed.path);
    } finally {
      archive.close();
    }
  } finally {
    await way.close();
  }
});
