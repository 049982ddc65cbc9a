import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { startS3rver, type TestStore } from "../../../../test/s3-stores.ts";
import { contentOf, store } from "../../../../test/storage-contract.ts";
import {
  gatewayPage,
  silence,
  startUnsteadyStore,
  type UnsteadyStore,
} from "../../../../test/unsteady-store.ts";
import { moveFiles } from "../../../features/files/move-files.ts";
import type { StoredPlace } from "../../../features/files/stored-places.ts";
import { createLog } from "../../log/log.ts";
import { createReadiness } from "../../operation/readiness.ts";
import { watchRoom } from "../../storage-room.ts";
import { openDiskStorage } from "../disk-storage.ts";
import type { FileStorage } from "../file-storage.ts";
import { measureContent } from "../measured-copy.ts";
import { openStorage } from "../open-storage.ts";
import { checkedContent, idleMs } from "./checked-content.ts";

describe("files behind a way to the bucket on which things go wrong", () => {
  let s3: TestStore;
  let way: UnsteadyStore;
  let folder: string;
  let files: FileStorage;
  const log = createLog("silent");
  beforeAll(async () => {
    s3 = await startS3rver();
    way = await startUnsteadyStore(s3);
    folder = await mkdtemp(join(tmpdir(), "atoll-test-way-"));
    files = await openStorage({ s3: way.config, filesFolder: folder }, log);
  });
  afterEach(() => {
    way.fault = undefined;
  });
  afterAll(async () => {
    await way.close();
    await s3.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("are not missing when a gateway says 404: nothing is read, deleted or written as if they were", async () => {
    const place = await store(files, Buffer.from("here"));
    const staged = await files.stage([Buffer.from("next")], { maxBytes: 100 });
    way.fault = gatewayPage;
    for (const attempt of [
      () => files.read(place),
      () => files.read(place, { start: 0, end: 1 }),
      () => files.delete(place),
      () => files.site.readMark(),
      () => staged.keepAs({ bucket: "attachments", key: "public/next.txt" }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "files_unavailable" });
    way.fault = undefined;
    expect(String(await contentOf(files, place))).toBe("here");
    await staged.discard();
  });

  test("do not end the process when the connection breaks before the first piece is taken", async () => {
    const place = await store(files, randomBytes(300_000));
    way.requests.length = 0;
    const broken = Promise.withResolvers<void>();
    way.fault = (_request, response, pass) => {
      response.once("close", broken.resolve);
      const writeHead = response.writeHead.bind(response);
      response.writeHead = ((status: number, headers: Record<string, string>) =>
        writeHead(status, { ...headers, "x-amz-checksum-crc32": "AAAAAA==" })) as typeof response.writeHead;
      pass(100_000);
    };
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on("uncaughtException", note);
    const found = await files.read(place);
    await broken.promise;
    await new Promise(setImmediate);
    await expect(measureContent(found!.content)).rejects.toMatchObject({ code: "files_unavailable" });
    process.off("uncaughtException", note);
    expect(uncaught).toEqual([]);
  });

  test("are sent without checksums that only Amazon knows", async () => {
    way.requests.length = 0;
    await store(files, randomBytes(9 * 1024 * 1024));
    expect(way.requests.length).toBeGreaterThan(2);
    for (const { headers } of way.requests)
      expect(Object.keys(headers).filter((name) => /x-amz-.*checksum/.test(name))).toEqual([]);
  });

  test("are read, stored and asked about while sixty readers hold files open and read no further", async () => {
    const place = await store(files, randomBytes(1_000_000));
    const held = await Promise.all(Array.from({ length: 60 }, () => files.read(place)));
    const next = await store(files, Buffer.from("next"));
    expect(String(await contentOf(files, next))).toBe("next");
    expect(await files.site.readMark()).toBeUndefined();
    for (const found of held) found?.content.destroy();
  });

  test("move and are read again when each of them breaks off once, and those that were changed are named", async () => {
    const contents = Array.from({ length: 6 }, (_, at) => randomBytes(50_000 + at));
    const rows: StoredPlace[] = [];
    for (const content of contents) {
      const place = await store(files, content);
      const sha256 = createHash("sha256").update(content).digest("hex");
      rows.push({ place, sha256, mayBeMissing: false });
    }
    const put = (at: number, body: Buffer, Metadata?: Record<string, string>) => {
      const { bucket, key } = rows[at]!.place;
      const Key = `${s3.config.prefix}files/${createHash("sha256").update(`${bucket}/${key}`).digest("hex")}`;
      return s3.client.send(new PutObjectCommand({ Bucket: s3.config.bucket, Key, Body: body, Metadata }));
    };
    await put(0, randomBytes(50_000), { sha256: rows[0]!.sha256!, size: "50000" });
    // As a tool leaves it that copies a bucket without what is stored with its objects.
    await put(1, contents[1]!);
    await put(2, randomBytes(50_002));
    const cut = new Set<string | undefined>();
    way.fault = ({ url }, _response, pass) => {
      if (cut.has(url)) return pass();
      cut.add(url);
      pass(10_000);
    };
    const home = openDiskStorage(join(folder, "home"));
    const report = await moveFiles(
      (async function* () {
        yield* rows;
      })(),
      files,
      home,
      () => undefined,
    );
    const nameAt = (at: number) => `${rows[at]!.place.bucket}/${rows[at]!.place.key}`;
    expect(cut.size).toBe(6);
    expect(report).toMatchObject({ moved: 4, missing: [], changed: [] });
    expect(report.unreadable.toSorted()).toEqual([nameAt(0), nameAt(2)].toSorted());
    for (const at of [1, 3, 4, 5])
      expect((await contentOf(home, rows[at]!.place))?.equals(contents[at]!)).toBe(true);
  });

  test("limit health while the store takes none, although it can be read", async () => {
    await files.site.writeMark("mark");
    way.fault = (request, response, pass) => {
      if (request.method !== "PUT") return pass();
      request.resume();
      response.writeHead(507).end("<Error><Code>QuotaExceeded</Code></Error>");
    };
    await expect(store(files, Buffer.from("too much"))).rejects.toMatchObject({ code: "storage_full" });
    const readiness = readinessOf(files);
    await expect.poll(async () => (await readiness()).limits).toEqual(["files"]);
    way.fault = undefined;
    await expect.poll(async () => (await readiness()).limits).toEqual([]);
    await files.site.removeMark();
  });

  test("free their connection when a reader takes nothing for minutes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const body = Readable.from(Array.from({ length: 50 }, () => randomBytes(65_536)));
      const content = checkedContent(body, { sizeBytes: 50 * 65_536, sha256: undefined }, () => new Error());
      await once(content, "readable");
      await new Promise(setImmediate);
      vi.advanceTimersByTime(idleMs);
      await once(body, "close");
      expect(content.destroyed).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  // Five seconds of waiting.
  fullTest("ask a silent store about health once at a time, and end the question", async () => {
    const before = way.requests.length;
    way.fault = silence;
    const readiness = readinessOf(files);
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      for (let second = 0; second < 100; second += 1) {
        await readiness();
        vi.advanceTimersByTime(2_000);
      }
      await expect.poll(() => way.requests.length).toBe(before + 1);
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(async () => (await readiness()).limits).toEqual(["files"]);
  });
});

/** Health as far as it is about a store on another machine. */
function readinessOf(files: FileStorage) {
  return createReadiness({
    db: {
      getExecutor: () => {
        throw new Error("no database");
      },
    },
    migrations: [],
    version: "1.0.0",
    files,
    filesMark: "mark",
    room: watchRoom({ folders: { files: tmpdir(), database: undefined }, keepFreeBytes: 0 }),
    isDraining: () => true,
    isHearing: () => true,
  });
}
