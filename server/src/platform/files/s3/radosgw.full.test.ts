import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRadosgw } from "../../../../test/s3-stores.ts";
import { contentOf, store, testStorage } from "../../../../test/storage-contract.ts";
import { explainFailure } from "../../explain-failure.ts";
import { createLog } from "../../log/log.ts";
import type { FileStorage } from "../file-storage.ts";
import { openStorage } from "../open-storage.ts";

describe("files in a bucket of Ceph", () => {
  let s3: Awaited<ReturnType<typeof startRadosgw>>;
  let folder: string;
  let files: FileStorage;
  const log = createLog("silent");
  beforeAll(async () => {
    s3 = await startRadosgw();
    folder = await mkdtemp(join(tmpdir(), "atoll-test-bucket-"));
    files = await openStorage({ s3: s3.config, filesFolder: folder }, log);
  }, 180_000);
  afterAll(async () => {
    await s3.close();
    await rm(folder, { recursive: true, force: true });
  });

  testStorage((incoming) =>
    openStorage({ s3: { ...s3.config, prefix: "contract/" }, filesFolder: incoming }, log),
  );

  test("parts that a killed server has sent are deleted by the sweep, and no others", async () => {
    const Bucket = s3.config.bucket;
    const hash = "0123456789abcdef".repeat(4);
    const Body = randomBytes(5 * 1024 * 1024);
    // Those of another installation below its own prefix, and of other programs.
    const others = [`atoll/second/files/${hash}`, "atoll/files/film.mp4", `files/${hash}`, "other/x"];
    for (const Key of [`atoll/files/${hash}`, ...others]) {
      const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      await s3.client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body }));
    }
    const unfinished = async () =>
      (await s3.client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.map(({ Key }) => Key);
    await files.discardLeftOvers(new Date(Date.now() - 3_600_000));
    expect(await unfinished()).toHaveLength(5);
    await files.discardLeftOvers(new Date(Date.now() + 3_600_000));
    expect((await unfinished())?.toSorted()).toEqual(others.toSorted());
  });

  test("an upload that the store goes away from leaves no object, and succeeds when it is back", async () => {
    const content = randomBytes(40 * 1024 * 1024);
    const staged = await files.stage([content], { maxBytes: content.length });
    const place = { bucket: "attachments", key: "public/away/large.bin" };
    const keeping = staged.keepAs(place).then(
      () => "stored",
      (error: unknown) => error,
    );
    await s3.stop();
    expect(await keeping).toMatchObject({ code: "files_unavailable" });
    await s3.start();
    expect(await files.read(place)).toBeUndefined();
    await staged.keepAs(place);
    expect((await contentOf(files, place))?.equals(content)).toBe(true);
    await files.discardLeftOvers(new Date(Date.now() + 3_600_000));
    expect((await s3.keys()).filter((key) => key.startsWith("atoll/"))).toHaveLength(1);
  });

  test("a full store is told to people and operators, and keeps what it has", async () => {
    const place = await store(files, Buffer.from("before"));
    await s3.limitBytes(1);
    const error = await store(files, randomBytes(100_000)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "storage_full", status: 507 });
    expect(explainFailure(error)?.message).toMatch(/has no room left\.$/);
    expect(String(await contentOf(files, place))).toBe("before");
    await s3.limitBytes(-1);
  });

  test("asks for encryption as it is set, and explains a store that has no key for it", async () => {
    const encrypted = await openStorage(
      {
        s3: { ...s3.config, encryption: { algorithm: "aws:kms", keyId: "no-such-key" } },
        filesFolder: folder,
      },
      log,
    );
    const error = await encrypted.site.tryToStore().catch((reason: unknown) => reason);
    expect(explainFailure(error)?.hint).toMatch(/ATOLL_S3_/);
  });
});
