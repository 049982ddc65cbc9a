import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import {
  allVariants,
  type PublicPath,
  placeholders,
  publicPagesFile,
  publicPaths,
  slots,
  variantOf,
} from "@atoll/contract/workspace/public-pages";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson, type TestPerson } from "../../../../test/factories.ts";
import { startTestServer, type TestServer } from "../../../../test/harness.ts";

const form = `<form action="/login" method="post"><input type="email" name="email"></form>`;
const name = `0123456789abcdef`;

let builds: string;
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  builds = await mkdtemp(join(tmpdir(), "atoll-public-pages-"));
  await mkdir(join(builds, name, "rendered"), { recursive: true });
  await writeFile(join(builds, name, "index.html"), "the app");
  await writeFile(join(builds, name, publicPagesFile), JSON.stringify(rendered()));
  await writeFile(join(builds, "current"), name);
  server = await startTestServer({ webBuilds: builds });
  person = await createPerson(server.db);
});
afterAll(async () => {
  await server.close();
  await rm(builds, { recursive: true });
});

describe("a rendered page", () => {
  test("has the names of the company, its colour and its state, escaped", async () => {
    await server.db.updateTable("company").set({ name: `Salt & <Pepper> "Co"`, colour: "#336699" }).execute();
    await expect
      .poll(async () => (await get("/")).text)
      .toContain("Salt &amp; &lt;Pepper&gt; &quot;Co&quot;");
    const { text, headers } = await get("/");
    expect(text).toContain("<title>Salt &amp; &lt;Pepper&gt;");
    expect(text).toContain("<map>");
    expect(text).toMatch(/<style>\[data-theme="tropical"\]\{--primary:#[0-9a-f]{6}/);
    const [, state = ""] = /id="atoll-page">(.*?)<\/script>/.exec(text) ?? [];
    expect(state).not.toContain("<");
    expect(JSON.parse(state)).toMatchObject({
      path: "/",
      workspace: { companyName: `Salt & <Pepper> "Co"` },
      failure: null,
    });
    expect(headers.get("cache-control")).toBe("no-cache");
  });

  test("is allowed exactly its own script and styles", async () => {
    for (const path of publicPaths) {
      const { text, headers } = await get(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).not.toMatch(/script-src[^;]*unsafe|style-src [^;]*unsafe/);
      for (const [directive, element] of [
        ["script-src", /<script>(.*?)<\/script>/g],
        ["style-src", /<style>(.*?)<\/style>/g],
      ] as const) {
        const hashes = [...text.matchAll(element)].map(([, content = ""]) => hashOf(content));
        expect(hashes.length).toBeGreaterThan(0);
        expect(policy.split(";").find((part) => part.startsWith(`${directive} `))).toBe(
          `${directive} 'self' ${hashes.join(" ")}`,
        );
      }
    }
  });

  test("is sent compressed, and not again to a browser that has it", async () => {
    const plain = (await get("/login")).text;
    for (const [accepted, decode] of [
      ["br, gzip", brotliDecompressSync],
      ["gzip, br;q=0", gunzipSync],
    ] as const) {
      const headers = { host: new URL(server.url).host, "accept-encoding": accepted };
      const answer = await server.app.http.inject({ url: "/login", headers });
      expect(decode(answer.rawPayload).toString()).toBe(plain);
      const again = await server.app.http.inject({
        url: "/login",
        headers: { ...headers, "if-none-match": answer.headers.etag },
      });
      expect([again.statusCode, again.payload]).toEqual([304, ""]);
    }
  });

  test("is not sent for an address with parameters, which the app reads, or as a file", async () => {
    expect((await get("/login?registration=disabled")).text).toBe("the app");
    expect((await get(`/${publicPagesFile}`)).status).toBe(404);
  });
});

describe("the form of the sign-in page", () => {
  test("signs in with a page that takes the session to the browser, and is never cached", async () => {
    const answer = await post({ email: person.email, password: person.password });
    expect(answer.status).toBe(200);
    const [, session = ""] = /id="atoll-session">(.*?)<\/script>/.exec(answer.text) ?? [];
    expect(JSON.parse(session)).toMatchObject({
      session: { accessToken: expect.any(String) },
      user: { email: person.email },
    });
    expect(answer.text).toContain("You are signed in");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^atoll-device=.*HttpOnly/)]);
    const script = /<script>(.*?)<\/script>/.exec(answer.text)?.[1] ?? "";
    expect(answer.headers.get("content-security-policy")).toContain(hashOf(script));
  });

  test("says why it refuses, and keeps the email but no password", async () => {
    const answer = await post({ email: `"><b>x@example.test`, password: "not the password" });
    const wrong = await post({ email: person.email, password: "not the password" });
    expect([answer.status, wrong.status]).toEqual([401, 401]);
    expect(wrong.text).toContain("Incorrect email or password.");
    expect(wrong.text).toContain(`value="${person.email}"`);
    for (const { text, headers } of [answer, wrong]) {
      expect(text).not.toContain("not the password");
      expect(text).not.toContain("<b>");
      expect(text).not.toContain("atoll-session");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("refuses forms of other sites, and senders that do not say where they are", async () => {
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      {},
    ] as Record<string, string>[]) {
      const answer = await server.app.http.inject({
        method: "POST",
        url: "/login",
        headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ email: person.email, password: person.password }).toString(),
      });
      expect([headers, answer.statusCode]).toEqual([headers, 403]);
      expect(answer.payload).toContain("This form was sent by another site.");
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("has the limits of the API for one account", async () => {
    const other = await createPerson(server.db);
    const statuses: number[] = [];
    let last = await post({ email: other.email, password: "not the password" });
    while (last.status === 401 && statuses.push(last.status) < 50)
      last = await post({ email: other.email, password: "not the password" });
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    const right = await server.anyone.send("POST", "/api/auth/token?grant_type=password", {
      body: { email: other.email, password: other.password },
    });
    expect(right.status).toBe(429);
  });
});

/** As the build leaves it, with shorter pages. */
function rendered() {
  const pageOf = (path: PublicPath, content: string) => ({
    style: `.${path === "/" ? "landing" : "login"}{color:red}`,
    variants: Object.fromEntries(
      allVariants(path, 1).map((state) => [
        variantOf(state),
        content + (state.failure ?? "") + state.workspace.companyName,
      ]),
    ),
  });
  const { title, style, state, boot, content } = slots;
  return {
    document: `<head><title>${title}</title>${style}${state}${boot}</head><div id="root">${content}</div>`,
    boot: "boot()",
    maps: { "\uE000map0\uE000": "<map>" },
    pages: {
      "/": pageOf("/", `<h1>${placeholders.departments}</h1>\uE000map0\uE000`),
      "/login": pageOf("/login", `<h1>Welcome</h1>${form}`),
    },
  };
}

function hashOf(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

async function get(path: string) {
  const answer = await fetch(server.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** As a browser posts it. */
async function post(values: Record<string, string>) {
  const answer = await fetch(`${server.url}/login`, {
    method: "POST",
    headers: { origin: server.url },
    body: new URLSearchParams(values),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
