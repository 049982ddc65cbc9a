import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { RouteCall } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson, createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

type Query = NonNullable<RouteCall<typeof administrationRoutes.listUsers>["query"]>;

const server = sharedServer();
let admin: SignedIn;
let member: SignedIn;

beforeAll(async () => {
  const { db } = server;
  await createRole(db, { name: "hr", permissions: ["users:manage"] });
  admin = await server.signIn(await createPerson(db, { name: "Zoe Admin", roles: ["admin"] }));
  const people = [
    { name: "ana Reef", departments: ["Backend", "DevOps"], roles: ["user", "hr"] },
    { name: "Ben 100%_Sand", departments: ["Backend"] },
    { name: "Cleo Tide", roles: ["pending"] },
    { name: "Dora Tide", roles: [] as string[] },
    { name: "Eli Super", roles: ["super_admin"] },
  ];
  for (const [index, person] of people.entries()) {
    const { id } = await createPerson(db, { ...person, email: `guest-${9 - index}@reef.test` });
    await sql`UPDATE accounts SET created_at = now() - ${index} * interval '1 day',
      last_active_at = ${index % 2 === 0 ? new Date(Date.UTC(2026, 0, 10 - index)) : null},
      disabled_at = ${person.name.startsWith("Ben") ? new Date() : null} WHERE id = ${id}`.execute(db);
  }
  member = await server.signIn(await createPerson(db, { name: "Milo Member" }));
});

describe("the table of users", () => {
  test("shows roles, departments and state, and what the viewer may do with each", async () => {
    const { users, total, page } = await list({});
    expect([total, page, users.length]).toEqual([7, 1, 7]);
    expect(users.find(({ name }) => name === "ana Reef")).toMatchObject({
      email: "guest-9@reef.test",
      roles: [{ name: "hr" }, { name: "user" }],
      departments: [{ name: "Backend" }, { name: "DevOps" }],
      isDisabled: false,
      hasSecondFactor: false,
      version: 1,
      canEdit: true,
      canDelete: true,
    });
    expect(users.find(({ name }) => name === "Eli Super")).toMatchObject({
      canEdit: false,
      canDelete: false,
    });
    expect(users.find(({ id }) => id === admin.user.id)).toMatchObject({ canEdit: true, canDelete: false });
    expect(users.find(({ name }) => name.startsWith("Ben"))).toMatchObject({ isDisabled: true });
    expect(JSON.stringify(users)).not.toContain("argon2");
  });

  test("is searched in name and email, in any case, with wildcards taken literally", async () => {
    expect(await names({ search: "TIDE" })).toEqual(["Cleo Tide", "Dora Tide"]);
    expect(await names({ search: "guest-9@REEF" })).toEqual(["ana Reef"]);
    expect(await names({ search: "100%_s" })).toEqual(["Ben 100%_Sand"]);
    expect(await names({ search: "%" })).toEqual(["Ben 100%_Sand"]);
    expect(await names({ search: "\\" })).toEqual([]);
    expect(await names({ search: " reef " })).toHaveLength(5);
    // Words in any order, without accents, and but for a slip.
    expect(await names({ search: "tíde dora" })).toEqual(["Dora Tide"]);
    expect(await names({ search: "supre" })).toEqual(["Eli Super"]);
    expect(await names({ search: "supre", status: "disabled" })).toEqual([]);
  });

  test("is filtered by role, department and state, together too", async () => {
    const ids = await idsByName();
    expect(await names({ roleId: ids.get("hr") })).toEqual(["ana Reef"]);
    expect(await names({ departmentId: ids.get("Backend") })).toEqual(["ana Reef", "Ben 100%_Sand"]);
    expect(await names({ status: "pending" })).toEqual(["Cleo Tide", "Dora Tide"]);
    expect(await names({ status: "disabled" })).toEqual(["Ben 100%_Sand"]);
    expect(await names({ status: "active" })).toEqual(["ana Reef", "Eli Super", "Milo Member", "Zoe Admin"]);
    expect(
      await names({
        roleId: ids.get("user"),
        departmentId: ids.get("Backend"),
        status: "active",
        search: "a",
      }),
    ).toEqual(["ana Reef"]);
    expect(await names({ roleId: uuidv7() })).toEqual([]);
  });

  test("is sorted by each column in both directions, with people who never signed in as the oldest", async () => {
    expect((await names({ sort: "name" }))[0]).toBe("ana Reef");
    expect((await names({ sort: "name", direction: "descending" }))[0]).toBe("Zoe Admin");
    const guests = { search: "@reef.test" };
    expect(await names({ ...guests, sort: "email" })).toEqual((await names(guests)).toReversed());
    expect(await names({ ...guests, sort: "createdAt", direction: "descending" })).toEqual(
      await names(guests),
    );
    const active = await names({ ...guests, sort: "lastActive", direction: "descending" });
    expect(active.slice(0, 3)).toEqual(["ana Reef", "Cleo Tide", "Eli Super"]);
    expect(await names({ ...guests, sort: "lastActive" })).toEqual(active.toReversed());
  });

  test("comes in pages, and answers the last one beyond the end", async () => {
    const first = await list({ pageSize: 3 });
    const third = await list({ pageSize: 3, page: 3 });
    const beyond = await list({ pageSize: 3, page: 1000 });
    expect([first.users.length, first.total, first.page]).toEqual([3, 7, 1]);
    expect([third.users.length, third.page]).toEqual([1, 3]);
    expect(beyond).toEqual(third);
    expect(await list({ search: "nobody at all", page: 4 })).toEqual({ users: [], total: 0, page: 1 });
    const all = [...first.users, ...(await list({ pageSize: 3, page: 2 })).users, ...third.users];
    expect(all.map(({ name }) => name)).toEqual(await names({}));
  });

  test.each([
    "page=0",
    "page=x",
    "pageSize=101",
    "sort=password",
    "direction=up",
    "roleId=1",
    "search=%00",
    "status=gone",
  ])("refuses %s", async (query) => {
    expect((await admin.client.send("GET", `/api/admin/users?${query}`)).status).toBe(400);
  });
});

test("the summary counts accounts, roles but pending, and departments", async () => {
  expect(await admin.client.call(administrationRoutes.getSummary, {})).toEqual({
    userCount: 7,
    activeRoleCount: 4,
    departmentCount: 5,
    pendingCount: 2,
  });
});

test("returns a single account, and 404 for a missing one", async () => {
  const { user } = await admin.client.call(administrationRoutes.getUser, {
    params: { userId: member.user.id },
  });
  expect(user).toMatchObject({ id: member.user.id, name: "Milo Member", roles: [{ name: "user" }] });
  const missing = await admin.client.refused(administrationRoutes.getUser, { params: { userId: uuidv7() } });
  expect([missing.status, missing.body.error.code]).toEqual([404, "user_not_found"]);
});

test("refuses the list to people without the permission", async () => {
  const { userId } = { userId: admin.user.id };
  for (const refuse of [
    (who: SignedIn["client"]) => who.refused(administrationRoutes.getSummary, {}),
    (who: SignedIn["client"]) => who.refused(administrationRoutes.listUsers, { query: {} }),
    (who: SignedIn["client"]) => who.refused(administrationRoutes.getUser, { params: { userId } }),
    (who: SignedIn["client"]) => who.refused(administrationRoutes.getUser, { params: { userId: uuidv7() } }),
    (who: SignedIn["client"]) => who.refused(administrationRoutes.countOwned, { params: { userId } }),
  ]) {
    const outside = await refuse(member.client);
    expect([outside.status, outside.body.error.code]).toEqual([403, "forbidden"]);
    expect((await refuse(server.anyone)).status).toBe(401);
  }
});

function list(query: Query) {
  return admin.client.call(administrationRoutes.listUsers, { query });
}

async function names(query: Query) {
  return (await list(query)).users.map(({ name }) => name);
}

async function idsByName() {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM roles UNION ALL SELECT id, name FROM departments`.execute(server.db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}
