import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FilePlace, type FileStorage, measureStored } from "../src/platform/files/file-storage.ts";

const megabyte = 1024 * 1024;
const place = (name = "note.txt"): FilePlace => ({
  bucket: "chat-attachments",
  key: `public/${uuidv7()}/${name}`,
});

/** Stores some bytes under a place of their own. */
export async function store(files: FileStorage, content: Buffer, at = place()): Promise<FilePlace> {
  const staged = await files.stage([content], { maxBytes: 100 * megabyte });
  await staged.keepAs(at);
  return at;
}

/** Reads a whole file. Undefined if it does not exist. */
export async function contentOf(
  files: FileStorage,
  at: FilePlace,
  range?: { start: number; end: number },
): Promise<Buffer | undefined> {
  const found = await files.read(at, range);
  return found && buffer(found.content);
}

/** Registers what every storage of files has to keep. */
export function testStorage(open: (folder: string) => Promise<FileStorage>): void {
  let folder: string;
  let files: FileStorage;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "atoll-test-storage-"));
    files = await open(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const incoming = () => readdir(join(folder, "incoming"));

  test.each([
    ["nothing", 0],
    ["one byte", 1],
    ["more than two parts", 17 * megabyte + 3],
  ])("returns %s as it was stored, with its size and hash", async (_what, size) => {
    const content = randomBytes(size);
    const staged = await files.stage([content], { maxBytes: 100 * megabyte });
    expect(staged.sizeBytes).toBe(size);
    const at = place();
    expect(await files.read(at)).toBeUndefined();
    await staged.keepAs(at);
    expect(await incoming()).toEqual([]);
    expect(await measureStored(files, at)).toEqual({ sizeBytes: size, sha256: staged.sha256 });
  });

  test("returns any range, and the size of the whole file with it", async () => {
    const content = randomBytes(9 * megabyte);
    const at = await store(files, content);
    for (const [start, end] of [
      [0, 1],
      [5, 1_000],
      [8 * megabyte - 1, 8 * megabyte + 1],
      [content.length - 1, content.length - 1],
    ] as const) {
      const found = await files.read(at, { start, end });
      expect(found?.sizeBytes).toBe(content.length);
      expect((await buffer(found!.content)).equals(content.subarray(start, end + 1))).toBe(true);
    }
    // A reader who leaves at once holds nothing up.
    (await files.read(at))?.content.destroy();
  });

  test("never overwrites a file", async () => {
    const at = await store(files, Buffer.from("first"));
    const second = await files.stage([Buffer.from("second")], { maxBytes: 100 });
    await expect(second.keepAs(at)).rejects.toThrow();
    await second.discard();
    expect(String(await contentOf(files, at))).toBe("first");
    expect(await incoming()).toEqual([]);
  });

  test("deletes a file, also one that is gone already", async () => {
    const at = await store(files, Buffer.from("short"));
    await files.delete(at);
    await files.delete(at);
    expect(await files.read(at)).toBeUndefined();
    expect(await files.read(at, { start: 0, end: 2 })).toBeUndefined();
  });

  test("keeps nothing of an upload that breaks off or grows too large", async () => {
    const broken = (async function* () {
      yield randomBytes(megabyte);
      throw new Error("the connection was cut");
    })();
    await expect(files.stage(broken, { maxBytes: 100 * megabyte })).rejects.toThrow("cut");
    await expect(files.stage([randomBytes(11)], { maxBytes: 10 })).rejects.toMatchObject({
      code: "file_too_large",
    });
    expect(await incoming()).toEqual([]);
  });

  test("refuses keys that lead elsewhere", async () => {
    for (const key of ["../secret", "a//b", "", ".hidden", "a b"])
      await expect(files.read({ bucket: "files", key })).rejects.toMatchObject({ code: "internal_error" });
  });

  test("has the mark that was written last", async () => {
    const { site } = files;
    expect(await site.readMark()).toBeUndefined();
    await site.writeMark("a-mark");
    expect(await site.readMark()).toBe("a-mark");
    await site.writeMark("b-mark");
    expect(await site.readMark()).toBe("b-mark");
    expect(await incoming()).toEqual([]);
    await site.removeMark();
    expect(await site.readMark()).toBeUndefined();
    await site.tryToWrite();
    await site.tryToStore();
  });
}
