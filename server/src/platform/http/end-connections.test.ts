import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { linkOf } from "../../../test/file-world.ts";
import { startTestServer } from "../../../test/harness.ts";
import { upload } from "../../../test/upload.ts";

// Node closes those that are idle at the moment when it is told to, and waits for each that becomes so a moment later.

test("closes the server despite a request that was answered before its body arrived", async () => {
  const server = await startTestServer();
  const socket = open(server.url, [
    "POST /api/attachments HTTP/1.1",
    "host: atoll",
    "content-type: multipart/form-data; boundary=edge",
    "content-length: 900000",
    "",
    "--edge",
  ]);
  expect(await beginningOf(socket)).toMatch(/^HTTP\/1.1 401 /);
  const ended = once(socket, "close");
  await server.close();
  await ended;
});

test("lets a request in progress finish, and accepts no further one", async () => {
  const [asked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = await startTestServer({
    breakFiles: (files) => ({
      ...files,
      async read(...place) {
        asked.resolve();
        await mayAnswer.promise;
        return files.read(...place);
      },
    }),
  });
  const ana = await server.signIn(await createPerson(server.db));
  const file = await upload(server, ana, { name: "note.txt", content: "Good morning" });
  const { url } = await linkOf(ana, file.id);
  const socket = open(server.url, [`GET ${url} HTTP/1.1`, "host: atoll", "", ""]);
  const answer = allOf(socket);
  await asked.promise;
  const closed = server.close();
  // By now those where nothing is under way are ended.
  setImmediate(mayAnswer.resolve);
  expect(await answer).toMatch(/^HTTP\/1.1 200 .*Good morning$/s);
  await closed;
});

/** A connection that says this, and is kept open from this side. */
function open(url: string, lines: readonly string[]): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on("end", () => socket.end());
  socket.write(lines.join("\r\n"));
  return socket;
}

async function beginningOf(socket: Socket): Promise<string> {
  const [bytes] = (await once(socket, "data")) as [Buffer];
  return bytes.toString();
}

async function allOf(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on("data", (part: Buffer) => parts.push(part));
  await once(socket, "close");
  return Buffer.concat(parts).toString();
}
