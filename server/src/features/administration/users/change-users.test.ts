import { administrationRoutes } from "@atoll/contract/administration/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { RouteCall } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson, createRole, type TestPerson, testPassword } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

type Changes = Omit<RouteCall<typeof administrationRoutes.updateUser>["body"], "version">;

const server = sharedServer();
let superAdmin: SignedIn;
let admin: SignedIn;
let member: SignedIn;
let ids: Map<string, string>;

beforeAll(async () => {
  await createRole(server.db, { name: "writer", permissions: ["knowledge:write"] });
  superAdmin = await server.signIn(await createPerson(server.db, { name: "Sol", roles: ["super_admin"] }));
  admin = await server.signIn(await createPerson(server.db, { name: "Ada", roles: ["admin"] }));
  member = await server.signIn(await createPerson(server.db));
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM roles UNION ALL SELECT id, name FROM departments`.execute(server.db);
  ids = new Map(rows.map(({ id, name }) => [name, id]));
});

describe("editing a person", () => {
  test("changes only the given fields, and updates the person's open browser", async () => {
    const person = await createPerson(server.db, { name: "Bo Before", departments: ["Backend"] });
    const bo = await server.signIn(person);
    const socket = await server.connect(bo);
    const { user } = await update(admin, person.id, 1, {
      name: "Bo After",
      roleIds: [id("user"), id("writer")],
      departmentIds: [id("DevOps")],
    });
    expect(user).toMatchObject({
      name: "Bo After",
      email: person.email,
      roles: [{ name: "user" }, { name: "writer" }],
      departments: [{ name: "DevOps" }],
      version: 2,
    });
    await socket.next("viewer.changed");
    const seen = await bo.client.call(identityRoutes.getCurrentUser, {});
    expect(seen.user).toMatchObject({ name: "Bo After", departments: [{ name: "DevOps" }] });
    expect(seen.user.permissions).toContainEqual({ resource: "knowledge", action: "write" });
    expect(await acts(person.id)).toEqual([
      {
        actor_id: admin.user.id,
        action: "user.updated",
        subject_name: "Bo Before",
        before: { name: "Bo Before", roles: ["user"], departments: ["Backend"] },
        after: { name: "Bo After", roles: ["user", "writer"], departments: ["DevOps"] },
      },
    ]);
  });

  test("keeps the row of a role that stays, with its giver and time", async () => {
    const { user } = await admin.client.call(administrationRoutes.createUser, {
      body: { name: "Kit", email: "kit@example.test", password: testPassword, roleIds: [id("user")] },
    });
    const before = await links(user.id);
    await update(superAdmin, user.id, 1, { roleIds: [id("writer"), id("user")] });
    const after = await links(user.id);
    expect(after).toHaveLength(2);
    expect(after).toContainEqual(before[0]);
    expect(after.find(({ role_id }) => role_id === id("writer"))?.assigned_by).toBe(superAdmin.user.id);
    await update(superAdmin, user.id, 2, { roleIds: [id("user")] });
    expect(await links(user.id)).toEqual(before);
  });

  test("without any role makes the person pending, without access, until they get one", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    await update(admin, person.id, 1, { roleIds: [] });
    const out = await signedIn.client.refused(identityRoutes.getCurrentUser, {});
    expect([out.status, out.body.error.code]).toEqual([403, "account_pending"]);
    await update(admin, person.id, 2, { roleIds: [id("user")] });
    expect((await server.signIn(person)).user.role).toBe("USER");
    // Somebody with the role pending loses it with the first other one.
    const waiting = await createPerson(server.db, { roles: ["pending"] });
    const { user } = await update(admin, waiting.id, 1, { roleIds: [id("user")] });
    expect(user.roles).toEqual([{ id: id("user"), name: "user" }]);
  });

  test("to the same values writes nothing", async () => {
    const person = await createPerson(server.db, { departments: ["Backend"] });
    const { user } = await update(admin, person.id, 1, {
      name: person.name,
      email: person.email.toUpperCase(),
      roleIds: [id("user")],
      departmentIds: [id("Backend")],
    });
    expect(user.version).toBe(1);
    expect(await acts(person.id)).toEqual([]);
  });

  test("refuses the later of two edits, and stores none of it", async () => {
    const person = await createPerson(server.db, { name: "Original" });
    const change = (who: SignedIn, name: string) =>
      who.client.send("PATCH", `/api/admin/users/${person.id}`, {
        body: { version: 1, name, departmentIds: [id(name === "One" ? "Backend" : "DevOps")] },
      });
    const answers = await Promise.all([change(admin, "One"), change(superAdmin, "Two")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect(lost.body).toMatchObject({ error: { code: "changed_meanwhile" } });
    const { user } = await get(person.id);
    const isFirst = answers[0]!.status === 200;
    expect(user).toMatchObject({
      name: isFirst ? "One" : "Two",
      departments: [{ name: isFirst ? "Backend" : "DevOps" }],
      version: 2,
    });
    expect(await acts(person.id)).toHaveLength(1);
  });

  test("with the email address of another person is refused as a whole", async () => {
    const person = await createPerson(server.db, { name: "Unchanged" });
    const answer = await refusedUpdate(admin, person.id, 1, {
      name: "Changed",
      email: member.user.email.toUpperCase(),
      roleIds: [],
    });
    expect([answer.status, answer.body.error.code]).toEqual([409, "email_taken"]);
    expect((await get(person.id)).user).toMatchObject({
      name: "Unchanged",
      roles: [{ name: "user" }],
      version: 1,
    });
    const { user } = await update(admin, person.id, 1, { email: " New.Address@example.test " });
    expect(user.email).toBe("new.address@example.test");
    await server.signIn({ ...person, email: user.email });
  });

  test.each([
    ["an unknown role", { roleIds: [uuidv7()] }, "role_not_found"],
    ["pending", { roleIds: ["user", "pending"] }, "role_not_found"],
    ["an unknown department", { departmentIds: [uuidv7()] }, "department_not_found"],
    ["an empty name", { name: " " }, "invalid_request"],
    ["a list that is none", { roleIds: ["user; drop table"] }, "invalid_request"],
  ])("with %s is refused and writes nothing", async (_name, changes: Changes, code) => {
    const person = await createPerson(server.db);
    const given = {
      name: "Changed",
      ...changes,
      ...(changes.roleIds && { roleIds: changes.roleIds.map((one) => ids.get(one) ?? one) }),
    };
    const answer = await refusedUpdate(admin, person.id, 1, given);
    expect(answer.body.error.code).toBe(code);
    expect((await get(person.id)).user).toMatchObject({ name: person.name, version: 1 });
  });

  test("keeps the role of the last super admin who can sign in", async () => {
    const other = await createPerson(server.db, { roles: ["super_admin"] });
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", other.id)
      .execute();
    const answer = await refusedUpdate(superAdmin, superAdmin.user.id, 1, { roleIds: [id("user")] });
    expect([answer.status, answer.body.error.code]).toEqual([409, "last_super_admin"]);
    expect((await get(superAdmin.user.id)).user.roles).toEqual([
      { id: id("super_admin"), name: "super_admin" },
    ]);
  });
});

describe("disabling and enabling", () => {
  test("ends the sessions, disconnects the sockets, prevents sign-in, and can be reversed", async () => {
    const person = await createPerson(server.db, { name: "Dee" });
    const dee = await server.signIn(person);
    const socket = await server.connect(dee);
    const { user } = await admin.client.call(administrationRoutes.disableUser, at(person.id));
    expect(user).toMatchObject({ isDisabled: true, version: 2 });
    await socket.cut;
    expect((await dee.client.refused(identityRoutes.getCurrentUser, {})).status).toBeGreaterThanOrEqual(401);
    const out = await signInRefused(person);
    expect(out.body.error.code).toBe("account_disabled");
    const again = await admin.client.call(administrationRoutes.disableUser, at(person.id));
    expect(again.user.version).toBe(2);
    const enabled = await admin.client.call(administrationRoutes.enableUser, at(person.id));
    expect(enabled.user).toMatchObject({ isDisabled: false, version: 3 });
    await admin.client.call(administrationRoutes.enableUser, at(person.id));
    await server.signIn(person);
    // The session of before stays ended.
    expect((await dee.client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
    expect(await acts(person.id)).toMatchObject([{ action: "user.disabled" }, { action: "user.enabled" }]);
    expect(await endReasons(person.id)).toContain("account disabled");
  });

  test("is refused for oneself, and for the last super admin", async () => {
    const own = await admin.client.refused(administrationRoutes.disableUser, at(admin.user.id));
    expect([own.status, own.body.error.code]).toEqual([409, "own_account"]);
    await createRole(server.db, { name: "owner", permissions: ["admin:access"] });
    const owner = await server.signIn(await createPerson(server.db, { roles: ["owner"] }));
    const last = await owner.client.refused(administrationRoutes.disableUser, at(superAdmin.user.id));
    expect([last.status, last.body.error.code]).toEqual([409, "last_super_admin"]);
    expect((await get(superAdmin.user.id)).user.isDisabled).toBe(false);
  });

  test("leaves one super admin when two act on each other at the same time", async () => {
    const [one, two] = [await newSuperAdmin(), await newSuperAdmin()];
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", superAdmin.user.id)
      .execute();
    const answers = await Promise.all([
      one.client.send("PUT", `/api/admin/users/${two.user.id}/disablement`),
      two.client.send("PUT", `/api/admin/users/${one.user.id}/disablement`),
    ]);
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: null })
      .where("id", "=", superAdmin.user.id)
      .execute();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await Promise.all([one, two].map(async ({ user }) => (await get(user.id)).user.isDisabled));
    expect(left.toSorted()).toEqual([false, true]);
    superAdmin = await server.signIn({ ...superAdmin.user, password: testPassword });
  });
});

describe("setting a password", () => {
  test("ends all sessions; the new one opens, the old one does not", async () => {
    const person = await createPerson(server.db);
    const signedIn = await server.signIn(person);
    const socket = await server.connect(signedIn);
    const password = "quite another password";
    await admin.client.call(administrationRoutes.setUserPassword, { ...at(person.id), body: { password } });
    await socket.cut;
    expect((await signedIn.client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
    expect((await signInRefused(person)).body.error.code).toBe("invalid_credentials");
    await server.signIn({ ...person, password });
    expect(await acts(person.id)).toMatchObject([{ action: "password.set", before: null, after: null }]);
  });

  test("refuses a weak password, the viewer's own account and an unknown person", async () => {
    const set = async (userId: string, password: string) => {
      const answer = await admin.client.refused(administrationRoutes.setUserPassword, {
        ...at(userId),
        body: { password },
      });
      return answer.body.error.code;
    };
    expect(await set(member.user.id, "short")).toBe("invalid_request");
    expect(await set(member.user.id, "testcompany")).toBe("password_too_common");
    expect(await set(admin.user.id, "a fine password")).toBe("own_account");
    expect(await set(uuidv7(), "a fine password")).toBe("user_not_found");
    await server.signIn({ ...member.user, password: testPassword });
  });
});

test("all sessions of a person can be ended at once", async () => {
  const person = await createPerson(server.db);
  const both = [await server.signIn(person), await server.signIn(person)];
  const sockets = await Promise.all(both.map((one) => server.connect(one)));
  await admin.client.call(administrationRoutes.endUserSessions, at(person.id));
  for (const socket of sockets) await socket.cut;
  for (const { client } of both) {
    expect((await client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
  }
  expect(await acts(person.id)).toMatchObject([{ action: "sessions.ended", after: { count: 2 } }]);
  expect(await endReasons(person.id)).toEqual(["ended by an administrator", "ended by an administrator"]);
});

test("resetting a second factor deletes its recovery codes, and writes nothing if there is none", async () => {
  const person = await createPerson(server.db);
  await admin.client.call(administrationRoutes.resetUserSecondFactor, at(person.id));
  expect(await acts(person.id)).toEqual([]);
  await server.db
    .insertInto("second_factors")
    .values({ user_id: person.id, secret: "JBSWY3DPEHPK3PXP", confirmed_at: new Date() })
    .execute();
  await server.db
    .insertInto("recovery_codes")
    .values({ user_id: person.id, code_hash: Buffer.from("code"), used_at: null })
    .execute();
  expect((await get(person.id)).user.hasSecondFactor).toBe(true);
  await admin.client.call(administrationRoutes.resetUserSecondFactor, at(person.id));
  expect((await get(person.id)).user).toMatchObject({ hasSecondFactor: false, version: 2 });
  const codes = await server.db
    .selectFrom("recovery_codes")
    .where("user_id", "=", person.id)
    .select("code_hash")
    .execute();
  expect(codes).toEqual([]);
  expect(await acts(person.id)).toMatchObject([{ action: "second-factor.removed" }]);
  const own = await admin.client.refused(administrationRoutes.resetUserSecondFactor, at(admin.user.id));
  expect(own.body.error.code).toBe("own_account");
});

describe("every change", () => {
  const changes: [
    string,
    (
      who: SignedIn["client"],
      userId: string,
    ) => Promise<{ status: number; body: { error: { code: string } } }>,
  ][] = [
    [
      "edit",
      (who, userId) =>
        who.refused(administrationRoutes.updateUser, { ...at(userId), body: { version: 1, name: "X" } }),
    ],
    ["delete", (who, userId) => who.refused(administrationRoutes.deleteUser, { ...at(userId), body: {} })],
    ["disable", (who, userId) => who.refused(administrationRoutes.disableUser, at(userId))],
    ["enable", (who, userId) => who.refused(administrationRoutes.enableUser, at(userId))],
    [
      "set the password of",
      (who, userId) =>
        who.refused(administrationRoutes.setUserPassword, {
          ...at(userId),
          body: { password: "a fine password" },
        }),
    ],
    ["end the sessions of", (who, userId) => who.refused(administrationRoutes.endUserSessions, at(userId))],
    [
      "reset the second factor of",
      (who, userId) => who.refused(administrationRoutes.resetUserSecondFactor, at(userId)),
    ],
  ];

  test.each(changes)(
    "refuses to %s a person without the permission, for any person",
    async (_name, refuse) => {
      const assigner = await signedInWith("roles:assign");
      for (const who of [member, assigner]) {
        for (const userId of [superAdmin.user.id, member.user.id, uuidv7()]) {
          const answer = await refuse(who.client, userId);
          expect([answer.status, answer.body.error.code]).toEqual([403, "forbidden"]);
        }
      }
      expect((await refuse(server.anyone, member.user.id)).status).toBe(401);
    },
  );

  test.each(changes)(
    "refuses to %s a super admin as an admin, and an admin as a user manager",
    async (_name, refuse) => {
      const hr = await signedInWith("users:manage");
      const owner = await signedInWith("admin:access");
      for (const [who, target] of [
        [admin, superAdmin],
        [admin, owner],
        [hr, superAdmin],
        [hr, admin],
      ] as const) {
        expect((await refuse(who.client, target.user.id)).body.error.code).toBe("forbidden");
      }
      expect((await refuse(hr.client, uuidv7())).body.error.code).toBe("user_not_found");
      expect((await refuse(admin.client, uuidv7())).body.error.code).toBe("user_not_found");
      expect((await get(superAdmin.user.id)).user.isDisabled).toBe(false);
    },
  );
});

describe("giving and taking roles", () => {
  test("an admin cannot give or remove the roles admin and super admin, not even for themselves", async () => {
    const person = await createPerson(server.db);
    const founder = await roleWith("admin:access");
    for (const role of ["admin", "super_admin", founder]) {
      expect(await refusal(admin, person.id, [id("user"), ids.get(role) ?? role])).toBe("forbidden");
      expect(await refusal(admin, admin.user.id, [id("admin"), ids.get(role) ?? role])).toBe(
        role === "admin" ? undefined : "forbidden",
      );
    }
    const other = await createPerson(server.db, { roles: ["admin", "user"] });
    expect(await refusal(admin, other.id, [id("user")])).toBe("forbidden");
    // A role that stays is neither given nor removed.
    expect(await refusal(admin, other.id, [id("admin"), id("writer")])).toBeUndefined();
    expect(await refusal(superAdmin, other.id, [id("user")])).toBeUndefined();
  });

  test("roles:assign gives and removes roles with the viewer's own permissions, and changes nothing else", async () => {
    const assigner = await signedInWith("roles:assign");
    const person = await createPerson(server.db, { roles: [] });
    const talker = await roleWith("roles:assign");
    expect(await refusal(assigner, person.id, [talker])).toBeUndefined();
    expect(await refusal(assigner, person.id, [talker, id("writer")])).toBe("forbidden");
    expect(await refusal(assigner, person.id, [id("admin")])).toBe("forbidden");
    expect(await refusal(assigner, assigner.user.id, [id("super_admin")])).toBe("forbidden");
    const { user } = await assigner.client.call(administrationRoutes.getUser, at(person.id));
    expect(user.roles).toMatchObject([{ id: talker }]);
    for (const changes of [{ name: "X" }, { email: "x@example.test" }, { departmentIds: [] }]) {
      const answer = await refusedUpdate(assigner, person.id, user.version, {
        roleIds: [talker],
        ...changes,
      });
      expect(answer.body.error.code).toBe("forbidden");
    }
    expect(await refusal(assigner, person.id, [])).toBeUndefined();
    // A role with further permissions, given by somebody else, cannot be removed.
    const writer = await createPerson(server.db, { roles: ["writer"] });
    expect(await refusal(assigner, writer.id, [])).toBe("forbidden");
  });

  test("users:manage alone cannot give or remove roles", async () => {
    const hr = await signedInWith("users:manage");
    const person = await createPerson(server.db);
    expect(await refusal(hr, person.id, [id("user"), id("writer")])).toBe("forbidden");
    expect(await refusal(hr, person.id, [])).toBe("forbidden");
    expect(await refusal(hr, hr.user.id, [id("admin")])).toBe("forbidden");
    const { user } = await update(hr, person.id, 1, {
      name: "By HR",
      departmentIds: [id("Backend")],
      roleIds: [id("user")],
    });
    expect(user).toMatchObject({ name: "By HR", departments: [{ name: "Backend" }] });
  });

  /** Tries to give a person these roles. Returns the error code, or undefined on success. */
  async function refusal(who: SignedIn, userId: string, roleIds: string[]): Promise<string | undefined> {
    const { version } = (await get(userId)).user;
    const answer = await who.client.send("PATCH", `/api/admin/users/${userId}`, {
      body: { version, roleIds },
    });
    return (answer.body as { error?: { code: string } }).error?.code;
  }
});

function at(userId: string) {
  return { params: { userId } };
}

function get(userId: string) {
  return superAdmin.client.call(administrationRoutes.getUser, at(userId));
}

function update(who: SignedIn, userId: string, version: number, changes: Changes) {
  return who.client.call(administrationRoutes.updateUser, { ...at(userId), body: { version, ...changes } });
}

function refusedUpdate(who: SignedIn, userId: string, version: number, changes: Changes) {
  return who.client.refused(administrationRoutes.updateUser, {
    ...at(userId),
    body: { version, ...changes },
  });
}

function signInRefused(person: TestPerson) {
  return server.anyone.refused(identityRoutes.createToken, {
    query: { grant_type: "password" },
    body: { email: person.email, password: person.password },
  });
}

async function newSuperAdmin() {
  return server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
}

async function roleWith(permission: string): Promise<string> {
  return (await createRole(server.db, { name: `role-${uuidv7()}`, permissions: [permission] })).id;
}

/** Signs in a person with only this permission. */
async function signedInWith(permission: string): Promise<SignedIn> {
  const role = await createRole(server.db, { name: `role-${uuidv7()}`, permissions: [permission] });
  return server.signIn(await createPerson(server.db, { roles: [role.name] }));
}

function links(userId: string) {
  return server.db.selectFrom("user_roles").selectAll().where("user_id", "=", userId).execute();
}

async function acts(userId: string) {
  const { rows } = await sql`SELECT actor_id, action, subject_name, before, after FROM audit_log
    WHERE subject_id = ${userId} AND action NOT LIKE 'session.%' ORDER BY number`.execute(server.db);
  return rows;
}

async function endReasons(userId: string) {
  const rows = await server.db
    .selectFrom("sessions")
    .select("end_reason")
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ end_reason }) => end_reason);
}

function id(name: string): string {
  const found = ids.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}
