import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface AtollProcess {
  url: string;
  /** The address of its embedded PostgreSQL, so that a floor can use the same one, or of the one it was given. */
  databaseUrl: string;
  adminEmail: string;
  adminPassword: string;
  /** Seconds from the start to ready, as the server prints it. */
  readySeconds: number;
  /** Returns the measurements of the preloaded probe since the last call, by name. */
  takeMeasured<Measured = Record<string, number[]>>(): Promise<Measured>;
  /** How long it took, and with what the process ended. */
  stop(): Promise<{ seconds: number; code: number | null }>;
  /** Ends it as a power cut would; start it again with its `dataFolder`. */
  crash(): Promise<void>;
  dataFolder: string;
}

const admin = { email: "bench@example.test", password: "bench bench bench" };

export interface AtollOptions {
  env?: Record<string, string>;
  /** A file of this folder that the server's process loads first, to measure from inside. */
  probe?: string;
  /** The data folder of a crashed Atoll, instead of new data. */
  dataFolder?: string;
  /** Another checkout to start, with its own build of the web app. */
  checkout?: string;
  /** The port of a killed server, so that it is found at the same address. */
  port?: number;
}

/** The real server in a process of its own, on new data unless said otherwise. */
export async function startAtoll(options: AtollOptions = {}): Promise<AtollProcess> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), "atoll-bench-")));
  const root = options.checkout ?? fileURLToPath(new URL("..", import.meta.url));
  const main = join(root, "server", "src", "main.ts");
  const preload = options.probe ? ["--import", new URL(options.probe, import.meta.url).href] : [];
  const flags = ["--disable-warning=ExperimentalWarning", ...preload];
  const child = spawn(process.execPath, [...flags, main], {
    env: {
      ...process.env,
      ...options.env,
      PORT: String(options.port ?? 0),
      HOST: "127.0.0.1",
      ATOLL_DATA_DIR: dataFolder,
      ATOLL_ADMIN_EMAIL: admin.email,
      ATOLL_ADMIN_PASSWORD: admin.password,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [, url = "", seconds = ""] = await lineMatching(child, /ready at (\S+) \(in ([\d.]+) s\)/);
  return {
    url,
    databaseUrl: options.env?.DATABASE_URL ?? (await embeddedUrl(dataFolder)),
    adminEmail: admin.email,
    adminPassword: admin.password,
    readySeconds: Number(seconds),
    dataFolder,
    takeMeasured: () => takeMeasured(child),
    async crash() {
      await end(child, "SIGKILL");
    },
    async stop() {
      const began = performance.now();
      const code = await end(child, "SIGTERM");
      const seconds = (performance.now() - began) / 1000;
      await rm(dataFolder, { recursive: true, force: true });
      return { seconds, code };
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill(signal);
  return exited;
}

/** Asks a process whose probe answers. */
export function takeMeasured<Measured = Record<string, number[]>>(child: ChildProcess): Promise<Measured> {
  return new Promise((resolve) => {
    child.once("message", (measured) => resolve(measured as Measured));
    child.send("take");
  });
}

/** Waits for a line of the child's output. */
export function lineMatching(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (part: Buffer) => {
      output += part.toString();
      const match = pattern.exec(output);
      if (match) resolve(match);
    });
    child.once("exit", (code) => reject(new Error(`the process ended with ${code}:\n${output}`)));
  });
}

async function embeddedUrl(dataFolder: string): Promise<string> {
  const pidFile = await readFile(join(dataFolder, "postgres", "postmaster.pid"), "utf8");
  const password = (await readFile(join(dataFolder, "postgres-password"), "utf8")).trim();
  // postmaster.pid: process, folder, start, port, ...
  const port = pidFile.split("\n")[3]?.trim();
  return `postgres://atoll:${encodeURIComponent(password)}@127.0.0.1:${port}/atoll`;
}
