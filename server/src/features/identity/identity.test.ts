import { identityRoutes } from "@atoll/contract/identity/routes";
import { SignJWT } from "jose";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createClient } from "../../../test/client.ts";
import { createPerson, type TestPerson, testPassword } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";

const server = sharedServer();

const passwordGrant = { grant_type: "password" } as const;
const refreshGrant = { grant_type: "refresh_token" } as const;

describe("signing in with a password", () => {
  test("returns a session and the person with roles, permissions and departments", async () => {
    const person = await createPerson(server.db, { name: "Ada Quay", departments: ["Backend", "DevOps"] });
    const answer = await server.anyone.call(identityRoutes.createToken, {
      query: passwordGrant,
      body: { email: person.email.toUpperCase(), password: person.password },
    });
    expect(answer.user).toMatchObject({
      id: person.id,
      name: "Ada Quay",
      role: "USER",
      roles: [{ name: "user" }],
      userRoles: [{ userId: person.id, role: "user" }],
      departments: [
        { name: "Backend", slug: "backend" },
        { name: "DevOps", slug: "devops" },
      ],
    });
    expect(answer.user.permissions).toContainEqual({ resource: "chat", action: "access" });
    expect(answer.session.tokenType).toBe("bearer");
    expect(new Date(answer.session.expiresAt).getTime()).toBeGreaterThan(Date.now());
    expect(JSON.stringify(answer)).not.toContain("argon2");
  });

  test("an unknown address and a wrong password get the same answer", async () => {
    const person = await createPerson(server.db);
    const wrong = await signInRefused(person.email, "not the password");
    const unknown = await signInRefused("nobody@example.test", "not the password");
    const { requestId: _a, ...wrongError } = wrong.body.error;
    const { requestId: _b, ...unknownError } = unknown.body.error;
    expect(wrong.status).toBe(401);
    expect(wrongError).toEqual(unknownError);
    expect(wrongError.code).toBe("invalid_credentials");
  });

  test("missing and malformed fields are named with their texts", async () => {
    const empty = await server.anyone.refused(identityRoutes.createToken, { query: passwordGrant, body: {} });
    expect(empty.status).toBe(400);
    expect(empty.body.error.fields).toEqual([
      { path: "email", message: "Email is required" },
      { path: "password", message: "Password is required" },
    ]);
    const malformed = await signInRefused("not-an-address", "x");
    expect(malformed.body.error.fields).toEqual([
      { path: "email", message: "Please enter a valid email address" },
    ]);
  });

  test.each([
    [
      "an unknown grant type",
      "/api/auth/token?grant_type=magic",
      JSON.stringify({ email: "a@b.c", password: "x" }),
      400,
    ],
    ["no grant type", "/api/auth/token", "{}", 400],
    ["broken JSON", "/api/auth/token?grant_type=password", "{", 400],
    ["a list for a body", "/api/auth/token?grant_type=password", "[]", 400],
    ["a number for a password", "/api/auth/token?grant_type=password", '{"email":"a@b.c","password":1}', 400],
    [
      "a body over the limit",
      "/api/auth/token?grant_type=password",
      `{"email":"${"x".repeat(300_000)}"}`,
      413,
    ],
  ])("%s is refused with a code", async (_name, path, raw, status) => {
    const answer = await server.anyone.send("POST", path, { raw });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
  });

  test("tells a pending person so, and gives them no session", async () => {
    const person = await createPerson(server.db, { roles: ["pending"] });
    const answer = await signInRefused(person.email, person.password);
    expect(answer.status).toBe(403);
    expect(answer.body.error.message).toBe(
      "Your account is pending approval. Please contact a super administrator to assign you a role before you can access the system.",
    );
    expect(await sessionsOf(person)).toEqual([]);
  });

  test("tells a person whose roles cannot be read only to contact an administrator", async () => {
    const person = await createPerson(server.db);
    await sql`ALTER TABLE user_roles RENAME TO user_roles_away`.execute(server.db);
    const answer = await signInRefused(person.email, person.password).finally(() =>
      sql`ALTER TABLE user_roles_away RENAME TO user_roles`.execute(server.db),
    );
    expect(answer.status).toBe(500);
    expect(answer.body.error).toEqual({
      code: "access_unverifiable",
      message: "Unable to verify user access. Please contact an administrator.",
      requestId: expect.any(String),
    });
    await server.signIn(person);
  });

  test("a disabled and an unconfirmed account are refused after the password only", async () => {
    const person = await createPerson(server.db);
    await server.db
      .updateTable("accounts")
      .set({ email_confirmed_at: null })
      .where("id", "=", person.id)
      .execute();
    expect((await signInRefused(person.email, person.password)).body.error.message).toBe(
      "Email not confirmed",
    );
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", person.id)
      .execute();
    expect((await signInRefused(person.email, person.password)).body.error.code).toBe("account_disabled");
    expect((await signInRefused(person.email, "wrong")).body.error.code).toBe("invalid_credentials");
  });
});

describe("access tokens", () => {
  test("requests without one, with rubbish or with a forged one are refused", async () => {
    const person = await createPerson(server.db);
    const { session } = await server.signIn(person);
    const forged = await new SignJWT({ sid: person.id })
      .setProtectedHeader({ alg: "HS256", kid: person.id })
      .setSubject(person.id)
      .setIssuer("atoll")
      .setAudience("atoll")
      .setExpirationTime("5m")
      .sign(new Uint8Array(32));
    const [, payload] = session.accessToken.split(".");
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    for (const token of ["", "rubbish", "a.b.c", forged, unsigned, `${session.accessToken}x`]) {
      const answer = await createClient(server.url, token).refused(identityRoutes.getCurrentUser, {});
      expect(answer.status).toBe(401);
    }
    await expect(
      server.connect({ ...(await server.signIn(person)), session: { ...session, accessToken: forged } }),
    ).rejects.toMatchObject({
      data: { code: "session_expired" },
    });
  });

  test("signing out ends this session at once: requests, refresh and socket", async () => {
    const signedIn = await server.signIn(await createPerson(server.db));
    const socket = await server.connect(signedIn);
    await signedIn.client.call(identityRoutes.endSession, {});
    expect((await socket.next("session.ended")).code).toBe("session_expired");
    await socket.cut;
    expect((await signedIn.client.refused(identityRoutes.getCurrentUser, {})).body.error.code).toBe(
      "session_expired",
    );
    const refresh = await server.anyone.refused(identityRoutes.createToken, {
      query: refreshGrant,
      body: { refreshToken: signedIn.session.refreshToken },
    });
    expect(refresh.body.error.code).toBe("session_expired");
  });
});

function signInRefused(email: string, password: string = testPassword) {
  return server.anyone.refused(identityRoutes.createToken, {
    query: passwordGrant,
    body: { email, password },
  });
}

function sessionsOf(person: TestPerson) {
  return server.db.selectFrom("sessions").select("id").where("user_id", "=", person.id).execute();
}
