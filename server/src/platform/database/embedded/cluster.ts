import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmod,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { StartError } from "../../log/start-error.ts";
import { programEnvironment } from "./environment.ts";
import type { EmbeddedLayout } from "./layout.ts";
import { giveTree } from "./ownership.ts";
import type { Runner } from "./runner.ts";

/** The role and the database that Atoll uses. The role owns the database and is no superuser. */
export const roleName = "atoll";

/**
 * Makes the cluster when there is none, checks it when there is, and answers with the password of `atoll`.
 *
 * A new cluster is made in a folder of its own and renamed when whole, so one that was cut short is never started.
 *
 * @throws {StartError} when the folder holds something else, another version's cluster, or another user's.
 */
export async function ensureCluster(layout: EmbeddedLayout, runner: Runner): Promise<string> {
  await removeUnfinished(layout);
  if (await isMissing(layout.cluster)) return createCluster(layout, runner);
  await checkVersion(layout);
  await takeOwnership(layout, runner);
  return readPassword(layout);
}

const unfinishedPrefix = "postgres-new-";

async function removeUnfinished(layout: EmbeddedLayout): Promise<void> {
  const names = (await readdir(layout.dataFolder)).filter((name) => name.startsWith(unfinishedPrefix));
  for (const name of names) {
    // An initdb that outlived its server may still write there. It fails once its folder is deleted.
    await rm(join(layout.dataFolder, name), {
      recursive: true,
      force: true,
      maxRetries: 20,
      retryDelay: 100,
    });
  }
}

async function isMissing(cluster: string): Promise<boolean> {
  const names = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (names?.length === 0) await rmdir(cluster);
  return names === undefined || names.length === 0;
}

async function createCluster(layout: EmbeddedLayout, runner: Runner): Promise<string> {
  const folder = await mkdtemp(join(layout.dataFolder, unfinishedPrefix));
  const fresh = join(folder, "cluster");
  const superuserPassword = join(folder, "password");
  const password = randomBytes(24).toString("base64url");
  // initdb requires a password for the superuser, which `firstStatements` removes.
  await writeFile(superuserPassword, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  if (runner.owner) await giveTree(folder, runner.owner);

  await run(runner, runner.programs.initdb, [
    ...initdbOptions,
    `--pgdata=${fresh}`,
    `--pwfile=${superuserPassword}`,
  ]);
  const alone = ["--single", "-D", fresh, "-c", "log_checkpoints=off", "-c", "exit_on_error=on", "template1"];
  await run(runner, runner.programs.postgres, alone, firstStatements(password));

  await writeDurably(layout.passwordFile, `${password}\n`);
  await rename(fresh, layout.cluster);
  await syncFolder(layout.dataFolder);
  await rm(folder, { recursive: true, force: true });
  return password;
}

/**
 * Sorting by code point and case by Unicode, from PostgreSQL itself: the same on every machine and forever.
 * Only the parser of text search still asks the C library what a letter is; under plain C it takes a dash for one.
 */
const initdbOptions = [
  "--username=postgres",
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  `--lc-ctype=${process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"}`,
  "--no-instructions",
];

/**
 * The statements for single-user mode, one per line. `postgres` can no longer log in, so a client of the port is never
 * a superuser. The database that initdb created is renamed, which is faster than creating another one.
 */
function firstStatements(password: string): string {
  return [
    `CREATE ROLE ${roleName} LOGIN CREATEDB PASSWORD '${password}';`,
    `GRANT pg_monitor TO ${roleName};`,
    `ALTER DATABASE postgres RENAME TO ${roleName};`,
    `ALTER DATABASE ${roleName} OWNER TO ${roleName};`,
    "ALTER ROLE postgres PASSWORD NULL;",
    "",
  ].join("\n");
}

async function run(runner: Runner, program: string, args: string[], input = ""): Promise<void> {
  const { file, args: all, options } = runner.command(program, args);
  const child = spawn(file, [...all], { ...options, env: programEnvironment(), stdio: "pipe" });
  // The program may exit before it has read its input. Its exit says more than the broken pipe.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve)),
  ]);
  if (code === 0) return;
  throw new StartError(
    `The database could not be created: ${basename(program)} ended with ${code ?? "a signal"}.\n${errors.trim()}`,
    "Check that the disk has room and that the data folder is writable, then start again.",
  );
}

async function checkVersion({ cluster }: EmbeddedLayout): Promise<void> {
  const found = (await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (found === supportedMajor) return;
  throw new StartError(
    found === ""
      ? `${cluster} is not empty and holds no PostgreSQL database.`
      : `${cluster} was made by PostgreSQL ${found}; this version of Atoll comes with PostgreSQL ${supportedMajor}.`,
    "Name another folder with ATOLL_DATA_DIR, or start the version of Atoll that made this one.",
  );
}

const supportedMajor = "18";

async function takeOwnership({ cluster }: EmbeddedLayout, runner: Runner): Promise<void> {
  if (!runner.owner) return;
  const { uid } = await stat(cluster);
  if (uid === runner.owner.uid) return;
  if (process.getuid?.() !== 0) {
    throw new StartError(
      `${cluster} belongs to another user (user id ${uid}).`,
      "Run Atoll as that user, or name another folder with ATOLL_DATA_DIR.",
    );
  }
  await giveTree(cluster, runner.owner);
}

export async function readPassword({ passwordFile, cluster }: EmbeddedLayout): Promise<string> {
  try {
    return (await readFile(passwordFile, "utf8")).trim();
  } catch (error) {
    throw new StartError(
      `The password of the database in ${cluster} cannot be read from ${passwordFile}.`,
      "Restore that file from the backup of the data folder.",
      { cause: error },
    );
  }
}

async function writeDurably(path: string, content: string): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flush: true });
  // The mode above counts only for a new file.
  await chmod(path, 0o600);
}

/** Makes a rename survive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
