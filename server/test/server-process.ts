import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface ServerProcess {
  url: string;
  pid: number;
  /** As the server prints it: from its start to ready. */
  readySeconds: number;
  output(): string;
  /** Settles with how the process ended. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Returns what starts the server, or a command of it: from the build that `npm test` made and names, as `npm start` does
 * it, and otherwise from the sources.
 */
export function programArguments(name: string): string[] {
  const flags = ["--disable-warning=ExperimentalWarning"];
  const build = process.env.ATOLL_SERVER_BUILD;
  if (build) return ["--enable-source-maps", ...flags, join(build, `${name}.mjs`)];
  return [...flags, fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url))];
}

/** As `npm start` does it. */
export const compileCache = fileURLToPath(new URL("../../.cache/compiled", import.meta.url));

/** The real server in a process of its own. Settles when it is ready; throws with its output when it ends before. */
export function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  return untilReady(spawnServer(env));
}

/** Starts the server and waits until it has ended by itself: for starts that must fail. */
export async function runServerProcess(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { output, exited } = spawnServer(env);
  const { code } = await exited;
  return { code, output: output() };
}

export interface SpawnedServer {
  child: ChildProcess;
  output: () => string;
  exited: ServerProcess["exited"];
}

/** Starts the server without waiting for anything. */
export function spawnServer(env: Record<string, string>): SpawnedServer {
  const child = spawn(process.execPath, programArguments("main"), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      HOST: "127.0.0.1",
      PORT: "0",
      ATOLL_LOG_LEVEL: "silent",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const collect = (part: Buffer) => {
    text += part.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const exited: ServerProcess["exited"] = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  return { child, output: () => text, exited };
}

/** Waits until a spawned server says that it is ready. */
export async function untilReady({ child, output, exited }: SpawnedServer): Promise<ServerProcess> {
  const ready = /ready at (\S+) \(in ([\d.]+) s\)/;
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const look = () => {
      const found = ready.exec(output());
      // The last line of the start: what is said before it, such as a password, is there too.
      if (found && output().includes("Press Ctrl-C")) resolve(found);
    };
    child.stdout?.on("data", look);
    void exited.then(({ code, signal }) =>
      reject(new Error(`the server ended (${code ?? signal}):\n${output()}`)),
    );
  });
  return {
    url: match[1] ?? "",
    pid: child.pid ?? 0,
    readySeconds: Number(match[2]),
    output,
    exited,
    kill: (signal) => child.kill(signal),
  };
}

/** The first line of postmaster.pid: the embedded PostgreSQL of a data folder. */
export async function postmasterPid(dataFolder: string): Promise<number> {
  return Number((await postmasterFile(dataFolder))[0]);
}

/** Where the embedded PostgreSQL of a data folder is reached right now. */
export async function embeddedUrl(dataFolder: string): Promise<string> {
  const password = (await readFile(join(dataFolder, "postgres-password"), "utf8")).trim();
  const port = (await postmasterFile(dataFolder))[3]?.trim();
  return `postgres://atoll:${encodeURIComponent(password)}@127.0.0.1:${port}/atoll`;
}

async function postmasterFile(dataFolder: string): Promise<string[]> {
  return (await readFile(join(dataFolder, "postgres", "postmaster.pid"), "utf8")).split("\n");
}
