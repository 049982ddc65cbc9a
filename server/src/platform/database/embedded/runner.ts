import { execFile } from "node:child_process";
import { chmod, chown, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../log/start-error.ts";
import { readAccounts } from "./accounts.ts";
import type { EmbeddedLayout } from "./layout.ts";
import type { HostUser } from "./ownership.ts";
import { copyPrograms, type Programs } from "./programs.ts";

/** The user that PostgreSQL's programs run as, and the copy of the programs to use. */
export interface Runner {
  readonly programs: Programs;
  /** The owner of the cluster's files. Undefined on platforms without file owners. */
  readonly owner: HostUser | undefined;
  /** Returns the arguments for `spawn` that run `program` as that user. */
  command(program: string, args: readonly string[]): Command;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: { uid?: number; gid?: number; cwd: string };
}

/**
 * Chooses how to run PostgreSQL, which refuses to run as root, and whose initdb refuses a user without a name. An
 * ordinary user runs it directly. Otherwise, the first of these that works:
 * 1. a user namespace in which we are an ordinary user. The files remain ours, so a folder that only we can enter is
 *    fine;
 * 2. as root, another user of the machine, who becomes the owner of the cluster. This is for containers, most of which
 *    do not allow 1.
 *
 * @throws {StartError} when neither works.
 */
export async function chooseRunner(layout: EmbeddedLayout, installed: Programs): Promise<Runner> {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  const cwd = layout.dataFolder;
  if (uid === undefined || gid === undefined) return ordinary(installed, undefined, cwd);
  if (uid !== 0 && hasName()) return ordinary(installed, { uid, gid }, cwd);

  const refusals: string[] = [];
  for (const candidate of await candidates(layout, { uid, gid })) {
    const runner = await tryCandidate(candidate, layout, installed);
    if (typeof runner !== "string") return runner;
    refusals.push(`${candidate.description}: ${runner}`);
  }
  throw new StartError(
    [
      uid === 0
        ? "PostgreSQL does not run as root, and no other way to run it was found:"
        : `PostgreSQL needs a user with a name, and user id ${uid} has none:`,
      ...refusals.map((refusal) => `- ${refusal}`),
    ].join("\n"),
    "Set ATOLL_DATA_DIR to a folder that ordinary users may enter, run Atoll as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
  );
}

interface Candidate {
  readonly description: string;
  readonly owner: HostUser;
  readonly viaNamespace?: HostUser;
}

async function candidates(layout: EmbeddedLayout, self: HostUser): Promise<Candidate[]> {
  const accounts = await readAccounts();
  const named = (name: string) => accounts.find((account) => account.name === name);
  const found: Candidate[] = [];
  if (process.platform === "linux") {
    // Inside, the id needs a name too; any will do, since it is ours outside.
    const inside = named("postgres") ?? named("nobody") ?? accounts[0];
    if (inside) found.push({ description: "a user namespace", owner: self, viaNamespace: inside });
  }
  if (self.uid !== 0) return found;
  const near = await nearestOwner(layout.dataFolder);
  const others = [
    accounts.find((account) => account.uid === near?.uid),
    ...["postgres", "_postgres", "node", "nobody"].map(named),
  ];
  for (const account of others) {
    if (account && !found.some((candidate) => candidate.owner.uid === account.uid)) {
      found.push({ description: `user ${account.name}`, owner: account });
    }
  }
  return found;
}

/** Answers with the runner, or with why the candidate will not do. */
async function tryCandidate(
  candidate: Candidate,
  layout: EmbeddedLayout,
  installed: Programs,
): Promise<Runner | string> {
  if (!candidate.viaNamespace) await letThrough(layout.dataFolder, candidate.owner);
  const runner = otherUser(candidate, installed, layout.dataFolder);
  const reach = await refusal(runner, "/bin/sh", ["-c", 'cd "$0"', layout.dataFolder]);
  if (reach !== undefined) return reach;
  if ((await refusal(runner, installed.postgres, ["--version"])) === undefined) return runner;
  const copy = otherUser(
    candidate,
    await copyPrograms(installed, layout, candidate.owner),
    layout.dataFolder,
  );
  return (await refusal(copy, copy.programs.postgres, ["--version"])) ?? copy;
}

/** Lets a user's group traverse the data folder without listing it. Its contents stay closed. */
async function letThrough(folder: string, user: HostUser): Promise<void> {
  const found = await stat(folder);
  if (found.uid === user.uid) return;
  await chown(folder, found.uid, user.gid);
  await chmod(folder, 0o710);
}

function ordinary(programs: Programs, owner: HostUser | undefined, cwd: string): Runner {
  return { programs, owner, command: (file, args) => ({ file, args, options: { cwd } }) };
}

function otherUser({ owner, viaNamespace }: Candidate, programs: Programs, cwd: string): Runner {
  if (!viaNamespace) {
    return {
      programs,
      owner,
      command: (file, args) => ({ file, args, options: { cwd, uid: owner.uid, gid: owner.gid } }),
    };
  }
  const enter = ["--user", `--map-user=${viaNamespace.uid}`, `--map-group=${viaNamespace.gid}`];
  // `unshare` replaces itself with the program, so the child's process id is the program's.
  return {
    programs,
    owner,
    command: (file, args) => ({ file: "unshare", args: [...enter, file, ...args], options: { cwd } }),
  };
}

const execute = promisify(execFile);

/** Runs a small command as the candidate; answers with what went wrong, or undefined. */
async function refusal(runner: Runner, program: string, args: string[]): Promise<string | undefined> {
  const { file, args: all, options } = runner.command(program, args);
  try {
    await execute(file, all, { ...options, cwd: "/", timeout: 10_000 });
    return undefined;
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    return said || (error instanceof Error ? error.message : String(error));
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

/** Returns the first owner other than root from the data folder upwards. */
async function nearestOwner(folder: string): Promise<HostUser | undefined> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path);
    if (found.uid !== 0) return { uid: found.uid, gid: found.gid };
    if (path === dirname(path)) return undefined;
  }
}
