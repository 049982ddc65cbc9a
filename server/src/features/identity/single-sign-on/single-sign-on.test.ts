import { identityRoutes } from "@atoll/contract/identity/routes";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { createClient } from "../../../../test/client.ts";
import { createPerson } from "../../../../test/factories.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../../test/harness.ts";
import {
  type OpenIdProvider,
  type ProviderPerson,
  startOpenIdProvider,
} from "../../../../test/openid-provider.ts";
import { openSignOnBrowser, type SignOnBrowser, type Visit } from "../../../../test/sign-on-browser.ts";

const publicUrl = "https://atoll.example.test";
const done = `${publicUrl}/login?single-sign-on=done`;
const failed = `${publicUrl}/login?single-sign-on=failed`;
const unknown = `${publicUrl}/login?single-sign-on=unknown`;
const pending = `${publicUrl}/login?single-sign-on=pending`;

let provider: OpenIdProvider;
/** Only admits existing accounts, and maps no roles. */
let server: TestServer;
const others: TestServer[] = [];
const logLines: string[] = [];
afterEach(() => {
  delete provider.tampering.idToken;
  delete provider.tampering.account;
});
beforeAll(async () => {
  provider = await startOpenIdProvider({ publicUrl });
  server = await startTestServer({ singleSignOn: configOf(), onLogLine: (line) => logLines.push(line) });
});
afterAll(async () => {
  for (const one of [server, ...others]) await one.close();
  await provider.close();
});

type Config = NonNullable<TestServerOptions["singleSignOn"]>;

function configOf(changes: Partial<Config> = {}): Config {
  const { issuer, clientId, clientSecret } = provider;
  const name = "Pelican Works";
  return {
    publicUrl,
    issuer,
    clientId,
    clientSecret,
    name,
    roles: undefined,
    createsPending: false,
    ...changes,
  };
}

async function startOther(changes: Partial<Config>): Promise<TestServer> {
  const other = await startTestServer({ singleSignOn: configOf(changes) });
  others.push(other);
  return other;
}

const openBrowser = (at: TestServer = server): SignOnBrowser => openSignOnBrowser({ url: at.url, publicUrl });

let count = 0;

/** Adds a person to the provider. */
function addPerson(wanted: Partial<ProviderPerson> = {}): ProviderPerson {
  count += 1;
  const email = `mariner-${count}@example.test`;
  const person = {
    subject: `subject-${count}`,
    email,
    emailVerified: true,
    name: `Mariner ${count}`,
    ...wanted,
  };
  provider.people.push(person);
  return person;
}

describe("signing in through the company", () => {
  test("links the account with the verified email, and gives a session as a password would", async () => {
    const person = addPerson();
    const account = await createPerson(server.db, { email: person.email, departments: ["Backend"] });
    const browser = openBrowser();
    expect(await browser.signOn(person.email, "/backend/tasks?sort=due&tag=a%26b")).toBe(
      `${done}&origin=%2Fbackend%2Ftasks%3Fsort%3Ddue%26tag%3Da%2526b`,
    );
    const { status, body } = await browser.redeem();
    expect(status).toBe(200);
    const { user, session } = body as Awaited<ReturnType<TestServer["signIn"]>>;
    expect(user).toMatchObject({ id: account.id, departments: [{ name: "Backend" }] });
    const client = createClient(server.url, session.accessToken);
    expect((await client.call(identityRoutes.getCurrentUser, {})).user.id).toBe(account.id);
    expect(await actsOf(server, account.id)).toEqual([
      { action: "user.updated", actor_id: null, before: null, after: { singleSignOn: provider.issuer } },
      { action: "session.started", actor_id: account.id, before: null, after: { way: "single-sign-on" } },
    ]);
  });

  test("identifies the person by the provider's subject, whatever their email is", async () => {
    const person = addPerson();
    const account = await createPerson(server.db, { email: person.email });
    await openBrowser().signOn(person.email);
    person.email = `married-${person.email}`;
    person.emailVerified = false;
    const browser = openBrowser();
    expect(await browser.signOn(person.email)).toBe(done);
    expect(userOf(await browser.redeem())).toMatchObject({ id: account.id });
  });

  test("its two cookies are out of reach of scripts and other hosts, and short-lived", async () => {
    const person = addPerson();
    await createPerson(server.db, { email: person.email });
    const browser = openBrowser();
    const out = await browser.visit(identityRoutes.startSingleSignOn.path);
    expect(out.status).toBe(302);
    expect(out.setCookies).toEqual([
      expect.stringMatching(
        /^__Host-atoll-sign-on-attempt=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const back = await browser.visit(await browser.askProvider(out.location, person.email));
    expect(back.status).toBe(302);
    expect(back.setCookies).toEqual([
      expect.stringMatching(/^__Host-atoll-sign-on-attempt=; .*Expires=Thu, 01 Jan 1970/),
      expect.stringMatching(
        /^__Host-atoll-sign-on-hand-over=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect(back.location).toBe(done);
    const taken = await browser.redeem();
    expect(taken.setCookies).toEqual([
      expect.stringMatching(/^__Host-atoll-sign-on-hand-over=; /),
      // This cookie grants no access: see known-device.ts.
      expect.stringMatching(/^atoll-device=[\w-]{43}; /),
    ]);
    expect(browser.cookies.filter(({ name }) => name.startsWith("__Host-atoll"))).toEqual([]);
  });

  test("asks for a code with PKCE, a state and a nonce", async () => {
    const url = new URL(await openBrowser().start());
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "atoll",
      redirect_uri: `${publicUrl}/api/auth/single-sign-on/callback`,
      scope: "openid profile email",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test("asks for no second factor, which is the provider's responsibility", async () => {
    const person = addPerson();
    await server.db
      .insertInto("roles")
      .values({ name: "treasurer", department_id: null, requires_second_factor: true })
      .execute();
    const account = await createPerson(server.db, { email: person.email, roles: ["user", "treasurer"] });
    const browser = openBrowser();
    await browser.signOn(person.email);
    expect(userOf(await browser.redeem())).toMatchObject({ mustSetUpSecondFactor: false });
    const { user } = await server.signIn(account);
    expect(user.mustSetUpSecondFactor).toBe(true);
  });

  test.each(["//evil.test", "https://evil.test", "/\\evil.test", "javascript:alert(1)", "/a b", ""])(
    "does not remember %j as the address to go back to",
    async (origin) => {
      const answer = await server.anyone.refused(identityRoutes.startSingleSignOn, { query: { origin } });
      expect(answer.body.error.code).toBe("invalid_request");
    },
  );

  test("is off unless it is configured, as the sign-in page is told", async () => {
    const plain = await startTestServer();
    others.push(plain);
    expect((await plain.anyone.call(workspaceRoutes.getWorkspace, {})).singleSignOn).toBeNull();
    expect((await server.anyone.call(workspaceRoutes.getWorkspace, {})).singleSignOn).toEqual({
      name: "Pelican Works",
    });
    const answers = [
      await plain.anyone.refused(identityRoutes.startSingleSignOn, { query: {} }),
      await plain.anyone.refused(identityRoutes.finishSingleSignOn, { query: {} }),
      await plain.anyone.refused(identityRoutes.createToken, {
        query: { grant_type: "single_sign_on" },
        body: {},
      }),
    ];
    expect(answers.map(({ body }) => body.error.code)).toEqual(Array(3).fill("single_sign_on_off"));
  });
});

describe("a mismatch is refused", () => {
  test("a callback with another state, or without an attempt", async () => {
    const person = addPerson();
    await createPerson(server.db, { email: person.email });
    const browser = openBrowser();
    const back = new URL(await browser.askProvider(await browser.start(), person.email));
    const other = new URL(back);
    other.searchParams.set("state", "x".repeat(43));
    expect((await openBrowser().visit(back.href)).location).toBe(failed);
    expect((await browser.visit(other.href)).location).toBe(failed);
    // That try is over: the right address comes too late.
    expect((await browser.visit(back.href)).location).toBe(failed);
    expect(await nobodyCameIn(person)).toBe(true);
  });

  test("a response for another attempt, with its nonce", async () => {
    const person = addPerson();
    await createPerson(server.db, { email: person.email });
    const browser = openBrowser();
    const out = new URL(await browser.start());
    out.searchParams.set("nonce", "one from another time");
    const back = await browser.askProvider(out.href, person.email);
    logLines.length = 0;
    expect((await browser.visit(back)).location).toBe(failed);
    expect(logLines.join("")).toMatch(/nonce/);
    expect(await nobodyCameIn(person)).toBe(true);
  });

  test("a code that was given to another person's browser", async () => {
    const person = addPerson();
    await createPerson(server.db, { email: person.email });
    const victim = openBrowser();
    const attacker = openBrowser();
    const stolen = new URL(await victim.askProvider(await victim.start(), person.email));
    const own = new URL(await attacker.start());
    stolen.searchParams.set("state", own.searchParams.get("state") ?? "");
    expect((await attacker.visit(stolen.href)).location).toBe(failed);
    expect(await nobodyCameIn(person)).toBe(true);
  });

  test("a response by another issuer", async () => {
    const person = addPerson();
    await createPerson(server.db, { email: person.email });
    const browser = openBrowser();
    const back = new URL(await browser.askProvider(await browser.start(), person.email));
    expect(back.searchParams.get("iss")).toBe(provider.issuer);
    back.searchParams.set("iss", "https://login.evil.test");
    expect((await browser.visit(back.href)).location).toBe(failed);
    expect(await nobodyCameIn(person)).toBe(true);
  });

  test("an ID token that the provider has not signed", async () => {
    const person = addPerson();
    await createPerson(server.db, { email: person.email });
    provider.tampering.idToken = { claims: {}, isForged: true };
    logLines.length = 0;
    expect(await openBrowser().signOn(person.email)).toBe(failed);
    expect(logLines.join("")).toMatch(/signature/);
    expect(await nobodyCameIn(person)).toBe(true);
    provider.tampering.idToken.isForged = false;
    expect(await openBrowser().signOn(person.email)).toBe(done);
  });

  test.each(["the ID token", "the account's data"])(
    "an email from %s with the other source's claim that it is verified",
    async (source) => {
      const person = addPerson({ email: `intruder-${count}@example.test` });
      const victim = await createPerson(server.db);
      const [email, verified] = [{ email: victim.email }, { email_verified: true }];
      const unverified = { email_verified: undefined };
      Object.assign(
        provider.tampering,
        source === "the ID token"
          ? { idToken: { claims: email, isForged: false }, account: verified }
          : { idToken: { claims: verified, isForged: false }, account: { ...email, ...unverified } },
      );
      expect(await openBrowser().signOn(person.email)).toBe(unknown);
      expect(await nobodyCameIn({ email: victim.email })).toBe(true);
    },
  );

  test("a provider whose issuer differs from the configuration", async () => {
    const other = await startOther({ issuer: provider.issuer.replace("localhost", "127.0.0.1") });
    expect((await openBrowser(other).visit(identityRoutes.startSingleSignOn.path)).location).toBe(failed);
  });

  test("the provider's refusal, and the same way back twice", async () => {
    const person = addPerson();
    await createPerson(server.db, { email: person.email });
    expect(await openBrowser().signOn("nobody@example.test", "/chat")).toBe(`${failed}&origin=%2Fchat`);
    const browser = openBrowser();
    const back = await browser.askProvider(await browser.start(), person.email);
    const attempt = browser.cookies.find(({ name }) => name.endsWith("attempt"));
    expect((await browser.visit(back)).location).toBe(done);
    // As if the cookie had been copied.
    if (attempt) browser.cookies.push(attempt);
    expect((await browser.visit(back)).location).toBe(failed);
  });

  test("a forged cookie", async () => {
    const browser = openBrowser();
    await browser.start();
    const attempt = browser.cookies.find(({ name }) => name.endsWith("attempt"))!;
    attempt.value = `${attempt.value.slice(0, -8)}AAAAAAAA`;
    const path = identityRoutes.finishSingleSignOn.path;
    expect((await browser.visit(`${path}?code=x&state=x`)).location).toBe(failed);
  });

  test("a hand-over twice, too late, or without a code", async () => {
    const person = addPerson();
    await createPerson(server.db, { email: person.email });
    const browser = openBrowser();
    await browser.signOn(person.email);
    const handOver = browser.cookies.find(({ name }) => name.endsWith("hand-over"))!;
    const copies = [openBrowser(), openBrowser()];
    for (const copy of copies) copy.cookies.push({ ...handOver });
    const answers = await Promise.all(copies.map((copy) => copy.redeem()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(codeOf(await browser.redeem())).toBe("single_sign_on_failed");
    expect(codeOf(await openBrowser().redeem())).toBe("single_sign_on_failed");

    await browser.signOn(person.email);
    await server.db.updateTable("single_sign_on_codes").set({ expires_at: new Date() }).execute();
    expect(codeOf(await browser.redeem())).toBe("single_sign_on_failed");
  });
});

describe("accounts", () => {
  test("are not created for an unknown person who signs in", async () => {
    const person = addPerson();
    expect(await openBrowser().signOn(person.email)).toBe(unknown);
    expect(await accountOf(server, person)).toBeUndefined();
    const [act] = (
      await sql`SELECT action, subject_name, after FROM audit_log ORDER BY number DESC LIMIT 1`.execute(
        server.db,
      )
    ).rows;
    expect(act).toEqual({
      action: "session.refused",
      subject_name: person.email,
      after: { reason: "single_sign_on_unknown" },
    });
  });

  test("an unverified email does not open an existing account", async () => {
    const person = addPerson({ emailVerified: false });
    await createPerson(server.db, { email: person.email });
    expect(await openBrowser().signOn(person.email)).toBe(unknown);
    expect(await nobodyCameIn(person)).toBe(true);
  });

  test("a new person with the address of a former one does not get their account", async () => {
    const person = addPerson();
    await createPerson(server.db, { email: person.email });
    await openBrowser().signOn(person.email);
    const { email } = person;
    person.email = `left-${email}`;
    addPerson({ email });
    expect(await openBrowser().signOn(email)).toBe(unknown);
  });

  test("a pending and a disabled account get the same errors as with a password", async () => {
    const waiting = addPerson();
    await createPerson(server.db, { email: waiting.email, roles: ["pending"] });
    const first = openBrowser();
    expect(await first.signOn(waiting.email)).toBe(pending);
    expect(codeOf(await first.redeem())).toBe("single_sign_on_failed");

    const disabled = addPerson();
    const { id } = await createPerson(server.db, { email: disabled.email });
    await server.db.updateTable("accounts").set({ disabled_at: new Date() }).where("id", "=", id).execute();
    const browser = openBrowser();
    expect(await browser.signOn(disabled.email)).toBe(done);
    const answer = await browser.redeem();
    expect(answer.setCookies).toEqual([expect.stringMatching(/^__Host-atoll-sign-on-hand-over=; /)]);
    expect(answer).toMatchObject({
      status: 403,
      body: {
        error: { message: "Your account is disabled. Please contact a super administrator." },
      },
    });
    expect(await nobodyCameIn(disabled)).toBe(true);
  });

  fullTest(
    "a pending account is created if the configuration says so, once for concurrent attempts",
    async () => {
      const making = await startOther({ createsPending: true });
      const person = addPerson({ name: "Noor Vance" });
      const both = [openBrowser(making), openBrowser(making)];
      expect(await Promise.all(both.map((browser) => browser.signOn(person.email)))).toEqual([
        pending,
        pending,
      ]);
      const account = await accountOf(making, person);
      expect(account).toMatchObject({ name: "Noor Vance", password_hash: null, disabled_at: null });
      expect(await rolesOf(making, person)).toEqual(["pending"]);
      expect(await actsOf(making, account!.id)).toEqual([
        {
          action: "user.created",
          actor_id: null,
          before: null,
          after: {
            email: person.email,
            name: "Noor Vance",
            roles: ["pending"],
            singleSignOn: provider.issuer,
          },
        },
        ...Array(2).fill({
          action: "session.refused",
          actor_id: null,
          before: null,
          after: { reason: "account_pending" },
        }),
      ]);
      const twin = addPerson({ name: "Noor Vаnсe" });
      expect(await openBrowser(making).signOn(twin.email)).toBe(pending);
      expect(await accountOf(making, twin)).toMatchObject({ name: twin.email });
      const unverified = addPerson({ emailVerified: false });
      expect(await openBrowser(making).signOn(unverified.email)).toBe(unknown);
      expect(await accountOf(making, unverified)).toBeUndefined();
    },
  );

  fullTest("a failed creation leads back to the sign-in page, which says so", async () => {
    const making = await startOther({ createsPending: true });
    const [known, person] = [await createPerson(making.db), addPerson()];
    await sql`ALTER TABLE profiles ADD CONSTRAINT nobody_new CHECK (name <> ${sql.lit(person.name)})`.execute(
      making.db,
    );
    expect(await openBrowser(making).signOn(person.email)).toBe(
      `${publicUrl}/login?single-sign-on=unregistered`,
    );
    expect(await accountOf(making, person)).toBeUndefined();
    // A failure for a person with an account is not a registration failure.
    addPerson({ email: known.email });
    await sql`ALTER TABLE single_sign_on_identities ADD CONSTRAINT nobody CHECK (issuer = '') NOT VALID`.execute(
      making.db,
    );
    expect(await openBrowser(making).signOn(known.email)).toBe(failed);
  });
});

describe("roles by the provider's claim", () => {
  let mapping: TestServer;
  beforeAll(async () => {
    mapping = await startOther({
      createsPending: true,
      roles: {
        claim: "groups",
        map: [
          { value: "engineers", role: "user" },
          { value: "it-admins", role: "admin" },
          { value: "owners", role: "super_admin" },
          { value: "pirates", role: "no_such_role" },
        ],
      },
    });
    await mapping.db.insertInto("roles").values({ name: "librarian", department_id: null }).execute();
  });

  test("are given and removed at each sign-in, with audit entries, and others stay", async () => {
    const person = addPerson({ groups: ["engineers", "it-admins", "chess"] });
    const account = await createPerson(mapping.db, { email: person.email, roles: ["librarian"] });
    const browser = openBrowser(mapping);
    expect(await browser.signOn(person.email)).toBe(done);
    expect(userOf(await browser.redeem())).toMatchObject({ role: "ADMIN" });
    expect(await rolesOf(mapping, person)).toEqual(["admin", "librarian", "user"]);
    person.groups = ["engineers"];
    expect(await browser.signOn(person.email)).toBe(done);
    expect(await rolesOf(mapping, person)).toEqual(["librarian", "user"]);
    const changes = (await actsOf(mapping, account.id)).filter(({ before }) => before);
    expect(changes).toEqual([
      {
        action: "user.updated",
        actor_id: null,
        before: { roles: ["librarian"] },
        after: { roles: ["admin", "librarian", "user"], singleSignOn: provider.issuer },
      },
      {
        action: "user.updated",
        actor_id: null,
        before: { roles: ["admin", "librarian", "user"] },
        after: { roles: ["librarian", "user"], singleSignOn: provider.issuer },
      },
    ]);
    // Nothing changes, nothing is written.
    await browser.signOn(person.email);
    expect((await actsOf(mapping, account.id)).filter(({ before }) => before)).toHaveLength(2);
    expect(await accountOf(mapping, person)).toMatchObject({ version: 3 });
  });

  test("let a new person in at once, and leave one without any of them pending", async () => {
    const engineer = addPerson({ groups: ["engineers"] });
    expect(await openBrowser(mapping).signOn(engineer.email)).toBe(done);
    expect(await rolesOf(mapping, engineer)).toEqual(["user"]);
    const pirate = addPerson({ groups: ["pirates"] });
    expect(await openBrowser(mapping).signOn(pirate.email)).toBe(pending);
    expect(await rolesOf(mapping, pirate)).toEqual(["pending"]);
    const visitor = addPerson();
    expect(await openBrowser(mapping).signOn(visitor.email)).toBe(pending);
  });

  test("reach an open session at once when they are removed", async () => {
    const person = addPerson({ groups: ["it-admins"] });
    const account = await createPerson(mapping.db, { email: person.email, roles: ["user", "admin"] });
    const signedIn = await mapping.signIn(account);
    const socket = await mapping.connect(signedIn);
    person.groups = ["engineers"];
    await openBrowser(mapping).signOn(person.email);
    await socket.next("viewer.changed");
    expect((await signedIn.client.call(identityRoutes.getCurrentUser, {})).user.role).toBe("USER");
  });

  test("never take the last super administrator's", async () => {
    const owner = addPerson({ groups: ["owners"] });
    const deputy = addPerson({ groups: ["owners"] });
    for (const person of [owner, deputy]) await openBrowser(mapping).signOn(person.email);
    expect(await rolesOf(mapping, owner)).toEqual(["super_admin"]);
    owner.groups = [];
    deputy.groups = [];
    await Promise.all([owner, deputy].map((person) => openBrowser(mapping).signOn(person.email)));
    const left = await Promise.all([owner, deputy].map((person) => rolesOf(mapping, person)));
    expect(left.flat()).toEqual(["super_admin"]);
  });
});

describe("a provider that is down", () => {
  test("redirects to the sign-in page, is logged, and is tried again the next time", async () => {
    const away = await startOpenIdProvider({ publicUrl });
    await away.close();
    const lines: string[] = [];
    const singleSignOn = configOf({ issuer: away.issuer });
    const other = await startTestServer({ singleSignOn, onLogLine: (line) => lines.push(line) });
    others.push(other);
    const browser = openBrowser(other);
    expect(await browser.start("/chat")).toBe(`${failed}&origin=%2Fchat`);
    expect(lines.join("")).toContain("single sign-on: the provider cannot be reached");
    expect(lines.join("")).toContain(away.issuer);

    const person = addPerson();
    await createPerson(other.db, { email: person.email });
    const port = Number(new URL(away.issuer).port);
    const back = await startOpenIdProvider({ publicUrl, port, people: [person] });
    try {
      expect(await browser.signOn(person.email)).toBe(done);
      const half = await browser.askProvider(await browser.start(), person.email);
      await back.close();
      expect((await browser.visit(half)).location).toBe(failed);
    } finally {
      await back.close();
    }
  });
});

test("no code, token or cookie is in the log", async () => {
  const person = addPerson();
  await createPerson(server.db, { email: person.email });
  logLines.length = 0;
  const browser = openBrowser();
  const back = new URL(await browser.askProvider(await browser.start(), person.email));
  await openBrowser().visit(back.href);
  await browser.visit(back.href);
  const secrets = [
    back.searchParams.get("code"),
    back.searchParams.get("state"),
    provider.clientSecret,
    ...browser.cookies.map(({ value }) => value),
  ];
  expect(userOf(await browser.redeem())).toMatchObject({ email: person.email });
  const log = logLines.join("");
  expect(secrets.filter((secret) => secret && log.includes(secret))).toEqual([]);
});

function userOf({ body }: Visit): unknown {
  return (body as { user?: unknown }).user;
}

function codeOf({ body }: Visit): unknown {
  return (body as { error?: { code: string } }).error?.code;
}

function accountOf(at: TestServer, { email }: ProviderPerson) {
  return at.db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.id", "accounts.id")
    .select(["accounts.id", "name", "password_hash", "disabled_at", "version"])
    .where("email", "=", email)
    .executeTakeFirst();
}

async function rolesOf(at: TestServer, { email }: ProviderPerson): Promise<string[]> {
  const rows = await at.db
    .selectFrom("accounts as a")
    .innerJoin("user_roles as ur", "ur.user_id", "a.id")
    .innerJoin("roles as r", "r.id", "ur.role_id")
    .select("r.name")
    .where("a.email", "=", email)
    .orderBy("r.name")
    .execute();
  return rows.map(({ name }) => name);
}

async function nobodyCameIn({ email }: Pick<ProviderPerson, "email">): Promise<boolean> {
  const row = await server.db
    .selectFrom("sessions as s")
    .innerJoin("accounts as a", "a.id", "s.user_id")
    .select("s.id")
    .where("a.email", "=", email)
    .executeTakeFirst();
  return row === undefined;
}

async function actsOf(at: TestServer, userId: string) {
  const { rows } = await sql<{ action: string; actor_id: string | null; before: unknown; after: unknown }>`
    SELECT action, actor_id, before, after FROM audit_log
    WHERE ${userId} IN (actor_id::text, subject_id) ORDER BY number`.execute(at.db);
  return rows;
}
