import { identityRoutes } from "@atoll/contract/identity/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../test/client.ts";
import { createPerson } from "../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../test/harness.ts";

/** Returns the address that the server records for a sign-in with these headers. */
async function addressOf(server: TestServer, headers: Record<string, string>): Promise<string | undefined> {
  const person = await createPerson(server.db);
  const answer = await server.anyone.send("POST", "/api/auth/token?grant_type=password", {
    headers,
    body: { email: person.email, password: person.password },
  });
  expect(answer.status).toBe(200);
  const row = await server.db
    .selectFrom("sessions")
    .select("address")
    .where("user_id", "=", person.id)
    .executeTakeFirst();
  return row?.address;
}

describe("without a trusted proxy", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test("ignores forwarded addresses", async () => {
    const spoofed = {
      "x-forwarded-for": "203.0.113.9",
      "x-real-ip": "203.0.113.9",
      forwarded: "for=203.0.113.9",
    };
    expect(await addressOf(server, spoofed)).toBe("127.0.0.1");
  });

  test("treats no request as https", async () => {
    const answer = await server.anyone.send("GET", "/", { headers: { "x-forwarded-proto": "https" } });
    expect(answer.headers.get("strict-transport-security")).toBeNull();
  });
});

describe("behind a trusted proxy", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ trustedProxies: ["127.0.0.1", "10.0.0.0/8"] });
  });
  afterAll(() => server.close());

  test("its word is taken, and nothing that was there before it", async () => {
    expect(await addressOf(server, { "x-forwarded-for": "203.0.113.9" })).toBe("203.0.113.9");
    // A browser wrote the first; the proxy added the second; another trusted one the third.
    const chain = { "x-forwarded-for": "198.51.100.1, 203.0.113.9, 10.1.2.3" };
    expect(await addressOf(server, chain)).toBe("203.0.113.9");
  });

  test.each(["/", "/api/workspace", "/api/auth/user", "/api/docs", "/api/nothing"])(
    "%s sends Strict-Transport-Security for https requests",
    async (path) => {
      const secure = await server.anyone.send("GET", path, { headers: { "x-forwarded-proto": "https" } });
      expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
      const plain = await server.anyone.send("GET", path, { headers: { "x-forwarded-proto": "http" } });
      expect(plain.headers.get("strict-transport-security")).toBeNull();
    },
  );

  test("limits of signed-out requests are counted per address", async () => {
    const path = "/api/workspace";
    const remaining = async (address: string) => {
      const answer = await server.anyone.send("GET", path, { headers: { "x-forwarded-for": address } });
      return Number(answer.headers.get("x-ratelimit-remaining"));
    };
    const first = await remaining("203.0.113.20");
    expect(await remaining("203.0.113.20")).toBe(first - 1);
    expect(await remaining("203.0.113.21")).toBe(first);
    // A network of version 6 is one customer, however many addresses they pick.
    const inNetwork = await remaining("2001:db8:1:2::1");
    expect(await remaining("2001:db8:1:2:ffff::7")).toBe(inNetwork - 1);
    expect(await remaining("2001:db8:1:3::1")).toBe(first);
  });

  test("the limit of an account applies from every address, and to no other account", async () => {
    const [one, other] = [
      await server.signIn(await createPerson(server.db)),
      await server.signIn(await createPerson(server.db)),
    ];
    const { max } = identityRoutes.updateCurrentUser.rateLimit;
    const rename = async (token: string, address: string) => {
      const answer = await createClient(server.url, token).send("PATCH", "/api/auth/user", {
        headers: { "x-forwarded-for": address },
        body: { name: "Renamed" },
      });
      return answer.status;
    };
    const statuses = [];
    for (let turn = 0; turn < max; turn += 1)
      statuses.push(await rename(one.session.accessToken, `203.0.113.${turn}`));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await rename(one.session.accessToken, "203.0.113.250")).toBe(429);
    expect(await rename(other.session.accessToken, "203.0.113.250")).toBe(200);
  });
});
