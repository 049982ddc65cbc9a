import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deviceCookieOf } from "../../../../test/device-cookie.ts";
import { createPerson, type TestPerson } from "../../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1"] });
});
beforeEach(async () => {
  await sql`DELETE FROM sign_in_failures`.execute(server.db);
  person = await createPerson(server.db);
});
afterAll(() => server.close());

const home = "192.0.2.1";

describe("an account whose password is guessed from many addresses", () => {
  test("can be signed in to with a known browser, and an unknown one has to wait", async () => {
    const device = deviceCookieOf(await signIn());
    await guessFromEverywhere();
    expect((await signIn()).status).toBe(429);
    expect((await signIn({ device, password: "mistyped" })).status).toBe(401);
    expect((await signIn({ device })).status).toBe(200);
    // Being let in there has not let the guessers in.
    expect((await signIn({ address: "203.0.113.200", password: "guess" })).status).toBe(429);
  });

  test("still knows a browser after signing out, here or everywhere, and after its sessions expired", async () => {
    const first = await signIn();
    const device = deviceCookieOf(first);
    const { accessToken } = (first.body as { session: { accessToken: string } }).session;
    const out = await server.anyone.send("DELETE", "/api/auth/sessions", {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(out.status).toBe(204);
    // Signing out must not delete the cookie.
    expect(deviceCookieOf(out)).toBeUndefined();
    expect(out.headers.get("clear-site-data") ?? "").not.toMatch(/cookies|\*/);
    await beGuessedAt();
    expect((await signIn({ device })).status).toBe(200);
  });

  test("can be signed in to after a colleague has used up the attempts of the whole office", async () => {
    const device = deviceCookieOf(await signIn());
    await signIn({ email: "nobody@example.test", password: "guess" });
    await sql`UPDATE sign_in_failures SET count = 5000`.execute(server.db);
    await signIn({ email: "another@example.test", password: "guess" });
    expect((await signIn()).status).toBe(429);
    expect((await signIn({ device })).status).toBe(200);
  });
});

describe("a known browser", () => {
  test("only knows a browser by the owner's password, which limits guesses like any other", async () => {
    const device = deviceCookieOf(await signIn());
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await signIn({ device, password: "guess" })).status).toBe(401);
    }
    const held = await signIn({ device });
    expect(held.status).toBe(429);
    // The limit applies from any address, and the owner is not affected elsewhere.
    expect((await signIn({ device, address: "203.0.113.9" })).status).toBe(429);
    expect((await signIn({ address: "203.0.113.9" })).status).toBe(200);
  });

  test("does not know a browser of another account", async () => {
    const device = deviceCookieOf(await signIn());
    const colleague = await createPerson(server.db);
    await beGuessedAt(colleague.email);
    expect((await signIn({ email: colleague.email, device })).status).toBe(429);
  });

  test("keeps a browser's token across accounts, and ignores an invented one", async () => {
    const device = deviceCookieOf(await signIn());
    const colleague = await createPerson(server.db);
    expect(deviceCookieOf(await signIn({ email: colleague.email, device }))).toBe(device);
    await beGuessedAt();
    expect((await signIn({ device })).status).toBe(200);
    expect((await signIn({ device: `atoll-device=${"a".repeat(43)}` })).status).toBe(429);
    const odd = await signIn({ device: "atoll-device=short", address: "203.0.113.77" });
    expect(deviceCookieOf(odd)).not.toBe("atoll-device=short");
  });

  test("gets nothing for a wrong password", async () => {
    expect(deviceCookieOf(await signIn({ password: "guess" }))).toBeUndefined();
  });

  test("keeps the token out of reach of scripts and other hosts", async () => {
    const overHttps = await signIn({ headers: { "x-forwarded-proto": "https" } });
    expect(overHttps.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-atoll-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    // A plain cookie, which another host could set, is ignored.
    const plain = deviceCookieOf(await signIn());
    await beGuessedAt();
    const planted = await signIn({ device: plain, headers: { "x-forwarded-proto": "https" } });
    expect(planted.status).toBe(429);
  });
});

describe("a signed-in person", () => {
  test("can confirm their identity whatever is guessed elsewhere, and cannot guess endlessly", async () => {
    const { client } = await server.signIn(person);
    await beGuessedAt();
    const change = (currentPassword: string) =>
      client.send("PATCH", "/api/auth/user", {
        body: { currentPassword, password: "seven pelicans on a pier" },
      });
    for (let guess = 0; guess < 5; guess += 1) expect((await change("guess")).status).toBe(400);
    expect((await change(person.password)).status).toBe(429);
    await sql`UPDATE sign_in_failures SET held_until = clock_timestamp() WHERE count < 20`.execute(server.db);
    expect((await change(person.password)).status).toBe(200);
  });
});

/** A guess from each of sixty addresses. */
async function guessFromEverywhere(): Promise<void> {
  for (let machine = 1; machine <= 60; machine += 1) {
    await signIn({ password: "guess", address: `198.51.100.${machine}` });
  }
  await holdOn();
}

/** As if that had happened. */
async function beGuessedAt(email = person.email): Promise<void> {
  await signIn({ email, password: "guess", address: "198.51.100.1" });
  await sql`UPDATE sign_in_failures SET count = 60 WHERE last_at > clock_timestamp() - interval '1 minute'
    AND count = 1`.execute(server.db);
  await holdOn();
}

/** Makes current delays last until the end of the test, however long that takes. */
async function holdOn(): Promise<void> {
  await sql`UPDATE sign_in_failures SET held_until = clock_timestamp() + interval '1 hour' WHERE count > 20`.execute(
    server.db,
  );
}

function signIn({
  email = person.email,
  password = person.password,
  address = home,
  device,
  headers = {},
}: {
  email?: string;
  password?: string;
  address?: string;
  device?: string | undefined;
  headers?: Record<string, string>;
} = {}) {
  return server.anyone.send("POST", "/api/auth/token?grant_type=password", {
    body: { email, password },
    headers: { "x-forwarded-for": address, ...(device ? { cookie: device } : {}), ...headers },
  });
}
