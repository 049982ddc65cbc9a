import { administrationRoutes } from "@atoll/contract/administration/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import {
  createChannel,
  createPerson,
  createRole,
  type TestPerson,
  testPassword,
} from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";

// Managing accounts must never allow reading what is private to others.

const givenPassword = "seven pelicans on a pier";

const server = sharedServer();
let admin: SignedIn;
let superAdmin: SignedIn;
beforeAll(async () => {
  await createRole(server.db, { name: "people office", permissions: ["users:manage", "chat:access"] });
  await createRole(server.db, { name: "role office", permissions: ["roles:manage"] });
  await createRole(server.db, { name: "editor", permissions: ["knowledge:write"] });
  admin = await server.signIn(await createPerson(server.db, { name: "Ada Admin", roles: ["admin"] }));
  superAdmin = await server.signIn(
    await createPerson(server.db, { name: "Sue Super", roles: ["super_admin"] }),
  );
});

describe("deleting a person", () => {
  test("hands a private channel to an heir who is a member, otherwise to the longest-standing member, otherwise to nobody", async () => {
    const leaver = await createPerson(server.db, { name: "Lee Leaver" });
    const longest = await createPerson(server.db);
    const newest = await createPerson(server.db);
    const withHeir = await owned(leaver, "PRIVATE", [longest, admin.user]);
    const without = await owned(leaver, "PRIVATE", [longest, newest]);
    const alone = await owned(leaver, "PRIVATE", []);
    const open = await owned(leaver, "PUBLIC", [longest]);
    await sql`UPDATE channel_members SET joined_at = now() - interval '1 day' WHERE user_id = ${longest.id}`.execute(
      server.db,
    );
    await admin.client.call(administrationRoutes.deleteUser, {
      params: { userId: leaver.id },
      body: { handOverTo: admin.user.id },
    });
    expect(await ownersOf(withHeir)).toEqual([admin.user.id]);
    expect(await ownersOf(without)).toEqual([longest.id]);
    expect(await ownersOf(open)).toEqual([admin.user.id]);
    expect(await membersOf(alone)).toEqual([]);
    expect(await isArchived(alone)).toBe(true);
    expect([await isArchived(withHeir), await isArchived(without)]).toEqual([false, false]);
    for (const channelId of [without, alone]) {
      const refused = await admin.client.refused(chatRoutes.getChannel, { params: { channelId } });
      expect(refused.body.error.code).toBe("channel_not_found");
    }
  });

  test("leaves no private channel that anyone can find when there is no heir", async () => {
    const leaver = await createPerson(server.db);
    const alone = await owned(leaver, "PRIVATE", []);
    await admin.client.call(administrationRoutes.deleteUser, { params: { userId: leaver.id }, body: {} });
    expect(await isArchived(alone)).toBe(true);
  });
});

describe("an administrator's own account", () => {
  test("cannot be given departments and roles by an admin", async () => {
    const { id } = admin.user;
    const backend = await departmentId("Backend");
    const before = await holdings(id);
    const editor = await roleId("editor");
    const own = await roleId("admin");
    const refusals = [
      await admin.client.refused(administrationRoutes.updateUser, {
        params: { userId: id },
        body: { version: await version(id), departmentIds: [backend] },
      }),
      await admin.client.refused(administrationRoutes.updateUser, {
        params: { userId: id },
        body: { version: await version(id), roleIds: [own, editor] },
      }),
      await admin.client.refused(administrationRoutes.addDepartmentMember, {
        params: { departmentId: backend, userId: id },
      }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await holdings(id)).toEqual(before);
  });

  test("can be given them by a super admin, and everyone affected is notified until they have read it", async () => {
    const member = await server.signIn(await createPerson(server.db, { departments: ["DevOps"] }));
    const holder = await server.signIn(await createPerson(server.db, { roles: ["user", "editor"] }));
    const socket = await server.connect(member);
    const { id } = superAdmin.user;
    await superAdmin.client.call(administrationRoutes.addDepartmentMember, {
      params: { departmentId: await departmentId("DevOps"), userId: id },
    });
    await superAdmin.client.call(administrationRoutes.updateUser, {
      params: { userId: id },
      body: {
        version: await version(id),
        roleIds: [await roleId("super_admin"), await roleId("editor")],
        departmentIds: [await departmentId("DevOps"), await departmentId("Marketing")],
      },
    });
    await socket.next("viewer.changed");
    const [entered] = await notices(member);
    expect(entered).toMatchObject({ kind: "department.entered", actor: "Sue Super", place: "DevOps" });
    expect(await notices(holder)).toMatchObject([{ kind: "role.taken", place: "editor" }]);
    expect(await notices(superAdmin)).toEqual([]);
    // Another person cannot dismiss their notice.
    const params = { noticeId: entered?.id ?? "" };
    await holder.client.call(identityRoutes.dismissNotice, { params });
    expect(await notices(member)).toHaveLength(1);
    await member.client.call(identityRoutes.dismissNotice, { params });
    expect(await notices(member)).toEqual([]);
  });
});

describe("the sign-in methods of a person", () => {
  test("can only be changed by people with every permission of theirs", async () => {
    const officer = await server.signIn(await createPerson(server.db, { roles: ["people office"] }));
    const editor = await createPerson(server.db, { roles: ["user", "editor"] });
    const roleManager = await createPerson(server.db, { roles: ["user", "role office"] });
    for (const [who, person] of [
      [officer, editor],
      [admin, roleManager],
    ] as const) {
      const params = { userId: person.id };
      const refusals = [
        await who.client.refused(administrationRoutes.setUserPassword, {
          params,
          body: { password: givenPassword },
        }),
        await who.client.refused(administrationRoutes.resetUserSecondFactor, { params }),
        await who.client.refused(administrationRoutes.updateUser, {
          params,
          body: { version: 1, email: "mine@example.test" },
        }),
      ];
      expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
      const { user } = await who.client.call(administrationRoutes.getUser, { params });
      expect(user).toMatchObject({ canResetSignIn: false, email: person.email });
      await server.signIn(person);
    }
  });

  test("requires a new password: the person is signed out everywhere, notified, and blocked until they choose one", async () => {
    const person = await createPerson(server.db);
    const before = await server.signIn(person);
    await admin.client.call(administrationRoutes.setUserPassword, {
      params: { userId: person.id },
      body: { password: givenPassword },
    });
    expect((await before.client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);

    await everybodyNotified(server.db);
    const after = await server.signIn({ ...person, password: givenPassword });
    expect(after.user).toMatchObject({
      mustChoosePassword: true,
      notices: [{ kind: "password.set", actor: "Ada Admin" }],
    });
    for (const refused of [
      await after.client.refused(chatRoutes.listChannels, { query: {} }),
      await after.client.refused(identityRoutes.listSessions, {}),
    ]) {
      expect(refused.body.error.code).toBe("new_password_required");
    }
    const change = (body: { name?: string; currentPassword?: string; password?: string }) =>
      after.client.send("PATCH", "/api/auth/user", { body });
    expect(await codeOf(change({ name: "Another" }))).toBe("new_password_required");
    expect(await codeOf(change({ currentPassword: givenPassword, password: givenPassword }))).toBe(
      "password_unchanged",
    );
    expect((await change({ currentPassword: givenPassword, password: testPassword })).status).toBe(200);
    await after.client.call(chatRoutes.listChannels, { query: {} });
    expect((await server.signIn(person)).user.mustChoosePassword).toBe(false);
  });

  test("requires a new password after a change of email and the removal of the second factor too", async () => {
    const renamed = await createPerson(server.db);
    const session = await server.signIn(renamed);
    await admin.client.call(administrationRoutes.updateUser, {
      params: { userId: renamed.id },
      body: { version: 1, email: "renamed@example.test" },
    });
    expect((await session.client.refused(identityRoutes.getCurrentUser, {})).status).toBe(401);
    await everybodyNotified(server.db);
    const { user } = await server.signIn({ ...renamed, email: "renamed@example.test" });
    expect(user).toMatchObject({ mustChoosePassword: true, notices: [{ kind: "email.changed" }] });

    const careful = await createPerson(server.db);
    await sql`INSERT INTO second_factors (user_id, secret, confirmed_at) VALUES (${careful.id}, 'x', now())`.execute(
      server.db,
    );
    await admin.client.call(administrationRoutes.resetUserSecondFactor, { params: { userId: careful.id } });
    await everybodyNotified(server.db);
    const signedIn = await server.signIn(careful);
    expect(signedIn.user).toMatchObject({
      mustChoosePassword: true,
      notices: [{ kind: "second-factor.removed" }],
    });
  });
});

async function owned(by: TestPerson, type: "PUBLIC" | "PRIVATE", others: { id: string }[]): Promise<string> {
  const { id } = await createChannel(server.db, { type, members: [by, ...others] });
  await sql`UPDATE channel_members SET is_owner = true WHERE channel_id = ${id} AND user_id = ${by.id}`.execute(
    server.db,
  );
  await sql`UPDATE channels SET created_by = ${by.id} WHERE id = ${id}`.execute(server.db);
  return id;
}

async function ownersOf(channelId: string): Promise<string[]> {
  const rows = await members(channelId);
  return rows.filter(({ is_owner }) => is_owner).map(({ user_id }) => user_id);
}

async function membersOf(channelId: string): Promise<string[]> {
  return (await members(channelId)).map(({ user_id }) => user_id);
}

function members(channelId: string) {
  return server.db
    .selectFrom("channel_members")
    .select(["user_id", "is_owner"])
    .where("channel_id", "=", channelId)
    .execute();
}

async function isArchived(channelId: string): Promise<boolean> {
  const row = await server.db
    .selectFrom("channels")
    .select("archived_at")
    .where("id", "=", channelId)
    .executeTakeFirstOrThrow();
  return row.archived_at !== null;
}

async function roleId(name: string): Promise<string> {
  return (await server.db.selectFrom("roles").select("id").where("name", "=", name).executeTakeFirstOrThrow())
    .id;
}

async function departmentId(name: string): Promise<string> {
  const row = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function version(userId: string): Promise<number> {
  const row = await server.db
    .selectFrom("accounts")
    .select("version")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.version;
}

async function holdings(userId: string) {
  const { rows } = await sql`SELECT role_id AS id FROM user_roles WHERE user_id = ${userId}
    UNION SELECT department_id FROM user_departments WHERE user_id = ${userId} ORDER BY id`.execute(
    server.db,
  );
  return rows;
}

async function notices(of: SignedIn) {
  await everybodyNotified(server.db);
  await server.felt();
  return (await of.client.call(identityRoutes.getCurrentUser, {})).user.notices;
}

async function codeOf(answer: Promise<{ body: unknown }>): Promise<string> {
  return ((await answer).body as { error: { code: string } }).error.code;
}
