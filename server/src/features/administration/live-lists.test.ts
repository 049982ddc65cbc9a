import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { EventPayload } from "@atoll/contract/events";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { byId, eventEqualsRefetch, named } from "../../../test/event-equals-refetch.ts";
import { createPerson, createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import type { TestSocket } from "../../../test/socket.ts";

// Viewers of an administration list are told which item has changed, no matter who changed it. The previous list with
// that item fetched again must equal a fresh fetch of the whole list.

const server = sharedServer();
let [looking, acting]: SignedIn[] = [];
let socket: TestSocket;
let person: SignedIn;
let roleId: string;
let departmentId: string;

beforeAll(async () => {
  const admins = await Promise.all([1, 2].map(() => createPerson(server.db, { roles: ["super_admin"] })));
  [looking, acting] = await Promise.all(admins.map((admin) => server.signIn(admin)));
  person = await server.signIn(await createPerson(server.db, { departments: ["Backend"] }));
  ({ id: roleId } = await createRole(server.db, { name: "steward" }));
  departmentId = await departmentNamed("Backend");
  socket = await server.connect(looking!);
});

const call = () => acting!.client.call;
const ofPerson = () => ({ params: { userId: person.user.id } });

async function people() {
  const { users } = await looking!.client.call(administrationRoutes.listUsers, { query: { pageSize: 100 } });
  // A moment that passes, and not a change.
  return byId(users.map(({ lastActive: _, ...user }) => user));
}
const roles = async () =>
  byId((await looking!.client.call(administrationRoutes.listRoles, { query: {} })).roles);
const departments = async () =>
  byId((await looking!.client.call(administrationRoutes.listDepartments, {})).departments);
const members = async () =>
  (
    await looking!.client.call(administrationRoutes.listDepartmentMembers, {
      params: { departmentId },
      query: {},
    })
  ).items;

async function account() {
  return (await looking!.client.call(administrationRoutes.getUser, ofPerson())).user;
}
async function edit(change: object) {
  const { version } = await account();
  return call()(administrationRoutes.updateUser, { ...ofPerson(), body: { version, ...change } });
}

const changesOfPeople: Record<string, () => Promise<unknown>> = {
  created: () =>
    call()(administrationRoutes.createUser, {
      body: { name: "Nell New", email: "nell@example.test", password: "seven herons on a pier" },
    }),
  "created without a role, as by single sign-on": () =>
    sql`WITH one AS (INSERT INTO profiles (id, name) VALUES (${uuidv7()}, 'Pat Pending') RETURNING id)
      INSERT INTO accounts (id, email, password_hash) SELECT id, 'pat@example.test', '' FROM one`.execute(
      server.db,
    ),
  renamed: () => edit({ name: "Robin Renamed" }),
  "renamed by themselves": () =>
    person.client.call(identityRoutes.updateCurrentUser, { body: { name: "Robin Own" } }),
  "given a role": () => edit({ roleIds: [roleId] }),
  "put into a department": async () =>
    call()(administrationRoutes.addDepartmentMember, {
      params: { departmentId: await departmentNamed("Marketing"), userId: person.user.id },
    }),
  "given a password": () =>
    call()(administrationRoutes.setUserPassword, {
      ...ofPerson(),
      body: { password: "nine herons on a pier" },
    }),
  disabled: () => call()(administrationRoutes.disableUser, ofPerson()),
  enabled: () => call()(administrationRoutes.enableUser, ofPerson()),
  deleted: async () => {
    const nell = (await people()).find(({ name }) => name === "Nell New");
    return call()(administrationRoutes.deleteUser, { params: { userId: nell!.id }, body: {} });
  },
};

test.each(Object.entries(changesOfPeople))("a person is %s", async (_what, act) => {
  const apply = named<EventPayload<"person.changed">, Awaited<ReturnType<typeof people>>[number]>(
    ({ userId }) => userId,
  );
  await eventEqualsRefetch({ socket, event: "person.changed", fetch: people, act, apply });
});

const changesOfRoles: Record<string, () => Promise<unknown>> = {
  created: () => call()(administrationRoutes.createRole, { body: { name: "almoner" } }),
  described: async () => {
    const { version } = (await roles()).find(({ id }) => id === roleId)!;
    const body = { version, description: "Looks after accounts" };
    return call()(administrationRoutes.updateRole, { params: { roleId }, body });
  },
  "given a permission": async () => {
    const { version } = (await roles()).find(({ id }) => id === roleId)!;
    const body = { version, permissions: [{ resource: "chat", action: "access" }] };
    return call()(administrationRoutes.setRolePermissions, { params: { roleId }, body });
  },
  "taken from its holder": () => edit({ roleIds: [] }),
  deleted: () => call()(administrationRoutes.deleteRole, { params: { roleId } }),
};

test.each(Object.entries(changesOfRoles))("a role is %s", async (_what, act) => {
  const apply = named<EventPayload<"role.changed">, Awaited<ReturnType<typeof roles>>[number]>(
    ({ roleId: id }) => id,
  );
  await eventEqualsRefetch({ socket, event: "role.changed", fetch: roles, act, apply });
});

test.each([
  ["created", () => call()(administrationRoutes.createDepartment, { body: { name: "Lighthouse" } })],
  [
    "renamed",
    async () => {
      const { version } = (await departments()).find(({ id }) => id === departmentId)!;
      const body = { version, name: "Back end" };
      return call()(administrationRoutes.updateDepartment, { params: { departmentId }, body });
    },
  ],
  [
    "joined",
    () =>
      call()(administrationRoutes.addDepartmentMember, {
        params: { departmentId, userId: acting!.user.id },
      }),
  ],
] satisfies [string, () => Promise<unknown>][])("a department is %s", async (_what, act) => {
  const apply = named<EventPayload<"department.changed">, Awaited<ReturnType<typeof departments>>[number]>(
    ({ departmentId: id }) => id,
  );
  await eventEqualsRefetch({ socket, event: "department.changed", fetch: departments, act, apply });
});

test.each([
  [
    "taken out",
    () =>
      call()(administrationRoutes.removeDepartmentMember, {
        params: { departmentId, userId: acting!.user.id },
      }),
  ],
  ["called otherwise", () => edit({ name: "Robin Again" })],
  ["written to elsewhere", () => edit({ email: "robin.again@example.test" })],
  ["deleted", () => call()(administrationRoutes.deleteUser, { ...ofPerson(), body: {} })],
] satisfies [string, () => Promise<unknown>][])("a member is %s", async (_what, act) => {
  await eventEqualsRefetch({
    socket,
    event: "department.changed",
    fetch: members,
    act,
    // The event names the department, whose members are refetched.
    apply: (before, payload, fresh) => (payload.departmentId === departmentId ? fresh : before),
  });
});

test("a change of many items is broadcast once, not a thousand times", async () => {
  const heard = socket.received.length;
  const csv = `name,email,password\n${Array.from({ length: 30 }, (_, index) => `Row ${index},row-${index}@example.test,seven herons ${index}`).join("\n")}`;
  await call()(administrationRoutes.importUsers, { body: { csv, isDryRun: false } });
  await expect
    .poll(() => socket.received.slice(heard).map(({ name }) => name))
    .toContain("administration.changed");
  // A later change has been broadcast, so no event of the import is pending.
  const { role } = await call()(administrationRoutes.createRole, { body: { name: "warden" } });
  await expect.poll(() => rolesNamed(heard)).toContain(role.id);
  const names = socket.received.slice(heard).map(({ name }) => name);
  expect(names.filter((name) => name === "person.changed")).toEqual([]);
  expect(names.filter((name) => name === "administration.changed").length).toBeLessThanOrEqual(2);
});

function rolesNamed(from: number): string[] {
  return socket.received
    .slice(from)
    .flatMap((event) => (event.name === "role.changed" ? [event.payload.roleId] : []));
}

test("sends a viewer nothing more after telling them that they lost the permission", async () => {
  const former = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
  const hearing = await server.connect(former);
  await sql`UPDATE user_roles SET role_id = (SELECT id FROM roles WHERE name = 'user')
    WHERE user_id = ${former.user.id}`.execute(server.db);
  await hearing.next("viewer.changed");
  const before = hearing.received.length;
  const { department } = await call()(administrationRoutes.createDepartment, { body: { name: "Pier" } });
  await expect
    .poll(() => socket.received.map(({ payload }) => payload))
    .toContainEqual({ departmentId: department.id });
  // Their own room still works: this arrives after all previous events.
  await server.signIn({ ...former.user, password: "correct horse battery" });
  await hearing.next("sessions.changed");
  expect(hearing.received.slice(before).map(({ name }) => name)).toEqual(["sessions.changed"]);
  hearing.close();
});

async function departmentNamed(name: string): Promise<string> {
  const row = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return row.id;
}
