import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { ApiServer, Trial } from "@atoll/contract/cards/api-schemas";
import { importRoutes } from "@atoll/contract/cards/import-routes";
import { maxTrialAnswer } from "@atoll/contract/cards/limits";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { serverForFile } from "../../../../test/for-file.ts";

const lines: string[] = [];
let looked = 0;
const server = serverForFile({
  // "localhost" as if it were outside: what is tried there is answered by this file.
  outbound: {
    privateHosts: ["localhost"],
    async resolve(hostname) {
      looked += 1;
      return [{ address: hostname === "localhost" ? "127.0.0.1" : "10.0.0.7", family: 4 }];
    },
  },
  patience: { trialMs: 4_000 },
  onLogLine: (line) => lines.push(line),
});
const handlers = new Map<string, RequestListener>();
const target = createServer((request, response) => {
  const handler = handlers.get(new URL(request.url ?? "/", "http://localhost").pathname);
  if (handler) handler(request, response);
  else response.writeHead(404).end();
});
let admin: Announcer;
let member: Announcer;
let apiDocs: CardType;
let servers: ApiServer[];
let origin: string;

const file = (version: string, more: object = {}) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Billing", version },
    servers: [
      { url: `${origin}/v2`, description: "Staging" },
      { url: "https://live.example.com/v2", description: "Production" },
      { url: "https://169.254.169.254/latest", description: "Metadata" },
      { url: "https://rebind.example.com", description: "Rebinding" },
      { url: "/relative" },
      { url: "https://me:secret@example.com/" },
    ],
    paths: {
      "/invoices/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { summary: "Read an invoice", responses: { 200: { description: "It" } } },
        put: {
          summary: "Change an invoice",
          requestBody: { content: { "application/json": { schema: { type: "object", ...more } } } },
          responses: {},
        },
      },
    },
  });
const importText = (text: string, isDryRun = false) =>
  admin.client.call(importRoutes.importFile, {
    params: { typeId: apiDocs.id },
    body: { changeId: uuidv7(), group: "billing", text, isDryRun },
  });

beforeAll(async () => {
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  origin = `http://localhost:${(target.address() as AddressInfo).port}`;
  admin = await createAnnouncer(server, "Ana", { departments: ["Backend"], roles: ["admin"] });
  member = await createAnnouncer(server, "Ben", { departments: ["Backend"] });
  const { sections } = await admin.client.call(routes.listSections, { params: { slug: "backend" } });
  apiDocs = sections.find(({ type }) => type.slug === "api-docs")!.type;
  const { notes } = await importText(file("2.0"));
  expect(notes).toHaveLength(2);
  const listed = await member.client.call(routes.listServers, { params: { typeId: apiDocs.id } });
  servers = listed.servers;
});
afterAll(() => {
  target.closeAllConnections();
  target.close();
});

const cardOf = async (method: string) => {
  const call = { params: { typeId: apiDocs.id }, query: {} };
  const { items } = await member.client.call(routes.listCards, call);
  return items.find(({ data }) => data.method === method)!.id;
};
const named = (name: string) => servers.find((one) => one.name === name)!;
const allow = (name: string, isAllowed = true, isProduction = false) => ({
  params: { serverId: named(name).id },
  body: { isAllowed, isProduction },
});
const trial = async (name: string, more: Partial<Trial> = {}, method = "GET") => ({
  params: { cardId: await cardOf(method) },
  body: { serverId: named(name).id, path: [{ name: "id", value: "7" }], ...more },
});
const why = async (call: Awaited<ReturnType<typeof trial>>) => {
  const { body } = await member.client.refused(routes.tryOperation, call);
  return [body.error.code, body.error.fields?.[0]?.message];
};

describe("a request to an operation", () => {
  test("goes only to servers of the file that are allowed and are not production", async () => {
    expect(servers.map(({ name, isAllowed, isProduction }) => [name, isAllowed, isProduction])).toEqual([
      ["Metadata", false, false],
      ["Production", false, true],
      ["Rebinding", false, false],
      ["Staging", false, false],
    ]);
    expect(await why(await trial("Staging"))).toEqual([
      "card_trial_refused",
      "Nobody has allowed requests to this server.",
    ]);
    expect(await member.refused(routes.changeServer, allow("Staging"))).toBe("forbidden");
    await admin.client.call(routes.changeServer, allow("Staging"));
    await admin.client.call(routes.changeServer, allow("Production", true, true));
    expect(await why(await trial("Production"))).toEqual([
      "card_trial_refused",
      "Production is never called from Atoll.",
    ]);
    handlers.set("/v2/invoices/a%2F..%2Fb", (request, response) => {
      response.writeHead(201, { "x-method": request.method ?? "" }).end('{"id":7}');
    });
    const call = await trial("Staging", {
      path: [{ name: "id", value: "a/../b" }],
      query: [{ name: "page", value: "1&x=2" }],
    });
    const answer = await member.client.call(routes.tryOperation, call);
    expect(answer).toMatchObject({ status: 201, body: '{"id":7}', bytes: 8, isWhole: true });
    expect(answer.headers).toContainEqual({ name: "x-method", value: "GET" });
    expect(await why(await trial("Staging", { path: [{ name: "id", value: ".." }] }))).toEqual([
      "card_trial_wrong",
      "id cannot be ..",
    ]);
    const header = { name: "Host", value: "live.example.com" };
    expect((await why(await trial("Staging", { headers: [header] })))[0]).toBe("card_trial_wrong");
  });

  test("never reaches a private address, a name that resolves to one, or a redirect to one", async () => {
    for (const name of ["Metadata", "Rebinding"]) await admin.client.call(routes.changeServer, allow(name));
    const isPrivate = ["card_trial_refused", "The address is private, or not encrypted."];
    expect(await why(await trial("Metadata"))).toEqual(isPrivate);
    // The name is looked up once, for the connection: there is no earlier check that it could differ from.
    const before = looked;
    expect(await why(await trial("Rebinding"))).toEqual(isPrivate);
    expect(looked - before).toBe(1);
    handlers.set("/v2/invoices/7", (_request, response) => {
      response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end();
    });
    expect(await why(await trial("Staging"))).toEqual([
      "card_trial_refused",
      "The server redirects, which is not followed.",
    ]);
  });

  fullTest("is bounded: a body of 5 MB is cut, and silence ends it", async () => {
    handlers.set("/v2/invoices/7", (_request, response) => {
      response.end(Buffer.alloc(5_000_000, "x"));
    });
    const answer = await member.client.call(routes.tryOperation, await trial("Staging"));
    expect(answer).toMatchObject({ bytes: maxTrialAnswer, isWhole: false });
    const large = await trial("Staging", { body: "x".repeat(5_000_000) }, "PUT");
    expect((await why(large))[0]).toMatch(/^(invalid_request|body_too_large|payload_too_large)$/);
    handlers.set("/v2/invoices/7", () => undefined);
    expect(await why(await trial("Staging"))).toEqual([
      "card_trial_failed",
      "The server gave no answer in time.",
    ]);
    // Bytes that drip in do not extend it.
    handlers.set("/v2/invoices/7", (_request, response) => {
      const dripping = setInterval(() => response.write("x"), 50);
      response.on("close", () => clearInterval(dripping));
    });
    expect((await why(await trial("Staging")))[0]).toBe("card_trial_failed");
  });

  test("leaves no secret behind: not in the database, the audit log or the server's log", async () => {
    const secret = `s3cret-${uuidv7()}`;
    let heard: string | undefined;
    handlers.set("/v2/invoices/7", (request, response) => {
      heard = request.headers.authorization;
      response.end("{}");
    });
    const headers = [{ name: "Authorization", value: `Bearer ${secret}` }];
    const body = JSON.stringify({ token: secret });
    await member.client.call(routes.tryOperation, await trial("Staging", { headers, body }, "PUT"));
    expect(heard).toBe(`Bearer ${secret}`);
    handlers.set("/v2/invoices/7", (_request, response) => void response.destroy());
    await why(await trial("Staging", { headers, query: [{ name: "key", value: secret }] }));
    const acts = await server.db.selectFrom("audit_log").selectAll().execute();
    expect(acts.some(({ action }) => action === "card-server.called")).toBe(true);
    expect(JSON.stringify(acts)).not.toContain(secret);
    expect(lines.join("\n")).not.toContain(secret);
  });
});

test("two versions of a file are compared by direction", async () => {
  const wider = { required: ["amount"], properties: { amount: { type: "integer" } } };
  const preview = await importText(file("3.0", wider), true);
  const changes = [
    {
      key: "PUT /invoices/{id}",
      title: "Change an invoice",
      kind: "changed",
      changes: [{ direction: "request", words: "body amount is required now", breaks: true }],
    },
  ];
  expect(preview.changes).toEqual(changes);
  await importText(file("3.0", wider));
  await importText(file("3.0", wider));
  const { versions } = await member.client.call(routes.listVersions, { params: { typeId: apiDocs.id } });
  expect(versions.map(({ source, version, count }) => [source, version, count])).toEqual([
    ["billing", "3.0", 2],
    ["billing", "2.0", 2],
  ]);
  const [to, from] = versions.map(({ id }) => id);
  const compare = (query: { from: string; to: string }) => ({ params: { typeId: apiDocs.id }, query });
  const forth = await member.client.call(routes.compareVersions, compare({ from: from!, to: to! }));
  expect(forth).toEqual({ changes, isWhole: true });
  const back = await member.client.call(routes.compareVersions, compare({ from: to!, to: from! }));
  expect(back.changes[0]?.changes).toEqual([
    { direction: "request", words: "body amount is no longer read", breaks: false },
  ]);
  expect(await member.refused(routes.compareVersions, compare({ from: from!, to: uuidv7() }))).toBe(
    "card_version_not_found",
  );
  // A server that was allowed stays allowed.
  const listed = await member.client.call(routes.listServers, { params: { typeId: apiDocs.id } });
  expect(listed.servers.find(({ name }) => name === "Staging")?.isAllowed).toBe(true);
});
