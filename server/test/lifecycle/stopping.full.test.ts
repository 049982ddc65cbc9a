import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { fileRoutes } from "@atoll/contract/files/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient } from "../client.ts";
import { startServerProcess } from "../server-process.ts";
import { openSocket } from "../socket.ts";
import { upload } from "../upload.ts";

const password = "long enough indeed";
const streamedBytes = 24 * 1024 * 1024;
/** More than the two ends of a connection hold between them: the rest is sent as it is read. */
const lateBytes = 12 * 1024 * 1024;

let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "atoll-stopping-"));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

test("stops in order whatever connections do; what was acknowledged is kept, and half a file is not", async () => {
  const env = { ATOLL_DATA_DIR: dataFolder, ATOLL_ADMIN_PASSWORD: password };
  const server = await startServerProcess(env);
  const { session } = await createClient(server.url).call(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email: "admin@atoll.local", password },
  });
  const client = createClient(server.url, session.accessToken);
  const { channel } = await client.call(chatRoutes.createChannel, {
    body: { name: "Harbour", type: "PUBLIC", description: "" },
  });
  const authorization = `authorization: Bearer ${session.accessToken}`;
  const open = (text: string) => speak(server.url, text);
  const form = [
    "--edge",
    'content-disposition: form-data; name="file"; filename="half.bin"',
    "content-type: application/octet-stream",
    "",
    "the first half",
  ].join("\r\n");
  const connections = await Promise.all([
    open(""),
    open("GET /healthz HTTP/1.1\r\nhost: atoll\r\n\r\n"),
    open("GET /healthz HTTP/1.1\r\nhost: at"),
    open(
      `POST /api/auth/token HTTP/1.1\r\nhost: atoll\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
    ),
    open(
      `POST /api/attachments HTTP/1.1\r\nhost: atoll\r\n${authorization}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: 900000\r\n\r\n${form}`,
    ),
    open("GET /socket HTTP/1.1\r\nhost: atoll\r\nconnection: upgrade\r\nupgrade: websocket\r\n"),
  ]);
  const incoming = () => readdir(join(dataFolder, "files", "incoming"));
  await expect.poll(incoming).toHaveLength(1);
  const content = new Uint8Array(streamedBytes);
  const file = await upload(server, { session }, { name: "film.bin", content });
  const { links } = await client.call(fileRoutes.createAttachmentLinks, { body: { ids: [file.id] } });
  const address = new URL(links[0]?.url ?? "", server.url);
  const [read, unread] = [await download(address), await download(address)];
  const socket = await openSocket(server.url, session.accessToken);
  const load = keepPosting(client, channel.id);
  await load.started;
  const early = await lengthOf(read, streamedBytes - lateBytes);

  server.kill("SIGTERM");
  // Requests in progress have seconds only: on a busy machine they begin to count before this process hears of it.
  const late = lengthOf(read);
  await socket.next("server.draining");
  expect(early + (await late)).toBe(streamedBytes);
  // Connections that stay open do not hold it up: none of them has been closed here yet.
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.output()).toContain("Stopped.");
  await socket.cut;
  const acknowledged = await load.ended;
  for (const connection of connections) connection.destroy();
  await expect(lengthOf(unread)).rejects.toThrow("aborted");
  expect(await incoming()).toEqual([]);

  const again = await startServerProcess(env);
  expect(again.output()).not.toContain("left over");
  const reader = createClient(again.url, session.accessToken);
  for (const id of acknowledged) {
    const { message } = await reader.call(chatRoutes.getMessage, { params: { messageId: id } });
    expect(message.id).toBe(id);
  }
  again.kill("SIGTERM");
  await again.exited;
}, 300_000);

/** A connection that says something, and then no more, and reads nothing. */
async function speak(url: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => socket.destroy());
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  if (text) await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

/** The answer, of which nobody takes more than its beginning yet. */
async function download(address: URL): Promise<IncomingMessage> {
  const [response] = (await once(get(address, { agent: false }), "response")) as [IncomingMessage];
  return response;
}

/**
 * Reads on to the end, or until at least this many bytes have been read.
 * @throws when it is cut off.
 */
async function lengthOf(response: IncomingMessage, enough = Number.POSITIVE_INFINITY): Promise<number> {
  let length = 0;
  for await (const part of response.iterator({ destroyOnReturn: false })) {
    length += (part as Buffer).length;
    if (length >= enough) break;
  }
  return length;
}

/** A few who post one message after the other, until they are refused or cut off. */
function keepPosting(
  client: Client,
  channelId: string,
): { started: Promise<void>; ended: Promise<string[]> } {
  const acknowledged: string[] = [];
  const started = Promise.withResolvers<void>();
  const posters = Array.from({ length: 4 }, async () => {
    for (;;) {
      const id = uuidv7();
      const answer = await client
        .send("POST", `/api/channels/${channelId}/messages`, { body: { id, content: "Still here" } })
        .catch(() => undefined);
      if (answer?.status !== 201) return;
      acknowledged.push(id);
      if (acknowledged.length === 10) started.resolve();
    }
  });
  return { started: started.promise, ended: Promise.all(posters).then(() => acknowledged) };
}
