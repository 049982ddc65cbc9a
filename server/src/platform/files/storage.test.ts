import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startS3rver, type TestStore } from "../../../test/s3-stores.ts";
import { contentOf, store, testStorage } from "../../../test/storage-contract.ts";
import { moveFiles } from "../../features/files/move-files.ts";
import type { StoredPlace } from "../../features/files/stored-places.ts";
import type { S3Config } from "../configuration/s3-config.ts";
import { explainFailure } from "../explain-failure.ts";
import { createLog } from "../log/log.ts";
import { openDiskStorage } from "./disk-storage.ts";
import type { FilePlace, FileStorage } from "./file-storage.ts";
import { openStorage } from "./open-storage.ts";

describe("files on disk", () => testStorage(async (folder) => openDiskStorage(folder)));

describe("files in a bucket", () => {
  let s3: TestStore;
  let folder: string;
  let files: FileStorage;
  const lines: string[] = [];
  const log = createLog("debug", { write: (line) => lines.push(line) });
  const open = (changes: Partial<S3Config> = {}) =>
    openStorage({ s3: { ...s3.config, ...changes }, filesFolder: folder }, log);

  beforeAll(async () => {
    s3 = await startS3rver();
    folder = await mkdtemp(join(tmpdir(), "atoll-test-bucket-"));
    files = await open();
  });
  afterAll(async () => {
    await s3.close();
    await rm(folder, { recursive: true, force: true });
  });

  testStorage((incoming) =>
    openStorage({ s3: { ...s3.config, prefix: "contract/" }, filesFolder: incoming }, log),
  );

  test("have keys without names of files and people, below the prefix", async () => {
    await store(files, Buffer.from("secret plans"), {
      bucket: "attachments",
      key: "public/ana/plan-of-ben.txt",
    });
    const keys = (await s3.keys()).filter((key) => !key.startsWith("contract/"));
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(key).toMatch(/^atoll\/files\/[0-9a-f]{64}$/);
  });

  test("are refused when an object was changed, and never sent whole", async () => {
    const place = { bucket: "attachments", key: `public/${uuidv7()}/x.txt` };
    await store(files, Buffer.from("What Ana wrote"), place);
    const key = createHash("sha256").update(`${place.bucket}/${place.key}`).digest("hex");
    const put = (Metadata?: Record<string, string>) =>
      s3.client.send(
        new PutObjectCommand({
          Bucket: s3.config.bucket,
          Key: `atoll/files/${key}`,
          Body: "What Eve wrote",
          Metadata,
        }),
      );
    const sha256 = createHash("sha256").update("What Ana wrote").digest("hex");
    await put({ sha256, size: "14" });
    await expect(contentOf(files, place)).rejects.toMatchObject({ code: "attachment_not_found" });
    await put();
    expect(await files.read(place)).toBeUndefined();
    expect(lines.filter((line) => line.includes(key))).toHaveLength(2);
  });

  test.each<[string, Partial<S3Config>, RegExp]>([
    ["an unknown key", { keys: { id: "NOBODY", secret: "S3RVER" } }, /does not know this access key\.$/],
    [
      "a wrong secret",
      { keys: { id: "S3RVER", secret: "other" } },
      /does not accept the secret of this access key\.$/,
    ],
    ["no such bucket", { bucket: "elsewhere" }, /has no bucket elsewhere\.$/],
    ["nothing listening", { endpoint: "http://127.0.0.1:9" }, /cannot be reached: .*ECONNREFUSED/],
  ])("are explained to operators in one sentence with %s", async (_what, wrong, sentence) => {
    const { site } = await open(wrong);
    for (const attempt of [site.tryToStore, site.readMark]) {
      const error = await attempt().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ code: "files_unavailable" });
      expect(explainFailure(error)?.message).toMatch(sentence);
      expect(explainFailure(error)?.hint).toMatch(/ATOLL_S3_/);
    }
  });

  test("are not lost while the store is away, and are back with it", async () => {
    const place = await store(files, Buffer.from("kept"));
    const staged = await files.stage([Buffer.from("on its way")], { maxBytes: 100 });
    await s3.stop();
    const next: FilePlace = { bucket: "attachments", key: `public/${uuidv7()}/y.txt` };
    await expect(staged.keepAs(next)).rejects.toMatchObject({ code: "files_unavailable", status: 503 });
    await expect(files.read(place)).rejects.toMatchObject({ code: "files_unavailable" });
    await s3.start();
    expect(String(await readFile(staged.path))).toBe("on its way");
    await staged.keepAs(next);
    expect(String(await contentOf(files, next))).toBe("on its way");
    expect(String(await contentOf(files, place))).toBe("kept");
  });

  test("come from a folder and go back to it, each compared, and continue after a stop", async () => {
    const disk = openDiskStorage(join(folder, "disk"));
    const contents = Array.from({ length: 12 }, (_, at) => randomBytes(at * 1_000));
    const rows: StoredPlace[] = [];
    for (const content of contents) {
      const place = await store(disk, content);
      const sha256 = createHash("sha256").update(content).digest("hex");
      rows.push({ place, sha256: rows.length % 2 ? sha256 : undefined, mayBeMissing: false });
    }
    rows.push({
      place: { bucket: "attachments", key: "public/gone.txt" },
      sha256: undefined,
      mayBeMissing: false,
    });
    const list = (only = rows) =>
      (async function* () {
        yield* only;
      })();

    const stopped = moveFiles(list(), disk, files, (done) => {
      if (done === 5) throw new Error("killed");
    });
    await expect(stopped).rejects.toThrow("killed");
    const rest = await moveFiles(list(), disk, files, () => undefined);
    expect(rest).toMatchObject({ missing: ["attachments/public/gone.txt"], changed: [] });
    expect(rest.alreadyThere).toBeGreaterThanOrEqual(5);
    expect(rest.moved + rest.alreadyThere).toBe(12);
    for (const [at, content] of contents.entries())
      expect((await contentOf(files, rows[at]!.place))?.equals(content)).toBe(true);

    const home = openDiskStorage(join(folder, "home"));
    expect(await moveFiles(list(rows.slice(0, 12)), files, home, () => undefined)).toMatchObject({
      ...{ moved: 12, alreadyThere: 0, missing: [], changed: [] },
      movedBytes: contents.reduce((sum, { length }) => sum + length, 0),
    });
    for (const [at, content] of contents.entries())
      expect((await contentOf(home, rows[at]!.place))?.equals(content)).toBe(true);
  });
});
