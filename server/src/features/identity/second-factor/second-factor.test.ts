import { createHash } from "node:crypto";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { TOTP } from "otpauth";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createChannel, createPerson, type TestPerson } from "../../../../test/factories.ts";
import { type SignedIn, startTestServer, type TestServer } from "../../../../test/harness.ts";
import { stepOfCode } from "./totp.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ["127.0.0.1"] });
  await server.db
    .insertInto("roles")
    .values({ name: "treasurer", department_id: null, requires_second_factor: true })
    .execute();
});
afterAll(() => server.close());

const passwordGrant = { grant_type: "password" } as const;
const stepMs = 30_000;

describe("setting up an authenticator app", () => {
  test("returns a 160-bit secret with its address and QR code, and is complete with the first code", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    const started = await start(signedIn, person);
    expect(started.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.uri).toBe(
      `otpauth://totp/Test%20Company:${encodeURIComponent(person.email)}?issuer=Test%20Company&secret=${started.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const [head, picture] = started.picture.split(",");
    expect(head).toBe("data:image/svg+xml;base64");
    expect(Buffer.from(picture ?? "", "base64").toString()).toMatch(/^<svg [^>]*viewBox=.*<\/svg>\s*$/s);
    expect((await currentUser(signedIn)).hasSecondFactor).toBe(false);

    const { recoveryCodes } = await signedIn.client.call(identityRoutes.confirmSecondFactor, {
      body: { code: codeOf(started.secret) },
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{10}$/);
    expect((await currentUser(signedIn)).hasSecondFactor).toBe(true);
    expect(await actsOf(person)).toContainEqual({ action: "second-factor.added", before: null, after: null });
    const stored = await server.db
      .selectFrom("recovery_codes")
      .select("code_hash")
      .where("user_id", "=", person.id)
      .execute();
    expect(stored.map(({ code_hash }) => code_hash.length)).toEqual(Array(10).fill(32));
  });

  test("replaces the secret when it is started again, and refuses codes of the old one", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    const first = await start(signedIn, person);
    const second = await start(signedIn, person);
    expect(second.secret).not.toBe(first.secret);
    const wrong = await signedIn.client.refused(identityRoutes.confirmSecondFactor, {
      body: { code: codeOf(first.secret) },
    });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, "second_factor_wrong"]);
    await signedIn.client.call(identityRoutes.confirmSecondFactor, { body: { code: codeOf(second.secret) } });
  });

  test("requires the current password and a started setup, and can be completed once", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    const guessed = await signedIn.client.refused(identityRoutes.startSecondFactor, {
      body: { currentPassword: "not the password" },
    });
    expect(guessed.body.error).toMatchObject({
      code: "current_password_wrong",
      message: "Current password is incorrect",
      fields: [{ path: "currentPassword" }],
    });
    const early = { body: { code: "123456" } };
    expect(await refusal(signedIn, identityRoutes.confirmSecondFactor, early)).toBe("second_factor_off");
    expect(await refusal(signedIn, identityRoutes.confirmSecondFactor, { body: { code: "12345" } })).toBe(
      "invalid_request",
    );
    await setUp(signedIn, person);
    const again = { body: { currentPassword: person.password } };
    expect(await refusal(signedIn, identityRoutes.startSecondFactor, again)).toBe("second_factor_on");
    expect(await refusal(signedIn, identityRoutes.confirmSecondFactor, early)).toBe("second_factor_on");
  });

  test("ends the sessions elsewhere when asked to, and this one stays", async () => {
    const person = await createPerson(server.db);
    const [here, elsewhere, left] = [
      await server.signIn(person),
      await server.signIn(person),
      await createProtected(),
    ];
    const socket = await server.connect(elsewhere);
    const { secret } = await start(here, person);
    await here.client.call(identityRoutes.confirmSecondFactor, {
      body: { code: codeOf(secret), endOtherSessions: true },
    });
    await socket.cut;
    expect((await elsewhere.client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
    expect((await currentUser(here)).hasSecondFactor).toBe(true);
    expect((await currentUser(left.signedIn)).hasSecondFactor).toBe(true);
    expect(await actsOf(person)).toContainEqual({
      action: "second-factor.added",
      before: null,
      after: { endedSessions: 1 },
    });
  });

  test("keeps other sessions unless the person chose to end them", async () => {
    const person = await createPerson(server.db);
    const elsewhere = await server.signIn(person);
    await setUp(await server.signIn(person), person);
    expect((await currentUser(elsewhere)).hasSecondFactor).toBe(true);
  });

  test("requires a session", async () => {
    const { anyone } = server;
    const password = { body: { currentPassword: "x" } };
    const refused = [
      await anyone.refused(identityRoutes.startSecondFactor, password),
      await anyone.refused(identityRoutes.confirmSecondFactor, { body: { code: "123456" } }),
      await anyone.refused(identityRoutes.removeSecondFactor, {
        body: { ...password.body, code: "123456" },
      }),
    ];
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(3).fill("not_authenticated"));
  });

  test("accepts a recent sign-in as confirmation from a person without a password", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    await server.db
      .updateTable("accounts")
      .set({ password_hash: null })
      .where("id", "=", person.id)
      .execute();
    const anything = { body: { currentPassword: "" } };
    await signedIn.client.call(identityRoutes.startSecondFactor, anything);
    await server.db
      .updateTable("sessions")
      .set({ created_at: new Date(Date.now() - 11 * 60_000) })
      .where("user_id", "=", person.id)
      .execute();
    expect(await refusal(signedIn, identityRoutes.startSecondFactor, anything)).toBe("sign_in_again");
  });
});

describe("signing in with a second factor", () => {
  test("a code is asked for only after the right password, and completes the sign-in", async () => {
    const { person, secret } = await createProtected();
    expect(await signInRefusal({ ...person, password: "not the password" })).toBe("invalid_credentials");
    expect(await signInRefusal({ ...person, password: "not the password" }, nextCode(secret))).toBe(
      "invalid_credentials",
    );
    const asked = await server.anyone.refused(identityRoutes.createToken, {
      query: passwordGrant,
      body: { email: person.email, password: person.password },
    });
    expect(asked.status).toBe(401);
    expect(asked.body.error).toMatchObject({
      code: "second_factor_required",
      message: "Enter the code from your authenticator app.",
    });
    const { user } = await signIn(person, nextCode(secret).replace(/^.../, "$& "));
    expect(user).toMatchObject({ id: person.id, hasSecondFactor: true, mustSetUpSecondFactor: false });
    expect(await actsOf(person)).toContainEqual({
      action: "session.started",
      before: null,
      after: { way: "password" },
    });
  });

  test("accepts a code once, also for two concurrent requests", async () => {
    const { person, secret } = await createProtected();
    const code = nextCode(secret);
    const answers = await Promise.all([1, 2].map(() => sendSignIn(person, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await signInRefusal(person, code)).toBe("second_factor_used");
    // The code before it has passed with it.
    expect(await signInRefusal(person, codeOf(secret))).toBe("second_factor_used");
  });

  test("a recovery code works once, with a log entry", async () => {
    const { person, recoveryCodes } = await createProtected();
    const code = recoveryCodes[3] ?? "";
    await signIn(person, `${code.slice(0, 5)}-${code.slice(5).toUpperCase()}`);
    expect(await signInRefusal(person, code)).toBe("second_factor_used");
    expect(await actsOf(person)).toContainEqual({
      action: "recovery-code.used",
      before: null,
      after: { codesLeft: 9 },
    });
    const other = await createProtected();
    expect(await signInRefusal(other.person, recoveryCodes[4])).toBe("second_factor_wrong");
  });

  test("guesses at the code are limited, and the right password does not reset the limit", async () => {
    const { person, secret } = await createProtected();
    const wrong = codeOf(secret, 100);
    const refusals: unknown[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      refusals.push(await signInRefusal(person, guess % 2 === 0 ? wrong : undefined));
    }
    expect(refusals).toContain("second_factor_wrong");
    expect(refusals.at(-1)).toBe("rate_limited");
    expect(await signInRefusal(person, nextCode(secret))).toBe("rate_limited");
    const refused = (await actsOf(person)).filter(({ action }) => action === "session.refused");
    expect(refused).toContainEqual({
      action: "session.refused",
      before: null,
      after: { reason: "second_factor_wrong" },
    });
    expect(JSON.stringify(refused)).not.toContain("second_factor_required");
  });

  test("guesses from many networks block the account's second factor, also for the right code", async () => {
    const { person, secret } = await createProtected();
    const from = (network: number, code: string) =>
      sendSignIn(person, code, { "x-forwarded-for": `203.0.113.${network}` });
    const wrong = codeOf(secret, 100);
    for (let network = 1; network <= 14; network += 1) {
      // The pauses of the first tries are over: the next one is 16 seconds.
      await sql`UPDATE sign_in_failures SET held_until = last_at`.execute(server.db);
      expect(await from(network, wrong)).toMatchObject({ status: 401 });
    }
    const held = await from(15, nextCode(secret));
    expect(held).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("a malformed code is named as such", async () => {
    const { person } = await createProtected();
    const answer = await sendSignIn(person, "12");
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: "secondFactorCode" }] } },
    });
  });

  test("reports a disabled account without asking for a code", async () => {
    const { person } = await createProtected();
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", person.id)
      .execute();
    expect(await signInRefusal(person)).toBe("account_disabled");
  });
});

test("accepts a code in its 30 seconds and in the ones before and after", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  // RFC 6238, appendix B: 94287082 at 59 s, of which six digits are asked for.
  const code = "287082";
  expect(stepOfCode(secret, code, 59_000)).toBe(1);
  expect(stepOfCode(secret, code, 29_000)).toBe(1);
  expect(stepOfCode(secret, code, 89_000)).toBe(1);
  expect(stepOfCode(secret, code, 90_000)).toBeUndefined();
});

describe("removing it", () => {
  test("takes the current password and a code, and the recovery codes go too", async () => {
    const { person, signedIn, recoveryCodes, secret } = await createProtected();
    const { removeSecondFactor } = identityRoutes;
    const code = nextCode(secret);
    const wrong = { body: { currentPassword: "not the password", code } };
    expect(await refusal(signedIn, removeSecondFactor, wrong)).toBe("current_password_wrong");
    const { password: currentPassword } = person;
    expect(await refusal(signedIn, removeSecondFactor, { body: { currentPassword } })).toBe(
      "invalid_request",
    );
    const guessed = { body: { currentPassword, code: codeOf(secret, 100) } };
    expect(await refusal(signedIn, removeSecondFactor, guessed)).toBe("second_factor_wrong");
    expect((await currentUser(signedIn)).hasSecondFactor).toBe(true);
    const right = { body: { currentPassword, code } };
    await signedIn.client.call(removeSecondFactor, right);
    expect(await refusal(signedIn, removeSecondFactor, right)).toBe("second_factor_off");
    expect((await signIn(person)).user.hasSecondFactor).toBe(false);
    expect(await actsOf(person)).toContainEqual({
      action: "second-factor.removed",
      before: null,
      after: null,
    });

    await setUp(signedIn, person);
    expect(await signInRefusal(person, recoveryCodes[0])).toBe("second_factor_wrong");
  });

  test("accepts a recovery code as well, and limits guesses as signing in does", async () => {
    const { person, signedIn, recoveryCodes, secret } = await createProtected();
    const { removeSecondFactor } = identityRoutes;
    const { password: currentPassword } = person;
    const guess = { body: { currentPassword, code: codeOf(secret, 100) } };
    expect(await refusal(signedIn, removeSecondFactor, guess)).toBe("second_factor_wrong");
    await sql`UPDATE sign_in_failures SET count = 20 WHERE key = ${codeKey(person.email)}`.execute(server.db);
    await refusal(signedIn, removeSecondFactor, guess);
    const code = recoveryCodes[0] ?? "";
    expect(await refusal(signedIn, removeSecondFactor, { body: { currentPassword, code } })).toBe(
      "rate_limited",
    );
    await sql`DELETE FROM sign_in_failures`.execute(server.db);
    await signedIn.client.call(removeSecondFactor, { body: { currentPassword, code } });
    expect((await currentUser(signedIn)).hasSecondFactor).toBe(false);
  });

  test("is refused while a role asks for it", async () => {
    const { person, signedIn, secret } = await createProtected({ roles: ["treasurer"] });
    const body = { currentPassword: person.password, code: nextCode(secret) };
    expect(await refusal(signedIn, identityRoutes.removeSecondFactor, { body })).toBe("second_factor_needed");
  });
});

describe("a role that asks for a second factor", () => {
  test("gives a session that only allows setting it up", async () => {
    const person = await createPerson(server.db, { roles: ["user", "treasurer"] });
    const channel = await createChannel(server.db, { members: [person] });
    const signedIn = await server.signIn(person);
    expect(signedIn.user).toMatchObject({ hasSecondFactor: false, mustSetUpSecondFactor: true });
    const closed = await signedIn.client.refused(chatRoutes.listChannels, { query: {} });
    expect(closed.status).toBe(403);
    expect(closed.body.error).toMatchObject({
      code: "second_factor_setup_required",
      message: "Your role requires two-factor authentication. Set up an authenticator app to continue.",
    });
    expect((await currentUser(signedIn)).mustSetUpSecondFactor).toBe(true);

    const socket = await server.connect(signedIn);
    const colleague = await server.signIn(await createPerson(server.db));
    await server.db
      .insertInto("channel_members")
      .values({ channel_id: channel.id, user_id: colleague.user.id })
      .execute();
    await post(colleague, channel.id, "before");
    await setUp(signedIn, person);
    await socket.next("viewer.changed");
    expect(await signedIn.client.call(chatRoutes.listChannels, { query: {} })).toBeDefined();
    // The first message that this socket receives must be the one after it got access.
    await post(colleague, channel.id, "after");
    expect((await socket.next("message.posted")).message.content).toBe("after");
  });

  test("restricts an open session as soon as the role is given, and still allows signing out", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    const socket = await server.connect(signedIn);
    await signedIn.client.call(chatRoutes.listChannels, { query: {} });
    const { id } = await server.db
      .selectFrom("roles")
      .select("id")
      .where("name", "=", "treasurer")
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto("user_roles")
      .values({ user_id: person.id, role_id: id, assigned_by: null })
      .execute();
    await socket.next("viewer.changed");
    expect((await signedIn.client.refused(chatRoutes.listChannels, { query: {} })).body.error.code).toBe(
      "second_factor_setup_required",
    );
    await signedIn.client.call(identityRoutes.endSession, {});
  });
});

/** As lockout.ts makes it. */
function codeKey(email: string): Buffer {
  return createHash("sha256").update(`code\0${email}`).digest();
}

type SecondFactorRoute =
  | typeof identityRoutes.startSecondFactor
  | typeof identityRoutes.confirmSecondFactor
  | typeof identityRoutes.removeSecondFactor;

async function refusal(
  { client }: SignedIn,
  route: SecondFactorRoute,
  { body }: { body: Record<string, string> },
): Promise<unknown> {
  const answer = await client.send(route.method, route.path, { body });
  return (answer.body as { error?: { code: string } }).error?.code;
}

async function createProtected(wanted: { roles?: string[] } = {}) {
  const person = await createPerson(server.db, wanted);
  const signedIn = await server.signIn(person);
  return { person, signedIn, ...(await setUp(signedIn, person)) };
}

async function setUp(signedIn: SignedIn, person: TestPerson) {
  const { secret } = await start(signedIn, person);
  const { recoveryCodes } = await signedIn.client.call(identityRoutes.confirmSecondFactor, {
    body: { code: codeOf(secret) },
  });
  return { secret, recoveryCodes };
}

function start({ client }: SignedIn, person: TestPerson) {
  return client.call(identityRoutes.startSecondFactor, { body: { currentPassword: person.password } });
}

/** Returns the code that the app shows this many 30-second steps from now. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs });
}

/** Setting up has used the code of now. */
const nextCode = (secret: string) => codeOf(secret, 1);

async function currentUser({ client }: SignedIn) {
  return (await client.call(identityRoutes.getCurrentUser, {})).user;
}

function signIn(person: TestPerson, secondFactorCode?: string) {
  return server.anyone.call(identityRoutes.createToken, {
    query: passwordGrant,
    body: { email: person.email, password: person.password, secondFactorCode },
  });
}

function sendSignIn(person: TestPerson, secondFactorCode?: string, headers: Record<string, string> = {}) {
  const { email, password } = person;
  return server.anyone.send("POST", `${identityRoutes.createToken.path}?grant_type=password`, {
    body: { email, password, secondFactorCode },
    headers,
  });
}

async function signInRefusal(person: TestPerson, secondFactorCode?: string): Promise<unknown> {
  const answer = await sendSignIn(person, secondFactorCode);
  return (answer.body as { error?: { code: string } }).error?.code;
}

function post({ client }: SignedIn, channelId: string, content: string) {
  return client.call(chatRoutes.postMessage, { params: { channelId }, body: { id: uuidv7(), content } });
}

async function actsOf(person: TestPerson) {
  const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
    SELECT action, before, after FROM audit_log
    WHERE ${person.id} IN (actor_id::text, subject_id) ORDER BY number`.execute(server.db);
  return rows;
}
