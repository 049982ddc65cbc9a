import { createHash, randomBytes } from "node:crypto";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { connectionRoutes } from "@atoll/contract/mcp/oauth-routes";
import { mcpRoutes } from "@atoll/contract/mcp/routes";
import { mcpPath } from "@atoll/contract/mcp/tools";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { connectionPrefixes, type TokenScope } from "@atoll/contract/personal-tokens/areas";
import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPerson, type TestPerson, testPassword } from "../../../../test/factories.ts";
import { type SignedIn, startTestNodes, type TestNodes } from "../../../../test/harness.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { sweepConnections } from "./sweep.ts";

const redirectUri = "http://127.0.0.1:8976/callback";

let nodes: TestNodes;
let admin: SignedIn;
let ada: TestPerson;
let browser: SignedIn;
beforeAll(async () => {
  // Every node has the same address for people.
  nodes = await startTestNodes();
  admin = await nodes[0].signIn(await createPerson(nodes[0].db, { name: "Root", roles: ["super_admin"] }));
});
beforeEach(async () => {
  ada = await createPerson(nodes[0].db, { name: "Ada Quay" });
  browser = await nodes[0].signIn(ada);
});
afterAll(() => nodes.close());

const register = (redirects = [redirectUri], name = "Editor") =>
  nodes[0].anyone.send("POST", connectionRoutes.registerClient.path, {
    body: { client_name: name, redirect_uris: redirects, token_endpoint_auth_method: "none" },
  });
async function clientId(redirects?: string[]): Promise<string> {
  return ((await register(redirects)).body as { client_id: string }).client_id;
}

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");
const requestOf = (id: string, changes: Record<string, string | undefined> = {}) => ({
  ...{ response_type: "code", client_id: id, redirect_uri: redirectUri, scope: "tasks:write search:read" },
  ...{ state: "s1", code_challenge: challenge, code_challenge_method: "S256" },
  resource: `${nodes[0].url}${mcpPath}`,
  ...changes,
});

async function consent(id: string, scopes: TokenScope[] = ["tasks:write"], changes = {}): Promise<URL> {
  const { location } = await browser.client.call(connectionRoutes.connectProgram, {
    body: { id: uuidv7(), request: requestOf(id, changes), scopes, currentPassword: testPassword },
  });
  return new URL(location);
}

const codeOf = (location: URL) => location.searchParams.get("code") ?? "";

async function fetchTokens(form: Record<string, string>) {
  const answer = await nodes[0].anyone.send("POST", connectionRoutes.issueTokens.path, {
    raw: new URLSearchParams(form).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  return { status: answer.status, body: answer.body as Record<string, string> };
}
const exchange = (id: string, code: string, changes: Record<string, string> = {}) =>
  fetchTokens({
    ...{ grant_type: "authorization_code", client_id: id, code, redirect_uri: redirectUri },
    ...{ code_verifier: verifier, ...changes },
  });
const refresh = (id: string, token = "", changes: Record<string, string> = {}) =>
  fetchTokens({ grant_type: "refresh_token", client_id: id, refresh_token: token, ...changes });

/** Lists the tools at a node, with a token. */
async function toolsAt(node: 0 | 1, token = ""): Promise<{ status: number; names: string[] }> {
  const { status, body } = await nodes[node].anyone.send("POST", mcpPath, {
    body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    headers: { authorization: `Bearer ${token}` },
  });
  const { result } = body as { result?: { tools: { name: string }[] } };
  return { status, names: result?.tools.map(({ name }) => name) ?? [] };
}

const acts = async (action: string) =>
  (
    await nodes[0].db
      .selectFrom("audit_log")
      .selectAll()
      .where("action", "=", action as "program.connected")
      .execute()
  ).length;

async function connect() {
  const id = await clientId();
  const { body } = await exchange(id, codeOf(await consent(id)));
  return { id, access: body.access_token ?? "", refreshToken: body.refresh_token ?? "" };
}

test("the protocol's own client finds the server, registers, is consented to, writes and refreshes", async () => {
  const saved: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string } = {};
  let asked: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: "Editor", redirect_uris: [redirectUri] },
    clientInformation: () => saved.client,
    saveClientInformation: (client) => {
      saved.client = client;
    },
    tokens: () => saved.tokens,
    saveTokens: (tokens) => {
      saved.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      asked = url;
    },
    saveCodeVerifier: (text) => {
      saved.verifier = text;
    },
    codeVerifier: () => saved.verifier ?? "",
  };
  const open = () =>
    new StreamableHTTPClientTransport(new URL(mcpPath, nodes[0].url), { authProvider: provider });
  const connectBy = (transport: StreamableHTTPClientTransport) => {
    const client = new Client({ name: "test", version: "1.0.0" });
    return client.connect(transport as Parameters<Client["connect"]>[0]).then(() => client);
  };
  const first = open();
  await expect(connectBy(first)).rejects.toThrow("Unauthorized");
  expect(asked?.pathname).toBe("/connect");
  const request = Object.fromEntries(asked?.searchParams ?? []);
  const shown = await browser.client.call(connectionRoutes.checkConsent, { body: request });
  expect(shown).toMatchObject({
    program: { name: "Editor", redirectTo: "127.0.0.1:8976", isLocal: true },
    scopes: expect.arrayContaining(["tasks:write", "chat:read"]),
  });
  const { location } = await browser.client.call(connectionRoutes.connectProgram, {
    body: { id: uuidv7(), request, scopes: ["tasks:write", "search:read"], currentPassword: testPassword },
  });
  await first.finishAuth(codeOf(new URL(location)));
  const client = await connectBy(open());
  const made = await client.callTool({ name: "create_task", arguments: { title: "Count the pelicans" } });
  expect(made.isError).toBeUndefined();
  const found = await client.callTool({ name: "search", arguments: { query: "pelicans" } });
  expect(JSON.stringify(found.content)).toContain(`${nodes[0].url}/tasks?task=`);
  // An access token that has expired is replaced without the person.
  const before = saved.tokens?.access_token;
  await sql`UPDATE oauth_tokens SET expires_at = now() - interval '1 second' WHERE kind = 'access'`.execute(
    nodes[1].db,
  );
  if (saved.tokens) saved.tokens = { ...saved.tokens, access_token: "atoll_oat_gone" };
  expect((await (await connectBy(open())).listTools()).tools.length).toBeGreaterThan(0);
  expect(saved.tokens?.access_token).not.toBe(before);
  const { items } = await browser.client.call(taskRoutes.listTasks, { query: { text: "pelicans" } });
  expect(items).toHaveLength(1);
});

describe("a request to connect", () => {
  test("needs a known program and a registered address, else the browser is sent nowhere", async () => {
    const id = await clientId();
    const check = (changes: Record<string, string>) =>
      browser.client.refused(connectionRoutes.checkConsent, { body: requestOf(id, changes) });
    for (const redirect_uri of [
      "https://evil.example/callback",
      "http://127.0.0.1:8976/callback/../other",
      "http://127.0.0.1:8976/callback?x=1",
      "http://127.0.0.1.evil.example:8976/callback",
      "http://localhost:8976/callback",
      "https://127.0.0.1:8976/callback",
    ])
      expect((await check({ redirect_uri })).body.error.code).toBe("oauth_unknown_redirect");
    expect((await check({ client_id: "nothing" })).body.error.code).toBe("oauth_unknown_client");
    // The port of a program on the person's device may be any.
    const other = { redirect_uri: "http://127.0.0.1:1234/callback" };
    expect(
      await browser.client.call(connectionRoutes.checkConsent, { body: requestOf(id, other) }),
    ).toMatchObject({ program: { redirectTo: "127.0.0.1:1234" } });
    const code = codeOf(await consent(id, ["tasks:write"], other));
    // The code is for the address that it was sent to.
    expect((await exchange(id, code)).body.error).toBe("invalid_grant");
    expect((await exchange(id, code, other)).status).toBe(200);
  });

  test("goes back only when the person refuses, with what the program made wrong or with access_denied", async () => {
    const id = await clientId();
    const errorOf = async (changes: Record<string, string>) => {
      const body = requestOf(id, changes);
      // The page is told what is wrong, and nowhere to go.
      const shown = await browser.client.call(connectionRoutes.checkConsent, { body });
      expect(shown).toEqual({
        program: { name: "Editor", redirectTo: "127.0.0.1:8976", isLocal: true, opensApplication: false },
        scopes: [],
        error: expect.any(String),
      });
      const location = new URL(
        (await browser.client.call(connectionRoutes.refuseProgram, { body })).location,
      );
      expect(location.searchParams.get("error")).toBe(shown.error);
      expect(location.searchParams.get("state")).toBe("s1");
      expect(location.searchParams.get("iss")).toBe(nodes[0].url);
      return location.searchParams.get("error");
    };
    expect(await errorOf({ code_challenge_method: "plain" })).toBe("invalid_request");
    expect(await errorOf({ code_challenge_method: "", code_challenge: "" })).toBe("invalid_request");
    expect(await errorOf({ resource: "https://other.example/mcp" })).toBe("invalid_target");
    expect(await errorOf({ scope: "tasks:write everything" })).toBe("invalid_scope");
    expect(await errorOf({ response_type: "token" })).toBe("unsupported_response_type");
    const refused = await browser.client.call(connectionRoutes.refuseProgram, { body: requestOf(id) });
    expect(new URL(refused.location).searchParams.get("error")).toBe("access_denied");
    expect((await browser.client.call(connectionRoutes.listConnectedPrograms, {})).programs).toEqual([]);
  });

  test("gets no more than the program asked for, and only with the password", async () => {
    const id = await clientId();
    const refused = await browser.client.refused(connectionRoutes.connectProgram, {
      body: { id: uuidv7(), request: requestOf(id), scopes: ["tasks:write"] },
    });
    expect(refused.body.error.code).toBe("current_password_wrong");
    const { body } = await exchange(
      id,
      codeOf(await consent(id, ["tasks:read", "tasks:write", "chat:write"])),
    );
    expect(body.scope).toBe("tasks:write");
    expect((await toolsAt(1, body.access_token)).names).toEqual([
      ...["read", "list_my_tasks", "create_task", "change_task"],
    ]);
  });
});

describe("an authorization code", () => {
  test("needs its verifier, its program and its time", async () => {
    const id = await clientId();
    const code = codeOf(await consent(id));
    const errorOf = async (changes: Record<string, string>) => (await exchange(id, code, changes)).body.error;
    expect(await errorOf({ code_verifier: "" })).toBe("invalid_request");
    expect(await errorOf({ code_verifier: challenge })).toBe("invalid_grant");
    expect(await errorOf({ client_id: await clientId(["https://other.example/"]) })).toBe("invalid_grant");
    // A program that this server does not know registers again.
    expect(await errorOf({ client_id: uuidv7() })).toBe("invalid_client");
    expect(await errorOf({ resource: "https://other.example/mcp" })).toBe("invalid_target");
    expect(await errorOf({ grant_type: "password" })).toBe("unsupported_grant_type");
    expect(await errorOf({ code: "atoll_oac_nothing" })).toBe("invalid_grant");
    await sql`UPDATE oauth_codes SET expires_at = now() WHERE used_at IS NULL`.execute(nodes[0].db);
    expect(await errorOf({})).toBe("invalid_grant");
  });

  test("is replaced when the page repeats the request, and no second connection is made", async () => {
    const id = await clientId();
    const body = {
      ...{ id: uuidv7(), request: requestOf(id), scopes: ["tasks:read" as const] },
      currentPassword: testPassword,
    };
    const connectOnce = async () =>
      codeOf(new URL((await browser.client.call(connectionRoutes.connectProgram, { body })).location));
    const [first, second] = [await connectOnce(), await connectOnce()];
    expect((await exchange(id, first)).body.error).toBe("invalid_grant");
    // To read is a part of what the program asked for.
    expect((await exchange(id, second)).body.scope).toBe("tasks:read");
    expect((await browser.client.call(connectionRoutes.listConnectedPrograms, {})).programs).toHaveLength(1);
    const again = await browser.client.refused(connectionRoutes.connectProgram, { body });
    expect(again.body.error.code).toBe("token_id_taken");
  });

  test("used again after it has expired keeps the connection, unless it comes with its verifier", async () => {
    const id = await clientId();
    const code = codeOf(await consent(id));
    const { body } = await exchange(id, code);
    await sql`UPDATE oauth_codes SET expires_at = now()`.execute(nodes[0].db);
    expect((await exchange(id, code, { code_verifier: "x".repeat(43) })).body.error).toBe("invalid_grant");
    expect((await toolsAt(0, body.access_token)).status).toBe(200);
    expect((await exchange(id, code)).body.error).toBe("invalid_grant");
    expect((await toolsAt(0, body.access_token)).status).toBe(401);
  });

  test("ends the whole connection when it is used twice", async () => {
    const id = await clientId();
    const code = codeOf(await consent(id));
    const { body } = await exchange(id, code);
    expect((await toolsAt(1, body.access_token)).status).toBe(200);
    const before = await acts("program.reused");
    expect((await exchange(id, code)).body.error).toBe("invalid_grant");
    await nodes[1].felt();
    expect((await toolsAt(1, body.access_token)).status).toBe(401);
    expect((await refresh(id, body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await acts("program.reused")).toBe(before + 1);
  });

  test("gives tokens to one of many that send it at once, and none keep working", async () => {
    const id = await clientId();
    const code = codeOf(await consent(id));
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(id, code)));
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    await nodes[0].felt();
    expect((await toolsAt(0, given[0]?.body.access_token)).status).toBe(401);
  });
});

describe("the tokens of a connected program", () => {
  test("refresh again within a minute, and a later second use ends the connection and alarms its owner", async () => {
    const { id, access, refreshToken } = await connect();
    expect((await refresh(await clientId(["https://other.example/"]), refreshToken)).body.error).toBe(
      "invalid_grant",
    );
    expect((await refresh(id, refreshToken, { scope: "chat:write" })).body.error).toBe("invalid_scope");
    const { body } = await refresh(id, refreshToken);
    expect(body.refresh_token).not.toBe(refreshToken);
    // Two windows of a program refresh at once, or an answer was lost.
    const other = await refresh(id, refreshToken);
    for (const token of [body.access_token, other.body.access_token])
      expect((await toolsAt(1, token)).status).toBe(200);
    await sql`UPDATE oauth_tokens SET used_at = now() - interval '61 seconds' WHERE used_at IS NOT NULL`.execute(
      nodes[0].db,
    );
    expect((await refresh(id, refreshToken)).body.error).toBe("invalid_grant");
    // The answer waits until its own node refuses the tokens.
    for (const token of [access, body.access_token ?? ""]) expect((await toolsAt(0, token)).status).toBe(401);
    await everybodyNotified(nodes[0].db);
    const { items } = await browser.client.call(notificationRoutes.listNotifications, { query: {} });
    expect(items).toMatchObject([
      {
        kind: "program.reused",
        title: "Someone may have copied the access of the program “Editor”, so it was disconnected.",
      },
      {
        kind: "program.connected",
        title: "The program “Editor” (127.0.0.1:8976) was connected to your account. It can act as you.",
        excerpt: expect.stringMatching(/^Reads and writes Tasks\. /),
      },
    ]);
  });

  test("end when a replaced token comes back after its successor was used, also within the minute", async () => {
    const { id, refreshToken } = await connect();
    const { body } = await refresh(id, refreshToken);
    const next = await refresh(id, body.refresh_token);
    expect((await refresh(id, refreshToken)).body.error).toBe("invalid_grant");
    expect((await toolsAt(0, next.body.access_token)).status).toBe(401);
  });

  test("are limited in number for a program that refreshes in a loop", async () => {
    const { id, refreshToken } = await connect();
    let answer = { status: 200, body: { refresh_token: refreshToken } as Record<string, string> };
    for (let turn = 0; answer.status === 200 && turn < 100; turn += 1)
      answer = await refresh(id, answer.body.refresh_token);
    expect([answer.status, answer.body.error]).toEqual([429, "temporarily_unavailable"]);
  });

  test("work at the MCP endpoint only, never in an address, and are stored as hashes", async () => {
    const { access, refreshToken } = await connect();
    const elsewhere = await nodes[0].anyone.send("GET", "/api/tasks", {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(elsewhere.body).toMatchObject({ error: { code: "connection_token_elsewhere" } });
    expect((await toolsAt(0, refreshToken)).status).toBe(401);
    for (const token of [access, refreshToken])
      expect((await nodes[0].anyone.send("GET", `/api/tasks?token=${token}`)).body).toMatchObject({
        error: { code: "token_in_address" },
      });
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM oauth_tokens t
      UNION ALL SELECT c::text FROM oauth_codes c`.execute(nodes[0].db);
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toContain(access.slice(connectionPrefixes.access.length));
    // It is neither a token nor a device of the person.
    expect((await browser.client.call(personalTokenRoutes.listTokens, {})).tokens).toEqual([]);
  });

  test("end when the person disconnects, the program revokes one, or the account is disabled", async () => {
    const [one, two, three] = [await connect(), await connect(), await connect()];
    expect((await toolsAt(1, one.access)).status).toBe(200);
    const listed = (await browser.client.call(connectionRoutes.listConnectedPrograms, {})).programs;
    expect(listed).toHaveLength(3);
    expect(listed[0]).toMatchObject({
      name: "Editor",
      redirectTo: "127.0.0.1:8976",
      scopes: ["tasks:write"],
    });
    await expect
      .poll(
        async () =>
          (await browser.client.call(connectionRoutes.listConnectedPrograms, {})).programs[2]?.lastUse
            ?.address,
      )
      .toBe("127.0.0.1");
    await browser.client.call(connectionRoutes.disconnectProgram, {
      params: { programId: listed[2]?.id ?? "" },
    });
    await nodes[1].felt();
    expect((await toolsAt(1, one.access)).status).toBe(401);
    await nodes[0].anyone.send("POST", connectionRoutes.revokeProgramToken.path, {
      raw: new URLSearchParams({ token: two.refreshToken }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect((await toolsAt(0, two.access)).status).toBe(401);
    expect((await refresh(two.id, two.refreshToken)).body.error).toBe("invalid_grant");
    expect((await browser.client.call(connectionRoutes.listConnectedPrograms, {})).programs).toHaveLength(1);
    await admin.client.call(administrationRoutes.disableUser, { params: { userId: ada.id } });
    await nodes[1].felt();
    expect((await toolsAt(1, three.access)).status).toBeGreaterThanOrEqual(401);
    expect((await refresh(three.id, three.refreshToken)).body.error).toBe("invalid_grant");
  });
});

describe("registration", () => {
  test("takes addresses of the web, of the device and of applications, and names without tricks", async () => {
    const good = ["https://a.example/cb", "http://127.0.0.1/cb", "http://localhost:1/cb", "editor://cb"];
    expect((await register(good)).status).toBe(201);
    for (const bad of [
      ...["javascript:alert(1)", "data:text/html,x", "http://a.example/cb", "https://a.example/#x"],
      ...["https://user:word@a.example/", "file:///etc/passwd", "not an address", "https://a.example/ x"],
    ])
      expect((await register([bad])).body).toMatchObject({ error: "invalid_redirect_uri" });
    for (const scheme of ["search-ms", "ms-msdt", "ssh", "steam"])
      expect((await register([`${scheme}:anything`])).body).toMatchObject({ error: "invalid_redirect_uri" });
    for (const name of ["\u202eretide", "a\u0000b"])
      expect((await register(undefined, name)).status).toBe(400);
    expect((await register(undefined, "x".repeat(200))).body).toMatchObject({ client_name: "x".repeat(80) });
    const long = Array.from({ length: 10 }, (_, at) => `https://a.example/${at}${"x".repeat(400)}`);
    expect((await register(long)).body).toMatchObject({ error: "invalid_client_metadata" });
    expect((await register(undefined, '<img src=x onerror="alert(1)">')).status).toBe(201);
  });

  test("stores nothing, so strangers fill nothing up and no program is ever forgotten", async () => {
    const { db } = nodes[0];
    const [id, again] = [await clientId(["https://a.example/"]), await clientId(["https://a.example/"])];
    expect(again).toBe(id);
    const { rows } =
      await sql`SELECT FROM oauth_clients WHERE redirect_addresses = '{https://a.example/}'`.execute(db);
    expect(rows).toEqual([]);
    await sweepConnections(db);
    const request = requestOf(id, { redirect_uri: "https://a.example/" });
    expect(await browser.client.call(connectionRoutes.checkConsent, { body: request })).toMatchObject({
      error: null,
    });
    // Only what a program can register is a client ID.
    const forged = `atoll_client_${Buffer.from('["Editor",["javascript:alert(1)"]]').toString("base64url")}`;
    for (const client_id of [forged, `${id}=`, id.slice(0, -4)])
      expect(
        (await browser.client.refused(connectionRoutes.checkConsent, { body: { ...request, client_id } }))
          .body.error.code,
      ).toBe("oauth_unknown_client");
  });

  test("is switched off by an administrator, and so are programs that a person has not connected", async () => {
    const known = await clientId();
    await admin.client.call(mcpRoutes.setMcpRules, { body: { mayRegister: false } });
    expect(
      (
        await nodes[1].anyone.send("POST", connectionRoutes.registerClient.path, {
          body: { redirect_uris: [redirectUri] },
        })
      ).body,
    ).toMatchObject({ error: "access_denied" });
    const metadata = await nodes[0].anyone.call(connectionRoutes.getServerMetadata, {});
    expect(metadata).not.toHaveProperty("registration_endpoint");
    // The browser's person has not connected it before, and Ben has.
    const ben = await nodes[0].signIn(await createPerson(nodes[0].db, { name: "Ben" }));
    const body = { id: uuidv7(), request: requestOf(known), scopes: ["tasks:read" as const] };
    expect((await browser.client.refused(connectionRoutes.connectProgram, { body })).body.error.code).toBe(
      "oauth_registration_off",
    );
    await admin.client.call(mcpRoutes.setMcpRules, { body: { mayRegister: true } });
    await ben.client.call(connectionRoutes.connectProgram, {
      body: { ...body, currentPassword: testPassword },
    });
    await admin.client.call(mcpRoutes.setMcpRules, { body: { mayRegister: false } });
    expect(await ben.client.call(connectionRoutes.checkConsent, { body: requestOf(known) })).toMatchObject({
      error: null,
    });
    await admin.client.call(mcpRoutes.setMcpRules, { body: { mayRegister: true } });
  });
});

describe("an administrator", () => {
  test("lists everyone's connections, ends one, and blocks a program for everyone", async () => {
    const id = (await register(["https://false.example/"], "False Claude")).body as { client_id: string };
    const changes = { redirect_uri: "https://false.example/" };
    const connectFalse = async () => {
      const code = codeOf(await consent(id.client_id, ["tasks:read"], changes));
      return (await exchange(id.client_id, code, changes)).body.access_token;
    };
    const [first, second] = [await connectFalse(), await connectFalse()];
    const list = () =>
      admin.client.call(connectionRoutes.listAllConnections, { query: { search: "false claude" } });
    const { items } = await list();
    expect(items).toMatchObject([
      { name: "False Claude", redirectTo: "false.example", owner: { name: "Ada Quay" } },
      { name: "False Claude" },
    ]);
    await admin.client.call(connectionRoutes.endAnyConnection, {
      params: { programId: items[1]?.id ?? "" },
    });
    expect((await toolsAt(0, first)).status).toBe(401);
    expect((await toolsAt(0, second)).status).toBe(200);
    const params = { clientId: items[0]?.clientId ?? "" };
    await admin.client.call(connectionRoutes.blockProgram, { params });
    expect((await toolsAt(0, second)).status).toBe(401);
    expect((await list()).items).toEqual([]);
    const request = requestOf(id.client_id, changes);
    const refused = await browser.client.refused(connectionRoutes.checkConsent, { body: request });
    expect(refused.body.error.code).toBe("program_blocked");
    expect((await admin.client.call(connectionRoutes.listBlockedPrograms, {})).programs).toMatchObject([
      { ...params, redirectTo: ["false.example"] },
    ]);
    await admin.client.call(connectionRoutes.allowProgram, { params });
    expect(await browser.client.call(connectionRoutes.checkConsent, { body: request })).toMatchObject({
      error: null,
    });
    expect([await acts("program.blocked"), await acts("program.allowed")]).toEqual([1, 1]);
    for (const route of [connectionRoutes.listAllConnections, connectionRoutes.listBlockedPrograms] as const)
      expect((await browser.client.send("GET", route.path)).status).toBe(403);
  });
});

test("a sign-out of the whole person at the provider ends what that session connected", async () => {
  await sql`UPDATE sessions SET sign_on_issuer = 'https://id.example', sign_on_subject = 'ada', sign_on_sid = 's1'
    WHERE user_id = ${ada.id}`.execute(nodes[0].db);
  await connect();
  const { rows } = await sql`SELECT s.sign_on_issuer, s.sign_on_subject, s.sign_on_sid FROM sessions s
    JOIN program_connections c ON c.id = s.id WHERE s.user_id = ${ada.id}`.execute(nodes[0].db);
  // Without the provider's session: that a browser signs out does not end it.
  expect(rows).toEqual([{ sign_on_issuer: "https://id.example", sign_on_subject: "ada", sign_on_sid: null }]);
});
