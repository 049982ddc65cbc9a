import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestDatabase } from "./database.ts";
import { createPerson, testPassword } from "./factories.ts";
import { startTestServer } from "./harness.ts";

/** A server with people in it, who have one password. The first of them is its administrator. */
export interface HostedServer {
  url: string;
  emails: string[];
  password: string;
}

// A process that starts servers for the tests of the web app, each on a database of its own. Loading the server's code
// takes longer than most of these tests, so it is loaded once for all. `POST /` with names starts one, `DELETE /` with
// its URL closes it.
const running = new Map<string, () => Promise<void>>();

const host = createServer(async (request, response) => {
  try {
    const body = await readJson(request);
    const answer = request.method === "POST" ? await start(body as string[]) : await close(body as string);
    response.end(JSON.stringify(answer));
  } catch (error) {
    response.writeHead(500).end(String(error instanceof Error ? error.stack : error));
  }
});
host.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${(host.address() as AddressInfo).port}`);
});
process.once("disconnect", () => process.exit());

async function start(names: string[]): Promise<HostedServer> {
  const database = await createTestDatabase({ postgresUrl: process.env.ATOLL_TEST_POSTGRES ?? "" });
  const server = await startTestServer({ databaseUrl: database.url });
  running.set(server.url, async () => {
    await server.close();
    await database.drop();
  });
  const admin = await createPerson(server.db, { name: "Administrator", roles: ["super_admin"] });
  const people = await Promise.all(names.map((name) => createPerson(server.db, { name })));
  const emails = [admin, ...people].map(({ email }) => email);
  return { url: server.url, emails, password: testPassword };
}

async function close(url: string): Promise<boolean> {
  const end = running.get(url);
  running.delete(url);
  await end?.();
  return end !== undefined;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}
