import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";

const server = sharedServer();

const newPassword = "a harbour full of pelicans";

describe("changing the viewer's own name", () => {
  test("is shown at once, sent to their open browsers and recorded in the audit log", async () => {
    const person = await createPerson(server.db, { name: "Ada Quay" });
    const here = await server.signIn(person);
    const socket = await server.connect(await server.signIn(person));
    const { user } = await patch(here, { name: "  Ada Marsh " });
    expect(user.name).toBe("Ada Marsh");
    await socket.next("viewer.changed");
    const profile = await server.db
      .selectFrom("profiles")
      .select("name")
      .where("id", "=", person.id)
      .executeTakeFirst();
    expect(profile?.name).toBe("Ada Marsh");
    expect(await lastAct(person)).toMatchObject({
      action: "profile.renamed",
      actor_name: "Ada Quay",
      before: { name: "Ada Quay" },
      after: { name: "Ada Marsh" },
    });
  });

  test("to the same name records nothing, and ends no session", async () => {
    const person = await createPerson(server.db, { name: "Ben Roe" });
    const here = await server.signIn(person);
    const other = await server.signIn(person);
    await patch(here, { name: "Ben Roe" });
    await patch(here, {});
    expect(await lastAct(person)).toMatchObject({ action: "session.started" });
    await other.client.call(identityRoutes.getCurrentUser, {});
  });
});

describe("changing the viewer's own password", () => {
  test("ends all other sessions and leaves this one; from then on the new one counts", async () => {
    const person = await createPerson(server.db);
    const here = await server.signIn(person);
    const other = await server.signIn(person);
    const socket = await server.connect(other);
    await patch(here, { currentPassword: person.password, password: newPassword });
    expect((await socket.next("session.ended")).code).toBe("session_expired");
    await socket.cut;
    expect((await other.client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
    await here.client.call(identityRoutes.getCurrentUser, {});
    const old = await server.anyone.refused(identityRoutes.createToken, {
      query: { grant_type: "password" },
      body: { email: person.email, password: person.password },
    });
    expect(old.body.error.code).toBe("invalid_credentials");
    await server.signIn({ ...person, password: newPassword });
    const changes = await actsOf(person, "password.changed");
    expect(changes).toMatchObject([{ subject_id: person.id, after: { endedSessions: 1 } }]);
    expect(JSON.stringify(changes)).not.toContain(newPassword);
  });

  test("checks the current one first, and changes nothing when it is wrong", async () => {
    const person = await createPerson(server.db, { name: "Cleo Finch" });
    const here = await server.signIn(person);
    const answer = await refused(here, { name: "Other", currentPassword: "not it", password: "password123" });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      code: "current_password_wrong",
      message: "Current password is incorrect",
      fields: [{ path: "currentPassword", message: "Current password is incorrect" }],
    });
    expect((await here.client.call(identityRoutes.getCurrentUser, {})).user.name).toBe("Cleo Finch");
    await server.signIn(person);
  });

  test("limits guesses of the current password like signing in does", async () => {
    const person = await createPerson(server.db);
    const here = await server.signIn(person);
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = await refused(here, { currentPassword: `guess ${guess}`, password: newPassword });
      expect(wrong.body.error.code).toBe("current_password_wrong");
    }
    // Extends the lockout of a second, for slow machines.
    await sql`UPDATE sign_in_failures SET held_until = held_until + interval '1 hour'
      WHERE held_until > last_at + interval '0.5 s'`.execute(server.db);
    const held = await refused(here, { currentPassword: person.password, password: newPassword });
    expect(held.body.error.code).toBe("rate_limited");
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  });

  test.each([
    ["one of the commonest", () => "password123"],
    ["a run", () => "0123456789"],
    ["one's own email", (person: TestPerson) => person.email],
    ["one's own name", () => "josephine-marchetti"],
    ["the name that is set with it", () => "Josephine Marsh-Marchetti"],
    ["the company's name", () => "TestCompany"],
  ])("refuses %s and keeps everything as it was", async (_what, choose) => {
    const person = await createPerson(server.db, { name: "Josephine Marchetti" });
    const here = await server.signIn(person);
    const answer = await refused(here, {
      name: "Josephine Marsh-Marchetti",
      currentPassword: person.password,
      password: choose(person),
    });
    expect(answer.body.error).toMatchObject({ code: "password_too_common", fields: [{ path: "password" }] });
    expect((await here.client.call(identityRoutes.getCurrentUser, {})).user.name).toBe("Josephine Marchetti");
    await server.signIn(person);
  });

  test("accepts one of two concurrent changes with the same current password", async () => {
    const person = await createPerson(server.db);
    const [one, two] = [await server.signIn(person), await server.signIn(person)];
    const answers = await Promise.all(
      [one, two].map(({ client }, index) =>
        client.send("PATCH", identityRoutes.updateCurrentUser.path, {
          body: { currentPassword: person.password, password: `${newPassword} ${index}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    await server.signIn({ ...person, password: `${newPassword} ${winner}` });
  });

  test("is refused for an account without a password", async () => {
    const person = await createPerson(server.db);
    const here = await server.signIn(person);
    await sql`UPDATE accounts SET password_hash = NULL WHERE id = ${person.id}`.execute(server.db);
    const answer = await refused(here, { currentPassword: "", password: newPassword });
    expect(answer.body.error.code).toBe("current_password_wrong");
  });
});

describe("changing the viewer's own account", () => {
  test.each([
    ["an empty name", { name: " " }, "name", "Name is required"],
    [
      "a password without the current one",
      { password: newPassword },
      "currentPassword",
      "Current password is required",
    ],
    [
      "a short password",
      { currentPassword: "x", password: "short" },
      "password",
      "Use at least 10 characters",
    ],
  ])("refuses %s", async (_what, body, path, message) => {
    const here = await server.signIn(await createPerson(server.db));
    const answer = await refused(here, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields).toEqual([{ path, message }]);
  });

  test("requires a session", async () => {
    const answer = await server.anyone.refused(identityRoutes.updateCurrentUser, { body: { name: "X" } });
    expect(answer.body.error.code).toBe("not_authenticated");
  });
});

interface Change {
  name?: string;
  currentPassword?: string;
  password?: string;
}

function patch({ client }: SignedIn, body: Change) {
  return client.call(identityRoutes.updateCurrentUser, { body });
}

function refused({ client }: SignedIn, body: Change) {
  return client.refused(identityRoutes.updateCurrentUser, { body });
}

async function lastAct({ id }: TestPerson) {
  const { rows } = await sql`
    SELECT * FROM audit_log WHERE actor_id = ${id} ORDER BY number DESC LIMIT 1`.execute(server.db);
  return rows[0];
}

async function actsOf({ id }: TestPerson, action: string) {
  const { rows } = await sql`
    SELECT * FROM audit_log WHERE actor_id = ${id} AND action = ${action}`.execute(server.db);
  return rows;
}
