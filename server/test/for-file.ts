import { afterAll, beforeAll } from "vitest";
import { type Chatter, createChatters } from "./chatter.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "./harness.ts";

/** Starts a server for all tests of a file, and closes it after them. */
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
