import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPassword, demoSignIns } from "../../demo/sign-ins.ts";
import { createClient } from "../client.ts";
import { runOperatorCommand, startOperatorCommand } from "../operator-command.ts";
import { runServerProcess, type ServerProcess, startServerProcess } from "../server-process.ts";

let folder: string;
let archive: string;
let phrase: string;
const running: ServerProcess[] = [];
const place = (name: string) => join(folder, name);
const data = (name: string) => ({ ATOLL_DATA_DIR: place(name) });
const exporting = (file: string, ...more: string[]) =>
  runOperatorCommand("export", data("old"), file, ...more);
const importing = (name: string, ...more: string[]) =>
  runOperatorCommand("import-everything", data(name), archive, "--passphrase-file", phrase, ...more);

async function start(name: string): Promise<ServerProcess> {
  const server = await startServerProcess({ ...data(name), ATOLL_DEMO: "1" });
  running.push(server);
  return server;
}

async function signIn({ url }: ServerProcess): Promise<string> {
  const [{ email = "" } = {}] = demoSignIns;
  const request = { query: { grant_type: "password" as const }, body: { email, password: demoPassword } };
  return (await createClient(url).call(identityRoutes.createToken, request)).user.id;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atoll-move-"));
  await start("old");
  archive = place("everything.zip");
  phrase = place("passphrase");
  await writeFile(phrase, "five words that nobody guesses\n");
  const made = await exporting(archive, "--passphrase-file", phrase);
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/has \d+ rows and \d+ files\./) });
}, 300_000);
afterAll(async () => {
  for (const server of running) {
    server.kill("SIGTERM");
    await server.exited;
  }
  await rm(folder, { recursive: true, force: true });
});

test("an export by command overwrites nothing, and only its owner reads it", async () => {
  expect((await stat(archive)).mode & 0o77).toBe(0);
  expect(await exporting(archive)).toMatchObject({
    code: 1,
    output: expect.stringContaining("exists already"),
  });
  const short = place("short");
  await writeFile(short, "short\n");
  const refused = await exporting(place("other.zip"), "--passphrase-file", short);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("shorter than") });
  expect((await readdir(folder)).filter((name) => name.startsWith("other"))).toEqual([]);
});

test("an archive is checked without a change, and refused where there is an Atoll already", async () => {
  const checked = await importing("untouched", "--check");
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining("It is whole.") });
  expect(existsSync(place("untouched"))).toBe(false);
  await mkdir(place("full/files/documents"), { recursive: true });
  await writeFile(place("full/files/documents/one.txt"), "one");
  expect(await importing("full")).toMatchObject({ code: 1, output: expect.stringContaining("already") });
});

test("a lost file is named by the export, and by the check of its archive", async () => {
  const stored = await readdir(place("old/files"), { recursive: true, withFileTypes: true });
  const [entry] = stored.filter(
    (one) => one.isFile() && !/mark|incoming/.test(join(one.parentPath, one.name)),
  );
  const lost = join(entry?.parentPath ?? "", entry?.name ?? "");
  const path = relative(place("old/files"), lost);
  await rename(lost, place("lost"));
  const made = await exporting(place("lossy.zip"));
  expect(made).toMatchObject({ code: 1, output: expect.stringContaining(`WARNING ${path}: missing`) });
  const checked = await runOperatorCommand("import-everything", data("none"), place("lossy.zip"), "--check");
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining(`"${path}": missing`) });
  await rename(place("lost"), lost);
}, 300_000);

test("an import that was killed leaves no Atoll, and the next one starts again", async () => {
  const { child, ended } = startOperatorCommand(
    "import-everything",
    data("new"),
    archive,
    "--passphrase-file",
    phrase,
  );
  await expect.poll(() => existsSync(place("new/restoring/postgres"))).toBe(true);
  child.kill("SIGKILL");
  await ended;
  expect((await readdir(place("new"))).filter((name) => name === "postgres" || name === "files")).toEqual([]);
  const again = await importing("new");
  expect(again.output).toContain("An earlier import or restore was cut short here. This one starts again.");
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringContaining("Every table and every file is the same as in the archive."),
  });
  const [old, server] = [running[0], await start("new")];
  expect(await signIn(server)).toBe(old && (await signIn(old)));
}, 300_000);

test("a server does not start on what an import has put there in part", async () => {
  await mkdir(place("half"), { recursive: true });
  await writeFile(place("half/restore-unfinished"), "");
  const { code, output } = await runServerProcess(data("half"));
  expect(code).toBe(1);
  expect(output).toContain("was cut short while it put things in place");
  expect(await importing("half")).toMatchObject({ code: 0 });
}, 300_000);
