import { request } from "node:http";
import { connect as connectTcp } from "node:net";
import { realtimePath } from "@atoll/contract/realtime";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../test/harness.ts";
import type { TestSocket } from "../../../test/socket.ts";
import { retireSigningKeys } from "../../features/identity/sessions/signing-keys.ts";
import { mostSocketsEach } from "./admission.ts";

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await startTestServer({
    publicUrl: "https://atoll.example.com",
    patience: { silentMs: 1_000, lateSocketsMs: 100 },
  });
  person = await server.signIn(await createPerson(server.db));
});
afterAll(() => server.close());

describe("the origin of a socket", () => {
  const own = () => new URL(server.url).host;
  const cases: [string, (host: string) => Record<string, string>, boolean][] = [
    ["a page of this server", (host) => ({ origin: `http://${host}` }), true],
    ["the same behind a proxy that ends TLS", (host) => ({ origin: `https://${host}` }), true],
    ["the configured address", () => ({ origin: "https://atoll.example.com" }), true],
    [
      "the address that a proxy names",
      () => ({ origin: "https://work.example", "x-forwarded-host": "work.example" }),
      true,
    ],
    [
      "what the browser calls the same origin",
      () => ({ origin: "https://work.example", "sec-fetch-site": "same-origin" }),
      true,
    ],
    ["a program", () => ({}), true],
    ["another page", () => ({ origin: "https://evil.example" }), false],
    ["a page whose name begins like ours", (host) => ({ origin: `http://${host}.evil.example` }), false],
    ["another port of this machine", () => ({ origin: "http://127.0.0.1:1" }), false],
    ["a page without an origin", () => ({ origin: "null" }), false],
    ["another page that says none", () => ({ "sec-fetch-site": "cross-site" }), false],
    ["a page of another host of the company", () => ({ "sec-fetch-site": "same-site" }), false],
  ];

  test.each(cases)("%s", async (_name, headersFor, isLetIn) => {
    const headers = headersFor(own());
    const opened = await isUpgraded(headers);
    const polled = await server.anyone.send("GET", `${realtimePath}/?EIO=4&transport=polling`, { headers });
    expect({ opened, polled: polled.status }).toEqual({ opened: isLetIn, polled: isLetIn ? 200 : 400 });
  });

  test("refuses requests of another page on an open connection", async () => {
    const path = `${realtimePath}/?EIO=4&transport=polling`;
    const { body } = await server.anyone.send("GET", path);
    const { sid } = JSON.parse(String(body).slice(1)) as { sid: string };
    const say = (origin: string) =>
      server.anyone.send("POST", `${path}&sid=${sid}`, {
        raw: "40",
        headers: { "content-type": "text/plain", origin },
      });
    expect((await say("https://evil.example")).status).toBe(400);
    expect((await say(server.url)).status).toBe(200);
  });
});

describe("a silent connection is closed", () => {
  test("after it has sent no request", async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connectTcp(Number(port), hostname);
    socket.resume();
    await new Promise((resolve) => socket.once("close", resolve));
  });

  test("after it has opened a socket without authenticating, or with an unknown token", async () => {
    const address = `${server.url.replace("http", "ws")}${realtimePath}/?EIO=4&transport=websocket`;
    for (const word of [undefined, '40{"token":"none"}']) {
      const socket = new WebSocket(address);
      if (word !== undefined) socket.addEventListener("message", () => socket.send(word), { once: true });
      await new Promise((resolve) => socket.addEventListener("close", resolve));
    }
  });
});

describe("the sockets of a person", () => {
  test("are limited: background pages are closed first, then the oldest", async () => {
    const sockets: TestSocket[] = [];
    const cut: number[] = [];
    const open = async () => {
      const number = sockets.length;
      const socket = await server.connect(person);
      void socket.cut.then(() => cut.push(number));
      sockets.push(socket);
    };
    while (sockets.length < mostSocketsEach) await open();
    await sockets[3]?.command("presence.set", { isIdle: true });
    await open();
    expect(await sockets[3]?.cut).toBe("io server disconnect");
    await open();
    expect(await sockets[0]?.cut).toBe("io server disconnect");
    // Nobody's sockets count for another.
    const other = await server.connect(await server.signIn(await createPerson(server.db)));
    await other.command("presence.set", { isIdle: false });
    expect(cut).toEqual([3, 0]);
    for (const socket of sockets) socket.close();
  });

  test("are refused more and more unknown commands, and cut when they go on", async () => {
    const socket = await server.connect(person);
    const refusals = new Set<string>();
    for (let turn = 0; turn < 21; turn += 1) refusals.add(await socket.refused(`nonsense.${turn}`));
    expect([...refusals]).toEqual(["invalid_request", "rate_limited"]);
    // Known commands are counted separately.
    await socket.command("presence.set", { isIdle: false });
    for (let turn = 0; turn < 500; turn += 1) socket.emit("nonsense");
    expect(await socket.cut).toBe("io server disconnect");
  });

  test("end when their session runs out, although nothing is written at that moment", async () => {
    const signedIn = await server.signIn(await createPerson(server.db));
    const socket = await server.connect(signedIn);
    await sql`UPDATE sessions SET expires_at = now() + interval '1 second'
      WHERE user_id = ${signedIn.user.id}`.execute(server.db);
    expect(await socket.next("session.ended")).toMatchObject({ code: "session_expired" });
    await socket.cut;
  });

  test("end with the key of their token, and come back with one of the new key", async () => {
    const old = await server.signIn(await createPerson(server.db));
    const socket = await server.connect(old);
    await retireSigningKeys(server.db);
    // As if the network had failed, and not as the end of the session.
    expect(await socket.cut).toBe("transport close");
    expect(socket.received.map(({ name }) => name)).not.toContain("session.ended");
    await expect(server.connect(old)).rejects.toMatchObject({ data: { code: "session_expired" } });
    const fresh = await server.signIn({ ...(await createPerson(server.db)) });
    const next = await server.connect(fresh);
    await next.command("presence.set", { isIdle: false });
  });
});

/** Asks for a WebSocket as a browser does, with headers that no script may set. */
function isUpgraded(headers: Record<string, string>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}${realtimePath}/?EIO=4&transport=websocket`, {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        ...headers,
      },
    });
    asked.once("upgrade", (_response, socket) => {
      socket.destroy();
      resolve(true);
    });
    asked.once("response", (response) => {
      response.resume();
      resolve(false);
    });
    asked.once("error", reject);
    asked.end();
  });
}
