import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, test, vi } from "vitest";
import { type Chatter, createChatters } from "./chatter.ts";
import { createCleaner, type DatabaseCleaner } from "./clean-database.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./harness.ts";

/** Keeps the server that the files of one worker use, one after the other. */
function createSharing() {
  let running: { server: TestServer; cleaner: DatabaseCleaner } | undefined;

  async function close(): Promise<void> {
    const { server, cleaner } = running ?? {};
    running = undefined;
    await cleaner?.close();
    await server?.close();
  }

  async function start(): Promise<TestServer> {
    // Most limits of requests by address would be reached by several files together.
    const server = await startTestServer({ peoplePerAddress: 10_000 });
    running = { server, cleaner: await createCleaner(server.databaseUrl) };
    return server;
  }

  return {
    close,
    /** Returns the server without anything of the file before: the same one, or another one if that file broke it. */
    async forNextFile(): Promise<TestServer> {
      if (!running) return start();
      const { server, cleaner } = running;
      try {
        if (!server.app.http.server.listening) throw new Error("the server was closed");
        await emptyFolder(server.filesFolder);
        await cleaner.clean();
        await server.forget();
        return server;
      } catch {
        // A transaction that never ends would keep it from closing. Its database ends with the run.
        void close().catch(() => undefined);
        return start();
      }
    },
  };
}

/** Deletes the files in a folder, and leaves its folders. */
async function emptyFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isDirectory()) await rm(join(entry.parentPath, entry.name), { force: true });
}

const inWorker = test
  .extend("sharing", { scope: "worker" }, async () => createSharing())
  .extend("servers", { scope: "worker" }, async ({ sharing }, { onCleanup }) => {
    onCleanup(sharing.close);
    return sharing;
  });

/**
 * Returns the server that the files of this worker share, without anything of the file before, for all tests of a file.
 * A file starts its own (`serverForFile`) if it sets options, or looks at what is not in the database: limits of
 * requests by address, or metrics.
 */
export function sharedServer(): TestServer {
  const server = {} as TestServer;
  inWorker.beforeAll(async ({ servers }) => {
    // The file before may have ended before it went back to them.
    vi.useRealTimers();
    Object.assign(server, await servers.forNextFile());
  });
  return server;
}

/** Starts a server with a database of its own for all tests of a file, and closes it after them. */
export function serverForFile(options: TestServerOptions = {}): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => {
    Object.assign(server, await startTestServer(options));
  });
  afterAll(() => server.close());
  return server;
}

/** People of chat for all tests of a file, signed in at its server. */
export function chattersForFile(server: TestServer, names: readonly string[]): Chatter[] {
  const chatters = names.map(() => ({}) as Chatter);
  beforeAll(async () => {
    const made = await createChatters(server, names);
    for (const [index, chatter] of chatters.entries()) Object.assign(chatter, made[index]);
  });
  return chatters;
}
