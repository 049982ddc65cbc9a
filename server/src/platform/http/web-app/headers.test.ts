import { readFileSync } from "node:fs";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

const server = sharedServer();
let person: SignedIn;
beforeAll(async () => {
  person = await server.signIn(await createPerson(server.db));
});

const kinds: [string, string, number][] = [
  ["the page", "/", 200],
  ["a page of the router", "/chat/somewhere", 200],
  ["a file", "/theme-boot.js", 200],
  ["a file that is gone", "/assets/gone.js", 404],
  ["the API", "/api/workspace", 200],
  ["a refusal", "/api/auth/user", 401],
  ["a refused parameter", "/api/channels/general", 401],
  ["a parameter that is too long", `/api/channels/${"a".repeat(300)}`, 404],
  ["an address of the API that is none", "/api/nothing", 404],
  ["an address that cannot be read", "/api/%E0%A4%A", 404],
  ["the reference", "/api/docs", 200],
  ["a file of the reference", "/api/docs/static/swagger-ui-bundle.js", 200],
  ["the reference as a document", "/api/openapi.json", 200],
  ["the socket's handshake", "/api/realtime/?EIO=4&transport=polling", 200],
  ["a handshake that is none", "/api/realtime/?EIO=4&transport=smoke", 400],
];

describe("headers", () => {
  test.each(kinds)("%s carries them all", async (_name, path, status) => {
    const { headers, status: got } = await server.anyone.send("GET", path);
    expect(got).toBe(status);
    const policy = new Map(
      headers
        .get("content-security-policy")
        ?.split(";")
        .map((part): [string, string] => {
          const [name = "", ...sources] = part.trim().split(" ");
          return [name, sources.join(" ")];
        }),
    );
    expect(policy.get("frame-ancestors")).toBe("'none'");
    expect(["'self'", "'none'"]).toContain(policy.get("default-src"));
    // A rendered page allows its own script and styles by their content.
    const own = /^'self'( 'sha256-[\w+/=]{44}')*$/;
    expect(policy.get("script-src") ?? "'self'").toMatch(own);
    expect([...policy.values()].join(" ")).not.toMatch(/unsafe-eval|https?:|\*/);
    expect(policy.get("style-src") ?? "'self'").toMatch(own);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": expect.stringMatching(/^(same-origin|no-referrer)$/),
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("server")).toBeNull();
    // Over plain http it would be a lie that browsers ignore.
    expect(headers.get("strict-transport-security")).toBeNull();
  });

  test("the page runs no script of its own", () => {
    const page = readFileSync(new URL("../../../../../web/index.html", import.meta.url), "utf8");
    for (const [script] of page.matchAll(/<script[\s\S]*?<\/script>/g))
      expect(script).toMatch(/^<script[^>]* src="\/[^"]+"[^>]*><\/script>$/);
    expect(page).not.toMatch(/ on[a-z]+=|<style/);
  });

  test("forbid caching of personal responses", async () => {
    const own = await person.client.send("GET", "/api/auth/user");
    expect(own.headers.get("cache-control")).toBe("no-store");
    const refused = await server.anyone.send("GET", "/api/auth/user");
    expect(refused.headers.get("cache-control")).toBe("no-store");
  });

  test("an unreadable address is answered from the error table, without repeating it", async () => {
    const answer = await server.anyone.send("GET", "/api/%E0%A4%A<b>");
    expect(answer.body).toMatchObject({ error: { code: "route_not_found" } });
    expect(JSON.stringify(answer.body)).not.toContain("E0");
  });
});

describe("tokens", () => {
  test("are accepted only in the Authorization header, not in the address, a cookie or the body", async () => {
    const token = person.session.accessToken;
    expect((await person.client.send("GET", "/api/auth/user")).status).toBe(200);
    for (const name of ["access_token", "token", "authorization", "bearer"]) {
      const inQuery = await server.anyone.send("GET", `/api/auth/user?${name}=${token}`);
      expect([name, inQuery.status]).toEqual([name, 401]);
      const inCookie = await server.anyone.send("GET", "/api/auth/user", {
        headers: { cookie: `${name}=${token}` },
      });
      expect([name, inCookie.status]).toEqual([name, 401]);
    }
    const inBody = await server.anyone.send("PATCH", "/api/auth/user", {
      body: { name: "Mallory", access_token: token },
    });
    expect(inBody.status).toBe(401);
  });

  test("a refresh token is accepted only in the body", async () => {
    const { refreshToken } = person.session;
    const answer = await server.anyone.send(
      "POST",
      `/api/auth/token?grant_type=refresh_token&refreshToken=${refreshToken}`,
      { body: {} },
    );
    expect(answer.status).toBe(400);
    // It is still good: the refused request has not used it.
    await server.anyone.call(identityRoutes.createToken, {
      query: { grant_type: "refresh_token" },
      body: { refreshToken },
    });
  });

  test("the socket accepts none from the address", async () => {
    const query = `EIO=4&transport=polling&token=${person.session.accessToken}`;
    const opened = await server.anyone.send("GET", `/api/realtime/?${query}`);
    const { sid } = JSON.parse(String(opened.body).slice(1)) as { sid: string };
    const poll = `/api/realtime/?${query}&sid=${sid}`;
    // "40" asks to be let in, without a token.
    await server.anyone.send("POST", poll, { raw: "40", headers: { "content-type": "text/plain" } });
    const answer = await server.anyone.send("GET", poll);
    // "44" refuses.
    expect(String(answer.body)).toMatch(/^44.*not_authenticated/);
  });
});
