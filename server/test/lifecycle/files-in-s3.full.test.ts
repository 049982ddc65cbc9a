import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runOperatorCommand, startOperatorCommand } from "../operator-command.ts";
import { startS3rver, type TestStore } from "../s3-stores.ts";
import { runServerProcess, startServerProcess } from "../server-process.ts";

// One installation on its way: from its folder into the bucket, into a backup and out of it, and back to a folder.

let folder: string;
let s3: TestStore;
const place = (name: string) => join(folder, name);
const onDisk = (name = "company") => ({ ATOLL_DATA_DIR: place(name), ATOLL_DEMO: "1" });
const inBucket = (name = "company") => ({ ...onDisk(name), ...s3.env });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atoll-files-in-s3-"));
  s3 = await startS3rver();
  await startAndStop(onDisk());
}, 300_000);
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function startAndStop(env: Record<string, string>): Promise<void> {
  const server = await startServerProcess(env);
  server.kill("SIGTERM");
  await server.exited;
}

/** A whole backup proves that every row has its file, unchanged. */
async function backUp(env: Record<string, string>): Promise<string> {
  const target = await mkdtemp(place("backups-"));
  const made = await runOperatorCommand("backup", env, target);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining("read back and found whole") });
  return join(target, (await readdir(target))[0] ?? "");
}

const objects = async () => (await s3.keys()).filter((key) => key.startsWith("atoll/files/")).length;

test("files move into the bucket, also when the command is killed, and servers use only the new place", async () => {
  const server = await startServerProcess(onDisk());
  const tooEarly = await runOperatorCommand("move-files", inBucket(), "--to", "s3");
  expect(tooEarly).toMatchObject({ code: 1, output: expect.stringContaining("Stop every server first") });
  server.kill("SIGTERM");
  await server.exited;
  expect(await runServerProcess(inBucket())).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /does not have the mark of this database\.\n.*npm run move-files -- --to s3/,
    ),
  });

  const elsewhere = { ...inBucket(), ATOLL_FILES_FOLDER: place("empty") };
  expect(await runOperatorCommand("move-files", elsewhere, "--to", "s3")).toMatchObject({
    code: 1,
    output: expect.stringContaining("does not have the mark of this database."),
  });
  const [first = ""] = (await readdir(place("company/files"), { recursive: true })).filter((path) =>
    path.endsWith(".pdf"),
  );
  await rename(place(`company/files/${first}`), place("aside"));
  const lacking = { ...inBucket(), ATOLL_S3_PREFIX: "lacking/" };
  const refused = await runOperatorCommand("move-files", lacking, "--to", "s3");
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("1 files could not be moved") });
  expect(refused.output).toMatch(/WARNING .* is missing/);
  await rename(place("aside"), place(`company/files/${first}`));
  expect(await s3.keys()).not.toContain("lacking/atoll-files-mark");
  await startAndStop(onDisk());

  const { child, ended } = startOperatorCommand("move-files", inBucket(), "--to", "s3");
  await expect.poll(objects, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  child.kill("SIGKILL");
  await ended;
  const moved = await runOperatorCommand("move-files", inBucket(), "--to", "s3");
  expect(moved).toMatchObject({ code: 0 });
  expect(moved.output).toMatch(
    /\d+ files \([\d.]+ MB\) were moved, read back and compared; \d+ were there already; 0 are missing\./,
  );

  await backUp(inBucket());
  expect(await runServerProcess(onDisk())).toMatchObject({
    code: 1,
    output: expect.stringContaining("does not have the mark of this database."),
  });
  await startAndStop(inBucket());
}, 300_000);

test("a backup of the bucket is restored into another part of it, and moves back to a folder", async () => {
  const backup = await backUp(inBucket());
  const restored = { ...inBucket("restored"), ATOLL_S3_PREFIX: "restored/" };
  expect(await runOperatorCommand("restore", inBucket("refused"), backup)).toMatchObject({
    code: 1,
    output: expect.stringContaining("has the files of an Atoll already."),
  });
  expect(await runOperatorCommand("restore", restored, backup)).toMatchObject({ code: 0 });
  await startAndStop(restored);
  await backUp(restored);

  expect(await runOperatorCommand("move-files", restored, "--to", "disk")).toMatchObject({ code: 0 });
  await startAndStop(onDisk("restored"));
  await backUp(onDisk("restored"));
  // A file server leaves such files, and a bucket has no place for them.
  await writeFile(place("restored/files/chat-attachments/.nfs0001"), "stray");
  const again = { ...inBucket("again"), ATOLL_S3_PREFIX: "again/" };
  expect(await runOperatorCommand("restore", again, await backUp(onDisk("restored")))).toMatchObject({
    code: 0,
    output: expect.stringMatching(/WARNING chat-attachments\/\.nfs0001 is no file/),
  });
  await startAndStop(again);
  expect(await runOperatorCommand("move-files", restored, "--to", "disk")).toMatchObject({
    code: 0,
    output: expect.stringContaining("has the files already."),
  });
}, 300_000);

test("a store that is wrong or away stops the start in one sentence", async () => {
  const keys = await runServerProcess({ ...inBucket(), ATOLL_S3_SECRET_ACCESS_KEY: "wrong" });
  expect(keys.code).toBe(1);
  expect(keys.output).toMatch(
    /\nThe S3 store at 127\.0\.0\.1:\d+ does not accept the secret of this access key\.\n/,
  );
  const checked = await runOperatorCommand("check-settings", { ...inBucket(), ATOLL_S3_BUCKET: "elsewhere" });
  expect(checked).toMatchObject({
    code: 1,
    output: expect.stringMatching(/FAILED {2}S3 store: .*has no bucket elsewhere/),
  });
  await s3.stop();
  const away = await runServerProcess(inBucket());
  expect(away.code).toBe(1);
  expect(away.output).toMatch(/\nThe S3 store at 127\.0\.0\.1:\d+ cannot be reached: .*\.\n/);
  await s3.start();
  await startAndStop(inBucket());
}, 300_000);
