import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { RefusedAddress } from "./guard-address.ts";
import { BrokenAnswer, createGuardedRequest, type GuardedOptions } from "./guarded-request.ts";

const request = createGuardedRequest({ privateHosts: [] });
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const options: GuardedOptions = {
  method: "POST",
  headers: {},
  body: "{}",
  signal: new AbortController().signal,
  idleMs: 10_000,
  maxBytes: 1_000,
  isHostAllowed: true,
};

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const part of content) text += part.toString();
  return text;
}

test("sends to a host of the company's network that was allowed, and to no other", async () => {
  let asked = 0;
  const url = await serve((_request, response) => {
    asked += 1;
    response.end("hello");
  });
  const answer = await request(url, options);
  expect([answer.status, await textOf(answer.content)]).toEqual([200, "hello"]);
  await expect(request(url, { ...options, isHostAllowed: false })).rejects.toThrow(RefusedAddress);
  const byName = new URL(url.href.replace("127.0.0.1", "localhost").replace("http:", "https:"));
  await expect(request(byName, { ...options, isHostAllowed: false })).rejects.toThrow(RefusedAddress);
  expect(asked).toBe(1);
});

test.each([
  "http://169.254.169.254/latest/meta-data",
  "http://[fd00:ec2::254]/",
  "http://0.0.0.0/",
  "http://[::ffff:169.254.169.254]/",
  "ftp://127.0.0.1/",
  "https://me:secret@example.com/",
])("refuses %s although the host was allowed", async (address) => {
  await expect(request(new URL(address), options)).rejects.toThrow(RefusedAddress);
});

test("refuses a redirect", async () => {
  let followed = false;
  const url = await serve((received, response) => {
    followed ||= received.url === "/elsewhere";
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await expect(request(url, options)).rejects.toThrow(RefusedAddress);
  expect(followed).toBe(false);
});

test("ends an answer that is too large, that stalls or that breaks off", async () => {
  const long = await serve((_request, response) => response.end("x".repeat(2_000)));
  await expect(request(long, options).then(({ content }) => textOf(content))).rejects.toThrow(
    new BrokenAnswer("too_large"),
  );
  const silent = await serve(() => undefined);
  await expect(request(silent, { ...options, idleMs: 20 })).rejects.toThrow(new BrokenAnswer("stalled"));
  const halfway = await serve((_request, response) => response.write("x"));
  await expect(
    request(halfway, { ...options, idleMs: 20 }).then(({ content }) => textOf(content)),
  ).rejects.toThrow(new BrokenAnswer("stalled"));
  const broken = await serve((_request, response) => {
    response.write("x", () => response.destroy());
  });
  await expect(request(broken, options).then(({ content }) => textOf(content))).rejects.toThrow(
    new BrokenAnswer("ended_early"),
  );
});

test("an abort ends the connection", async () => {
  const stopping = new AbortController();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const url = await serve((_request, response) => {
    response.on("close", resolve);
    response.write("x");
  });
  const { content } = await request(url, { ...options, signal: stopping.signal });
  const reading = textOf(content);
  stopping.abort(new Error("stopped"));
  await expect(reading).rejects.toThrow("stopped");
  await closed;
});
