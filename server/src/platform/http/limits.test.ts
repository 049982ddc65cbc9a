import { bodyLimits, type Route } from "@atoll/contract/route";
import { routes } from "@atoll/contract/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../test/harness.ts";

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
});
afterAll(() => server.close());

const declared: Route[] = Object.values(routes).flatMap((slice): Route[] => Object.values(slice));
const addressOf = ({ method, path }: Pick<Route, "method" | "path">) => `${method} ${path}`;
const missing = "00000000-0000-4000-8000-000000000000";

test("serves only the contract's routes and their reference under /api and /.well-known", () => {
  const served = servedRoutes().filter((address) => / \/(?:api|\.well-known)\//.test(address));
  const own = served.filter((address) => !/^\w+ \/api\/(docs|openapi\.json)/.test(address));
  const heads = declared.filter(({ method }) => method === "GET").map(({ path }) => `HEAD ${path}`);
  expect(own.toSorted()).toEqual([...declared.map(addressOf), ...heads].toSorted());
});

describe("every route counts requests, whatever it answers", () => {
  test.each(declared.map((route): [string, Route] => [addressOf(route), route]))(
    "%s",
    async (_name, route) => {
      const path = route.path.replace(/:\w+/g, missing);
      // Nobody: a refusal is counted too, else tokens could be guessed at without end.
      const answer = await server.anyone.send(route.method, path);
      expect(answer.headers.get("x-ratelimit-limit")).toBe(String(route.rateLimit.max));
    },
  );

  test.each([
    "/api/docs",
    "/api/docs/",
    "/api/docs/json",
    "/api/docs/yaml",
    "/api/docs/static/index.html",
    "/api/docs/static/swagger-ui.css",
    "/api/docs/static/swagger-initializer.js",
    "/api/openapi.json",
  ])("the reference at %s", async (path) => {
    const answer = await server.anyone.send("GET", path);
    expect(Number(answer.headers.get("x-ratelimit-limit"))).toBeGreaterThan(0);
  });
});

/** Mails are let in by a secret, which is checked first. */
const inbound = "/api/mail/inbound";

describe("bodies", () => {
  // A file's limit is the configuration's: the tests of files in chat ask for it.
  const withBody = declared.filter(
    ({ method, bodyKind, path }) => method !== "GET" && bodyKind !== "file" && path !== inbound,
  );
  test.each(withBody.map((route): [string, Route] => [addressOf(route), route]))(
    "%s reads no more than its limit",
    async (_name, route) => {
      const limit =
        route.body || route.bodyKind === "raw"
          ? (route.bodyLimitBytes ?? bodyLimits[route.access])
          : bodyLimits.none;
      const path = route.path.replace(/:\w+/g, missing);
      const raw = `{"padding":"${"x".repeat(limit)}"}`;
      // One request each, of the account or of the address.
      const answer = await admin.client.send(route.method, path, { raw });
      if (route.errorKind === "word") expect(answer.body).toBe("body_too_large");
      else if (route.errorKind === "scim") expect(answer.body).toMatchObject({ status: "413" });
      else if (route.errorKind === "oauth") expect(answer.body).toMatchObject({ error: "invalid_request" });
      else expect(answer.body).toMatchObject({ error: { code: "body_too_large" } });
      expect(answer.status).toBe(413);
    },
  );

  test("are refused before they are read when a mail comes without the secret of the mail server", async () => {
    const answer = await admin.client.send("POST", inbound, { raw: "x".repeat(bodyLimits.public + 1) });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: "not_authenticated" } } });
  });

  test("are refused before they are read when the sender is not signed in", async () => {
    const raw = `{"padding":"${"x".repeat(bodyLimits.none)}"}`;
    expect((await server.anyone.send("POST", "/api/nothing", { raw })).status).toBe(413);
  });
});

/** From Fastify's drawing of its own tree: `METHOD /path`. */
function servedRoutes(): string[] {
  const parts: string[] = [];
  return server.app.http
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const match = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line);
      if (!match) return [];
      const [, indent = "", part = "", methods] = match;
      const depth = indent.length / 4;
      parts.splice(depth, parts.length, part);
      return methods?.split(", ").map((method) => `${method} ${parts.join("")}`) ?? [];
    });
}
