import { createHash, randomBytes } from "node:crypto";
import type { identityRoutes } from "@atoll/contract/identity/routes";
import type { RouteOutput } from "@atoll/contract/route";
import { SignJWT } from "jose";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type AccessTokens, openAccessTokens } from "../../src/features/identity/sessions/access-tokens.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
import { createLog } from "../../src/platform/log/log.ts";
import type { Database, Tables } from "../../src/tables.ts";
import { type Answer, createClient } from "../client.ts";
import { matrixDrafts } from "../documents/draft-kind.ts";
import { testPassword, testPasswordHash } from "../factories.ts";
import { startTestServer, type TestServer } from "../harness.ts";
import {
  type Actor,
  type ActorName,
  type AdmittedName,
  actorNames,
  admitted,
  admittedNames,
  companyRoles,
} from "./actors.ts";
import { type RightsWatch, watchRights } from "./rights-watch.ts";
import { createSecrets, type Secrets } from "./secrets.ts";
import { fixturesName, watchWrites } from "./watch-writes.ts";
import { watchTables } from "./written-tables.ts";

/** People who can read the audit log, which contains the addresses of actions. */
export const auditReaders: AdmittedName[] = ["auditor", "admin", "adminAccess", "superAdmin"];

export interface World {
  server: TestServer;
  /** For furniture, on connections of its own: what the server writes on its own is watched. */
  db: Database;
  secrets: Secrets;
  rights: RightsWatch;
  actors: Readonly<Record<ActorName, Actor>>;
  /** Every line of the server's log, from `debug` on. */
  logLines: string[];
  roleIds: Readonly<Record<string, string>>;
  departmentIds: Readonly<Record<string, string>>;
  /** Sends as this actor does, through the proxy in front. */
  send(actor: Actor, method: string, path: string, body?: unknown): Promise<Answer<unknown>>;
  /** A colleague who plays no part, with a session if wanted. */
  newPerson(wanted?: { roles?: readonly string[]; email?: string; name?: string }): Promise<NewPerson>;
  /** Another person who holds what the actor holds, signed in: for what would cost the actor's account. */
  newDouble(name: ActorName): Promise<Actor>;
  /** A session for a person, without asking for the password. */
  newSession(
    person: { id: string },
    address?: string,
  ): Promise<{ sessionId: string; token: string; refreshToken: string }>;
  close(): Promise<void>;
}

export interface NewPerson {
  id: string;
  email: string;
  name: string;
}

/** One server behind a proxy, with every actor signed in once, and then brought into the actor's state. */
export async function createWorld(): Promise<World> {
  const logLines: string[] = [];
  const server = await startTestServer({
    // The tests stand where the proxy stands, and tell each actor's address as it would.
    trustedProxies: ["127.0.0.1"],
    onLogLine: (line) => logLines.push(line),
    documentKinds: [matrixDrafts.kind],
    isFullExportAllowed: true,
  });
  await watchWrites(server.db);
  await watchTables(server.db);
  const fixturesUrl = new URL(server.databaseUrl);
  fixturesUrl.searchParams.set("application_name", fixturesName);
  const { db } = openDatabase<Tables>({
    url: fixturesUrl.href,
    log: createLog("silent"),
    preparedStatements: true,
  });
  const secrets = createSecrets();
  const tokens = await openAccessTokens(db);
  const key = await newestKey(db);
  // On a busy machine the matrix takes longer than a token of the server lasts.
  const lasting = { key, validFor: 24 * hourSeconds };
  const passwordHash = await testPasswordHash;
  await createRoles(db, secrets);
  const roleIds = await idsByName(db, "roles");
  const departmentIds = await idsByName(db, "departments");
  const actors = {} as Record<ActorName, Actor>;

  async function newPerson(
    wanted: Parameters<World["newPerson"]>[0] & { departments?: readonly string[] } = {},
  ): Promise<NewPerson> {
    const id = uuidv7();
    const email = wanted.email ?? `${secrets.hide("a colleague's email", admittedNames)}@example.test`;
    const name = wanted.name ?? "Colleague of the matrix";
    await sql`WITH profile AS (INSERT INTO profiles (id, name) VALUES (${id}, ${name})),
      account AS (INSERT INTO accounts (id, email, password_hash, email_confirmed_at)
        VALUES (${id}, ${email}, ${passwordHash}, now()) RETURNING id),
      held AS (INSERT INTO user_roles (user_id, role_id)
        SELECT account.id, r.id FROM account, roles r WHERE r.name = ANY(${wanted.roles ?? ["user"]}))
      INSERT INTO user_departments (user_id, department_id)
        SELECT account.id, d.id FROM account, departments d WHERE d.name = ANY(${wanted.departments ?? []})`.execute(
      db,
    );
    return { id, email, name };
  }

  async function newSession(person: { id: string }, address = "10.9.9.9") {
    const sessionId = uuidv7();
    const refreshToken = randomBytes(32).toString("base64url");
    await sql`WITH session AS (
        INSERT INTO sessions (id, user_id, user_agent, address, expires_at)
        VALUES (${sessionId}, ${person.id}, 'matrix', ${address}, now() + interval '1 day') RETURNING id)
      INSERT INTO refresh_tokens (token_hash, session_id)
        SELECT ${createHash("sha256").update(refreshToken).digest()}, id FROM session`.execute(db);
    return { sessionId, token: await signToken({ id: person.id, sessionId }, tokens, lasting), refreshToken };
  }

  async function newDouble(name: ActorName): Promise<Actor> {
    const email = `${secrets.hide("a double's email", [name, ...admittedNames])}@example.test`;
    const person = await newPerson({ ...holdings(name), email, name: `Double of ${name}` });
    if (name === "mustChoose") await askForPassword(db, person);
    return { ...person, ...(await newSession(person)), name, password: testPassword, address: "10.9.9.9" };
  }

  function send(actor: Actor, method: string, path: string, body?: unknown) {
    const headers = { "x-forwarded-for": actor.address, "user-agent": "matrix" };
    return createClient(server.url, actor.token).send(method, path, { headers, body });
  }

  async function enter(name: ActorName): Promise<Actor> {
    const person = await newPerson({
      ...holdings(name),
      name: `The ${name}`,
      email: `${secrets.hide(`the email of ${name}`, name === "removed" ? auditReaders : [name, ...admittedNames])}@example.test`,
    });
    const address = secrets.hideAddress(`the address of ${name}`, [name, ...auditReaders]);
    const visitor: Actor = {
      ...person,
      name,
      password: testPassword,
      sessionId: uuidv7(),
      token: undefined,
      refreshToken: "none",
      address,
    };
    const answer = await send(visitor, "POST", "/api/auth/token?grant_type=password", {
      email: person.email,
      password: testPassword,
    });
    if (answer.status !== 200) throw new Error(`${name} cannot sign in: ${JSON.stringify(answer.body)}`);
    const { session } = answer.body as RouteOutput<typeof identityRoutes.createToken>;
    const [, claims = ""] = session.accessToken.split(".");
    const { sid } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { sid: string };
    const token = await signToken({ id: person.id, sessionId: sid }, tokens, lasting);
    return { ...visitor, token, refreshToken: session.refreshToken, sessionId: sid };
  }

  await Promise.all(
    actorNames.map(async (name) => {
      actors[name] = await enter(name);
    }),
  );
  actors.nobody = { ...actors.nobody, id: uuidv7(), token: undefined };
  actors.garbage = { ...actors.garbage, token: "no.token.at-all" };
  actors.forged = {
    ...actors.forged,
    token: await signToken(actors.superAdmin, tokens, { validFor: hourSeconds }),
  };
  const expired = { key, issuedAgo: 2 * hourSeconds, validFor: -hourSeconds };
  actors.expired = { ...actors.expired, token: await signToken(actors.expired, tokens, expired) };
  await bringDown(db, actors);

  const world: World = {
    server,
    db,
    secrets,
    rights: await watchRights(server.databaseUrl),
    actors,
    logLines,
    roleIds,
    departmentIds,
    send,
    newPerson,
    newDouble,
    newSession,
    async close() {
      await world.rights.close();
      await db.destroy();
      await server.close();
    },
  };
  return world;
}

/** People who can find every account, including those not in the directory. */
export const userReaders: AdmittedName[] = [
  "userManager",
  "roleAssigner",
  "admin",
  "adminAccess",
  "superAdmin",
];

/** People who can read the list of roles. */
export const roleReaders: AdmittedName[] = ["roleManager", ...userReaders];

/** People who can read the list of departments. */
export const departmentReaders: AdmittedName[] = ["departmentManager", ...roleReaders];

function holdings(name: ActorName): { roles: readonly string[]; departments: readonly string[] } {
  // Those at the door had everything an employee of the department has.
  return name in admitted
    ? admitted[name as keyof typeof admitted]
    : { roles: ["user"], departments: ["Backend"] };
}

/** Applies the losses of the people without access, as an administrator's change would be written. */
async function bringDown(db: Database, actors: Record<ActorName, Actor>): Promise<void> {
  await sql`UPDATE sessions SET ended_at = now(), end_reason = 'matrix' WHERE user_id = ${actors.ended.id}`.execute(
    db,
  );
  await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${actors.disabled.id}`.execute(db);
  await askForPassword(db, actors.mustChoose);
  await sql`UPDATE accounts SET email_confirmed_at = NULL WHERE id = ${actors.unconfirmed.id}`.execute(db);
  await sql`DELETE FROM accounts WHERE id = ${actors.removed.id}`.execute(db);
  await sql`UPDATE profiles SET former_since = now() WHERE id = ${actors.removed.id}`.execute(db);
  await sql`UPDATE user_roles SET role_id = (SELECT id FROM roles WHERE name = 'pending')
    WHERE user_id = ${actors.pending.id}`.execute(db);
}

/** As after an administrator has set their password. */
async function askForPassword(db: Database, person: { id: string }): Promise<void> {
  await sql`UPDATE accounts SET must_choose_password = true WHERE id = ${person.id}`.execute(db);
}

async function createRoles(db: Database, secrets: Secrets): Promise<void> {
  for (const [name, role] of Object.entries(companyRoles)) {
    const description = secrets.hide(`the description of the role ${name}`, roleReaders);
    await sql`WITH made AS (
        INSERT INTO roles (name, description, department_id, requires_second_factor)
        VALUES (${name}, ${description}, (SELECT id FROM departments WHERE name = ${role.department ?? null}),
          ${role.requiresSecondFactor ?? false})
        RETURNING id)
      INSERT INTO role_permissions (role_id, permission_id)
      SELECT made.id, p.id FROM made, permissions p WHERE p.name = ANY(${role.permissions})`.execute(db);
  }
}

async function idsByName(db: Database, table: "roles" | "departments"): Promise<Record<string, string>> {
  const rows = await db.selectFrom(table).select(["id", "name"]).execute();
  return Object.fromEntries(rows.map(({ id, name }) => [name, id]));
}

async function newestKey(db: Database): Promise<Uint8Array> {
  const row = await db
    .selectFrom("signing_keys")
    .select("secret")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  return row.secret;
}

const hourSeconds = 3600;

interface TokenOptions {
  /** Without the server's key, the token would be valid under another one. */
  key?: Uint8Array;
  issuedAgo?: number;
  validFor: number;
}

/** Signs an access token. `issuedAgo` and `validFor` are in seconds from now. */
async function signToken(
  { id, sessionId }: Pick<Actor, "id" | "sessionId">,
  tokens: AccessTokens,
  { key = randomBytes(32), issuedAgo = 0, validFor }: TokenOptions,
): Promise<string> {
  const [head = ""] = (await tokens.sign({ userId: id, sessionId })).split(".");
  const header = JSON.parse(Buffer.from(head, "base64url").toString()) as { alg: string; kid: string };
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader(header)
    .setSubject(id)
    .setIssuer("atoll")
    .setAudience("atoll")
    .setIssuedAt(now - issuedAgo)
    .setExpirationTime(now + validFor)
    .sign(key);
}
