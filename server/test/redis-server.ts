import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, createServer } from "node:net";
import { vi } from "vitest";

const programs = ["/usr/bin/valkey-server", "/usr/bin/redis-server"];
const password = "a bus of tests";

/** Valkey or Redis on this machine, which keeps nothing. */
export interface RedisServer {
  url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts Valkey or Redis (Debian: `valkey-server`, `redis-server`), which asks for a password. */
export async function startRedis(): Promise<RedisServer> {
  const program = programs.find((path) => existsSync(path));
  if (!program) throw new Error("This test needs Valkey or Redis: apt-get install redis-server");
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    const flags = { port, bind: "127.0.0.1", requirepass: password, save: "", appendonly: "no" };
    const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
    child = spawn(program, args, { stdio: "ignore", cwd: "/" });
    await vi.waitFor(() => assertOpen(port), { timeout: 10_000, interval: 20 });
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    ...{ start, kill, close: kill },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("the port is not known");
  return address.port;
}

async function assertOpen(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.destroy();
}
