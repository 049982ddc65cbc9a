import { administrationRoutes } from "@atoll/contract/administration/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { RouteCall } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { createPerson, createRole, type TestPerson } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";
import { everybodyNotified } from "../../../../test/settled.ts";

const server = sharedServer();
let superAdmin: SignedIn;
let admin: SignedIn;
let ids: Map<string, string>;

beforeAll(async () => {
  await createRole(server.db, { name: "writer", permissions: ["knowledge:write"] });
  await createRole(server.db, { name: "assigner", permissions: ["roles:assign"] });
  superAdmin = await server.signIn(await createPerson(server.db, { name: "Sol", roles: ["super_admin"] }));
  admin = await server.signIn(await createPerson(server.db, { name: "Ada", roles: ["admin"] }));
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM roles UNION ALL SELECT id, name FROM departments`.execute(server.db);
  ids = new Map(rows.map(({ id, name }) => [name, id]));
});

test("one request changes roles and departments of several people, with a notification and log entry for each of them", async () => {
  const [ann, ben, cleo] = await threePeople();
  const browser = await server.connect(await server.signIn(ann));
  const outcomes = await change(admin, [ann, ben, cleo], {
    addRoleIds: [id("writer")],
    addDepartmentIds: [id("DevOps")],
    removeDepartmentIds: [id("Backend")],
  });
  expect(outcomes).toEqual(
    [ann, ben, cleo].map(({ id: userId, name }) => ({ userId, name, fate: "changed", reason: "" })),
  );
  await browser.next("viewer.changed");
  for (const person of [ann, ben, cleo]) {
    const { user } = await get(person);
    expect(user).toMatchObject({ roles: [{ name: "user" }, { name: "writer" }], version: 2 });
    expect(user.departments).toEqual([{ id: id("DevOps"), name: "DevOps" }]);
    expect(await acts(person)).toEqual([
      {
        action: "user.updated",
        actor_id: admin.user.id,
        subject_name: person.name,
        before: { roles: ["user"], departments: ["Backend"] },
        after: { roles: ["user", "writer"], departments: ["DevOps"] },
      },
    ]);
  }
  await everybodyNotified(server.db);
  const { items } = await (await server.signIn(ben)).client.call(notificationRoutes.listNotifications, {
    query: {},
  });
  expect(items.map(({ kind }) => kind).toSorted()).toEqual([
    "department.joined",
    "department.left",
    "role.given",
  ]);

  // Once more, it is so already: nothing is written.
  const again = await change(admin, [ann, ben, cleo], { addRoleIds: [id("writer")] });
  expect(again.map(({ fate }) => fate)).toEqual(["unchanged", "unchanged", "unchanged"]);
  expect((await get(ann)).user.version).toBe(2);
  expect(await acts(ann)).toHaveLength(1);
});

test("a role admits a pending person, and losing the last one signs them out", async () => {
  const waiting = await createPerson(server.db, { name: "Waiting", roles: ["pending"] });
  const losing = await createPerson(server.db, { name: "Losing", roles: ["user"] });
  const browser = await server.signIn(losing);
  await change(admin, [waiting], { addRoleIds: [id("user")] });
  expect((await get(waiting)).user.roles).toEqual([{ id: id("user"), name: "user" }]);
  await change(admin, [losing], { removeRoleIds: [id("user")] });
  const out = await browser.client.refused(identityRoutes.getCurrentUser, {});
  expect(out.body.error.code).toBe("account_pending");
});

test("people who may not be changed are listed with the reason, and the others are changed", async () => {
  const [ann] = await threePeople();
  const gone = { id: uuidv7(), name: "" };
  const outcomes = await change(admin, [superAdmin.user, ann, admin.user, gone], { isDisabled: true });
  expect(outcomes.map(({ fate, name, reason }) => [name, fate, reason])).toEqual([
    ["Sol", "refused", "Only someone with more permissions can change this account."],
    [ann.name, "changed", ""],
    ["Ada", "refused", "You cannot do this to your own account."],
    ["", "refused", "This account has since been deleted."],
  ]);
  expect((await get(ann)).user.isDisabled).toBe(true);
  expect((await get(superAdmin.user)).user.isDisabled).toBe(false);
  expect(await acts(superAdmin.user)).toEqual([]);

  const given = await change(admin, [ann, admin.user], { addRoleIds: [id("super_admin")] });
  expect(given.map(({ reason }) => reason)).toEqual([
    "You may not give the role Super admin.",
    "You cannot give yourself a role.",
  ]);
  const own = await change(superAdmin, [superAdmin.user], { removeRoleIds: [id("super_admin")] });
  expect(own[0]?.reason).toBe("Your own roles are taken away in your own account only.");
  const joined = await change(admin, [admin.user], { addDepartmentIds: [id("DevOps")] });
  expect(joined[0]?.reason).toBe("You cannot give yourself a department.");
});

test("people disabled together lose access at once, and get it back when they are enabled", async () => {
  const people = await threePeople();
  const browsers = await Promise.all(people.map((person) => server.signIn(person)));
  const sockets = await Promise.all(browsers.map((browser) => server.connect(browser)));
  await change(admin, people, { isDisabled: true });
  await Promise.all(sockets.map((socket) => socket.cut));
  expect((await browsers[0]!.client.refused(identityRoutes.getCurrentUser, {})).status).toBeGreaterThan(400);
  const outcomes = await change(admin, people, { isDisabled: false });
  expect(outcomes.map(({ fate }) => fate)).toEqual(["changed", "changed", "changed"]);
  await server.signIn(people[0]);
  expect((await acts(people[1])).map(({ action }) => action)).toEqual(["user.disabled", "user.enabled"]);
});

test("the last super admin who can sign in stays one, whatever else changes", async () => {
  const owner = await createRole(server.db, { name: "owner", permissions: ["admin:access"] });
  const stand = await server.signIn(await createPerson(server.db, { name: "Stand-in", roles: ["owner"] }));
  const other = await createPerson(server.db, { name: "Other", roles: ["super_admin"] });
  const both = await change(stand, [other, superAdmin.user], { isDisabled: true });
  expect(both.map(({ fate, reason }) => [fate, reason])).toEqual([
    ["changed", ""],
    [
      "refused",
      "This is the last super administrator who can sign in. Make someone else a super administrator first.",
    ],
  ]);
  const roles = await change(stand, [superAdmin.user], { removeRoleIds: [id("super_admin")] });
  expect(roles[0]?.fate).toBe("refused");
  expect((await get(superAdmin.user)).user).toMatchObject({ isDisabled: false });
  // A super admin who cannot sign in does not count.
  const gone = await change(stand, [other], { removeRoleIds: [id("super_admin")] });
  expect(gone[0]?.fate).toBe("changed");
  expect(owner.id).toBeTruthy();
});

test("a viewer who may only assign roles changes nothing else, and only gives roles with their own permissions", async () => {
  const assigner = await server.signIn(await createPerson(server.db, { roles: ["assigner"] }));
  const [ann] = await threePeople();
  const refused = (body: object) =>
    assigner.client.refused(administrationRoutes.changePeople, { body: { userIds: [ann.id], ...body } });
  for (const body of [{ isDisabled: true }, { addDepartmentIds: [id("DevOps")] }]) {
    expect((await refused(body)).body.error.code).toBe("forbidden");
  }
  const outcomes = await change(assigner, [ann], { addRoleIds: [id("writer")] });
  expect(outcomes[0]?.reason).toBe("You may not give the role Writer.");
  expect((await change(assigner, [ann], { addRoleIds: [id("assigner")] }))[0]?.fate).toBe("changed");
});

test.each([
  ["pending, which nobody is given", () => ({ addRoleIds: [id("pending")] }), "role_not_found"],
  ["a role that is gone", () => ({ removeRoleIds: [uuidv7()] }), "role_not_found"],
  ["a department that is gone", () => ({ addDepartmentIds: [uuidv7()] }), "department_not_found"],
  [
    "more people than go at once",
    () => ({ userIds: Array.from({ length: 101 }, uuidv7) }),
    "invalid_request",
  ],
  ["nobody", () => ({ userIds: [] }), "invalid_request"],
])("%s is refused as a whole", async (_name, body, code) => {
  const [ann] = await threePeople();
  const answer = await admin.client.refused(administrationRoutes.changePeople, {
    body: { userIds: [ann.id], ...body() },
  });
  expect(answer.body.error.code).toBe(code);
});

type Change = Omit<RouteCall<typeof administrationRoutes.changePeople>["body"], "userIds">;

async function change(who: SignedIn, people: readonly { id: string }[], body: Change) {
  const { outcomes } = await who.client.call(administrationRoutes.changePeople, {
    body: { ...body, userIds: people.map((person) => person.id) },
  });
  return outcomes;
}

async function threePeople(): Promise<[TestPerson, TestPerson, TestPerson]> {
  const make = (name: string) => createPerson(server.db, { name, departments: ["Backend"] });
  return [await make("Ann"), await make("Ben"), await make("Cleo")];
}

const get = (person: { id: string }) =>
  admin.client.call(administrationRoutes.getUser, { params: { userId: person.id } });

function id(name: string): string {
  const found = ids.get(name);
  if (found === undefined) throw new Error(`there is nothing named ${name}`);
  return found;
}

async function acts(person: { id: string }) {
  return server.db
    .selectFrom("audit_log")
    .select(["action", "actor_id", "subject_name", "before", "after"])
    .where("subject_id", "=", person.id)
    .orderBy("number")
    .execute();
}
