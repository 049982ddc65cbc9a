import { createHash, randomBytes } from "node:crypto";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { connectionRoutes } from "@atoll/contract/mcp/oauth-routes";
import { mcpRoutes } from "@atoll/contract/mcp/routes";
import { mcpPath } from "@atoll/contract/mcp/tools";
import { connectionPrefixes, type TokenScope } from "@atoll/contract/personal-tokens/areas";
import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPerson, type TestPerson, testPassword } from "../../../../test/factories.ts";
import { type SignedIn, startTestNodes, type TestNodes } from "../../../../test/harness.ts";
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
    body: { request: requestOf(id, changes), scopes, currentPassword: testPassword },
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
    body: { request, scopes: ["tasks:write", "search:read"], currentPassword: testPassword },
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

  test("goes back with its error when the program made it wrong, and with access_denied when refused", async () => {
    const id = await clientId();
    const errorOf = async (changes: Record<string, string>) => {
      const answer = await browser.client.call(connectionRoutes.checkConsent, {
        body: requestOf(id, changes),
      });
      const location = new URL("location" in answer ? answer.location : "none:");
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
      body: { request: requestOf(id), scopes: ["tasks:write"] },
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
    expect(await errorOf({ client_id: await clientId() })).toBe("invalid_grant");
    expect(await errorOf({ resource: "https://other.example/mcp" })).toBe("invalid_target");
    expect(await errorOf({ grant_type: "password" })).toBe("unsupported_grant_type");
    expect(await errorOf({ code: "atoll_oac_nothing" })).toBe("invalid_grant");
    await sql`UPDATE oauth_codes SET expires_at = now() WHERE used_at IS NULL`.execute(nodes[0].db);
    expect(await errorOf({})).toBe("invalid_grant");
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
  test("refresh once, and a second use ends the connection", async () => {
    const { id, access, refreshToken } = await connect();
    expect((await refresh(await clientId(), refreshToken)).body.error).toBe("invalid_grant");
    expect((await refresh(id, refreshToken, { scope: "chat:write" })).body.error).toBe("invalid_scope");
    const { body } = await refresh(id, refreshToken);
    expect(body.refresh_token).not.toBe(refreshToken);
    expect((await toolsAt(1, body.access_token)).status).toBe(200);
    expect((await refresh(id, refreshToken)).body.error).toBe("invalid_grant");
    await nodes[1].felt();
    for (const token of [access, body.access_token ?? ""]) expect((await toolsAt(1, token)).status).toBe(401);
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
    for (const name of ["\u202eretide", "a\u0000b", "x".repeat(200)])
      expect((await register(undefined, name)).status).toBe(400);
    expect((await register(undefined, '<img src=x onerror="alert(1)">')).status).toBe(201);
  });

  test("is limited, makes room for new programs, and forgets those that nobody connected", async () => {
    const { db } = nodes[0];
    await sql`INSERT INTO oauth_clients (id, name, redirect_addresses)
      SELECT gen_random_uuid(), 'Flood', '{https://a.example/}' FROM generate_series(1, 500)`.execute(db);
    const full = await register();
    expect([full.status, (full.body as { error: string }).error]).toEqual([503, "temporarily_unavailable"]);
    await sql`UPDATE oauth_clients SET created_at = now() - interval '2 hours' WHERE name = 'Flood'`.execute(
      db,
    );
    expect((await register()).status).toBe(201);
    await sql`UPDATE oauth_clients SET created_at = now() - interval '2 days' WHERE name = 'Flood'`.execute(
      db,
    );
    await sweepConnections(db);
    const { rows } = await sql`SELECT FROM oauth_clients WHERE name = 'Flood'`.execute(db);
    expect(rows).toEqual([]);
    let status = 201;
    for (let attempt = 0; status === 201 && attempt < 1000; attempt += 1) status = (await register()).status;
    expect(status).toBe(429);
  });

  test("is switched off by an administrator", async () => {
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
    await admin.client.call(mcpRoutes.setMcpRules, { body: { mayRegister: true } });
  });
});
