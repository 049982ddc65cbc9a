import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { RouteCall } from "@atoll/contract/route";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createPeople, createPerson, createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

const {
  listDepartments,
  createDepartment,
  updateDepartment,
  listDepartmentMembers,
  addDepartmentMember,
  removeDepartmentMember,
  getUser,
  updateUser,
} = administrationRoutes;

const server = sharedServer();
let admin: SignedIn;
/** Has departments:manage and no other administrative permission. */
let manager: SignedIn;
let peopleOffice: SignedIn;
let roleOffice: SignedIn;
let auditor: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  for (const name of ["departments:manage", "users:manage", "roles:manage", "audit:read"]) {
    await createRole(server.db, { name, permissions: [name] });
  }
  const holder = async (role: string) =>
    server.signIn(await createPerson(server.db, { roles: ["user", role] }));
  admin = await holder("admin");
  manager = await holder("departments:manage");
  peopleOffice = await holder("users:manage");
  roleOffice = await holder("roles:manage");
  auditor = await holder("audit:read");
  member = await server.signIn(await createPerson(server.db));
});

describe("the list", () => {
  test("has every department by name, with its address and the number of its members", async () => {
    const person = await createPerson(server.db, { departments: ["DevOps"] });
    await createPerson(server.db, { departments: ["DevOps", "Backend"] });
    const { departments } = await manager.client.call(listDepartments, {});
    expect(departments.map(({ name }) => name)).toEqual([
      "Backend",
      "Business Development",
      "DevOps",
      "Frontend",
      "Marketing",
    ]);
    expect(departments[1]).toMatchObject({ slug: "business-development", version: 1, memberCount: 0 });
    expect(departments[2]).toMatchObject({ slug: "devops", memberCount: 2 });
    await server.db.deleteFrom("accounts").where("id", "=", person.id).execute();
    expect((await department("DevOps")).memberCount).toBe(1);
  });

  test("requires managing departments, people or roles", async () => {
    for (const who of [admin, peopleOffice, roleOffice]) await who.client.call(listDepartments, {});
    for (const who of [member, auditor]) {
      expect((await who.client.refused(listDepartments, {})).body.error.code).toBe("forbidden");
    }
    expect((await server.anyone.refused(listDepartments, {})).body.error.code).toBe("not_authenticated");
  });
});

describe("creating", () => {
  test("creates an empty department with an address made from its name, and a log entry", async () => {
    const created = await create({ name: "  Client Care ", description: "Answers clients" });
    expect(created).toMatchObject({
      name: "Client Care",
      slug: "client-care",
      description: "Answers clients",
      memberCount: 0,
      version: 1,
    });
    expect(await department("Client Care")).toEqual(created);
    expect(await lastAct(created.id)).toMatchObject({
      action: "department.created",
      actor_id: manager.user.id,
      subject_type: "department",
      subject_name: "Client Care",
      after: { name: "Client Care", slug: "client-care", description: "Answers clients" },
    });
  });

  test.each([
    ["R&D / Labs", "r-d-labs"],
    ["R&D: Labs", "r-d-labs-2"],
    ["r d labs", "r-d-labs-3"],
    ["Größe & Maß", "größe-maß"],
    ["開発", "開発"],
    ["../../etc", "etc"],
    // Other pages have these addresses.
    ["Admin", "admin-2"],
    ["Chat", "chat-2"],
    ["Knowledge Base", "knowledge-base-2"],
    ["Login", "login-2"],
    ["API", "api-2"],
  ])("%s gets the address %s", async (name, slug) => {
    expect((await create({ name })).slug).toBe(slug);
  });

  test("gives two departments created at the same time different addresses", async () => {
    const [one, other] = await Promise.all([create({ name: "Field Work" }), create({ name: "Field-Work" })]);
    expect([one.slug, other.slug].toSorted()).toEqual(["field-work", "field-work-2"]);
  });

  test("refuses a name that is taken, ignoring case and also concurrently", async () => {
    expect((await refusedCreate({ name: "BACKEND" })).body.error).toMatchObject({
      code: "department_name_taken",
    });
    const answers = await Promise.all(
      ["Finance", "finance", "FINANCE"].map((name) =>
        manager.client.send("POST", "/api/admin/departments", { body: { name } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  test.each(["", "  ", "!!!", "—", "x".repeat(101), "nul\u0000l"])(
    "refuses %j, which is no name",
    async (name) => {
      const answer = await refusedCreate({ name });
      expect(answer.body.error.code).toBe("invalid_request");
      expect(answer.body.error.fields).toMatchObject([{ path: "name" }]);
    },
  );
});

describe("renaming", () => {
  test("keeps the address, and is shown to the members at once", async () => {
    const created = await create({ name: "Old Name" });
    const person = await createPerson(server.db, { departments: ["Old Name"] });
    const inside = await server.signIn(person);
    const socket = await server.connect(inside);
    const renamed = await update(created, { name: "New Name", description: "Now with a text" });
    expect(renamed).toMatchObject({ name: "New Name", slug: "old-name", version: 2, memberCount: 1 });
    await socket.next("viewer.changed");
    const { user } = await inside.client.call(identityRoutes.getCurrentUser, {});
    expect(user.departments).toMatchObject([{ id: created.id, name: "New Name", slug: "old-name" }]);
    expect(await lastAct(created.id)).toMatchObject({
      action: "department.updated",
      subject_name: "Old Name",
      before: { name: "Old Name", description: "" },
      after: { name: "New Name", description: "Now with a text" },
    });
    // The address stays taken by who had it first.
    expect((await create({ name: "Old Name" })).slug).toBe("old-name-2");
  });

  test("refuses the later of two edits, and the name of another department", async () => {
    const created = await create({ name: "Edited Twice" });
    await update(created, { description: "first" });
    expect((await refusedUpdate(created, { description: "second" })).body.error.code).toBe(
      "changed_meanwhile",
    );
    const now = await department("Edited Twice");
    expect(now).toMatchObject({ description: "first", version: 2 });
    expect((await refusedUpdate(now, { name: "marketing" })).body.error.code).toBe("department_name_taken");
    expect((await refusedUpdate(now, { name: "***" })).body.error.code).toBe("invalid_request");
    expect(await update(now, { name: "EDITED twice" })).toMatchObject({ slug: "edited-twice", version: 3 });
  });

  test("writes nothing when nothing changes", async () => {
    const created = await create({ name: "Unmoved" });
    const before = await lastAct(created.id);
    expect(await update(created, { name: "Unmoved" })).toEqual(created);
    expect(await lastAct(created.id)).toEqual(before);
  });
});

describe("members", () => {
  test("are listed by name, in pages without gaps or doubles", async () => {
    const created = await create({ name: "Large" });
    const people = await createPeople(server.db, 25);
    await server.db
      .insertInto("user_departments")
      .values(people.map(({ id }) => ({ user_id: id, department_id: created.id })))
      .execute();
    // Three equal names, and one in another case.
    for (const [index, name] of ["Colleague 1", "Colleague 1", "aaron"].entries()) {
      await server.db
        .updateTable("profiles")
        .set({ name })
        .where("id", "=", people[index + 1]!.id)
        .execute();
    }
    const seen: { id: string; name: string }[] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await list(manager, created.id, { limit: 10, cursor });
      seen.push(...items);
      cursor = nextCursor ?? undefined;
      expect(items.length).toBe(cursor ? 10 : 5);
    } while (cursor);
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(people.map(({ id }) => id)));
    expect(seen).toHaveLength(25);
    expect(seen[0]!.name).toBe("aaron");
    const names = seen.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    expect(seen[0]).toEqual({
      id: people[3]!.id,
      name: "aaron",
      email: people[3]!.email,
      avatar: null,
      isFormer: false,
    });

    // The next page continues correctly after a person who has since left.
    const first = await list(manager, created.id, { limit: 10 });
    const leaver = first.items.at(-1)!;
    await manager.client.call(removeDepartmentMember, membership(created.id, leaver.id));
    const next = await list(manager, created.id, { limit: 10, cursor: first.nextCursor! });
    expect(next.items).toEqual((await list(manager, created.id, { limit: 20 })).items.slice(9, 19));
  });

  test("can be added and removed, with log entries and updates for the person's browser and for editors", async () => {
    const backend = await department("Backend");
    const person = await server.signIn(await createPerson(server.db, { name: "Jo Joiner" }));
    const socket = await server.connect(person);
    const { user: seen } = await admin.client.call(getUser, { params: { userId: person.user.id } });

    await manager.client.call(addDepartmentMember, membership(backend.id, person.user.id));
    await socket.next("viewer.changed");
    const { user } = await person.client.call(identityRoutes.getCurrentUser, {});
    expect(user.departments).toMatchObject([{ id: backend.id, name: "Backend", slug: "backend" }]);
    expect(await lastAct(backend.id)).toMatchObject({
      action: "department.joined",
      actor_id: manager.user.id,
      subject_name: "Backend",
      before: null,
      after: { member: "Jo Joiner", memberId: person.user.id },
    });
    const stale = await admin.client.refused(updateUser, {
      params: { userId: person.user.id },
      body: { version: seen.version, departmentIds: [] },
    });
    expect(stale.body.error.code).toBe("changed_meanwhile");

    await peopleOffice.client.call(removeDepartmentMember, membership(backend.id, person.user.id));
    await socket.next("viewer.changed");
    const after = await person.client.call(identityRoutes.getCurrentUser, {});
    expect(after.user.departments).toEqual([]);
    expect(await lastAct(backend.id)).toMatchObject({
      action: "department.left",
      actor_id: peopleOffice.user.id,
      before: { member: "Jo Joiner", memberId: person.user.id },
      after: null,
    });
  });

  test("joining or leaving twice is recorded once", async () => {
    const created = await create({ name: "Idempotent" });
    const person = await createPerson(server.db);
    const once = membership(created.id, person.id);
    await Promise.all([1, 2, 3].map(() => manager.client.call(addDepartmentMember, once)));
    expect((await department("Idempotent")).memberCount).toBe(1);
    await Promise.all([1, 2, 3].map(() => manager.client.call(removeDepartmentMember, once)));
    expect((await department("Idempotent")).memberCount).toBe(0);
    expect(await acts(created.id)).toEqual(["department.created", "department.joined", "department.left"]);
    const { user } = await admin.client.call(getUser, { params: { userId: person.id } });
    expect(user.version).toBe(3);
  });

  test("a missing person and a missing department give different errors", async () => {
    const backend = await department("Backend");
    for (const route of [addDepartmentMember, removeDepartmentMember]) {
      const noPerson = await manager.client.refused(route, membership(backend.id, uuidv7()));
      expect(noPerson.body.error).toMatchObject({ code: "user_not_found", message: "User not found" });
      const nowhere = await manager.client.refused(route, membership(uuidv7(), member.user.id));
      expect(nowhere.body.error.code).toBe("department_not_found");
    }
    const nowhere = { params: { departmentId: uuidv7() }, query: {} };
    expect((await manager.client.refused(listDepartmentMembers, nowhere)).status).toBe(404);
    const notThere = { params: { departmentId: uuidv7() }, body: { version: 1, name: "Nowhere" } };
    expect((await manager.client.refused(updateDepartment, notThere)).status).toBe(404);
  });

  test("only super admins can move a super admin", async () => {
    const backend = await department("Backend");
    const superAdmin = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
    const it = membership(backend.id, superAdmin.user.id);
    for (const who of [manager, admin]) {
      expect((await who.client.refused(addDepartmentMember, it)).body.error.code).toBe("forbidden");
    }
    await superAdmin.client.call(addDepartmentMember, it);
    expect((await manager.client.refused(removeDepartmentMember, it)).body.error.code).toBe("forbidden");
    await superAdmin.client.call(removeDepartmentMember, it);
  });
});

test("allows changes only with departments:manage, and moving people only with members:manage", async () => {
  const { id } = await department("Marketing");
  const changes = [
    ["POST", "/api/admin/departments", { name: "Sneaky" }],
    ["PATCH", `/api/admin/departments/${id}`, { version: 1, name: "Sneaky" }],
    ["PATCH", `/api/admin/departments/${uuidv7()}`, { version: 1, name: "Sneaky" }],
  ] as const;
  const moves = [
    ["PUT", `/api/admin/departments/${id}/members/${member.user.id}`, undefined],
    ["PUT", `/api/admin/departments/${uuidv7()}/members/${uuidv7()}`, undefined],
    ["DELETE", `/api/admin/departments/${id}/members/${member.user.id}`, undefined],
    ["GET", `/api/admin/departments/${id}/members`, undefined],
  ] as const;
  const outsiders = [member, auditor, roleOffice];
  for (const [calls, refused] of [
    [changes, [...outsiders, peopleOffice]],
    [moves, outsiders],
  ] as const) {
    for (const [method, path, body] of calls) {
      expect((await server.anyone.send(method, path, { body })).status).toBe(401);
      for (const who of refused) {
        const answer = await who.client.send(method, path, { body });
        expect(answer).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
      }
    }
  }
  const wrong = await manager.client.send("PUT", `/api/admin/departments/${id}/members/nobody`);
  expect(wrong).toMatchObject({ status: 400, body: { error: { fields: [{ path: "userId" }] } } });
  expect(await department("Marketing")).toMatchObject({ memberCount: 0, version: 1 });
});

async function department(name: string): Promise<AdminDepartment> {
  const { departments } = await admin.client.call(listDepartments, {});
  return departments.find((one) => one.name === name)!;
}

async function create(body: RouteCall<typeof createDepartment>["body"]): Promise<AdminDepartment> {
  return (await manager.client.call(createDepartment, { body })).department;
}

function refusedCreate(body: RouteCall<typeof createDepartment>["body"]) {
  return manager.client.refused(createDepartment, { body });
}

type Edit = Omit<RouteCall<typeof updateDepartment>["body"], "version">;

async function update({ id, version }: AdminDepartment, changes: Edit): Promise<AdminDepartment> {
  const call = { params: { departmentId: id }, body: { version, ...changes } };
  return (await manager.client.call(updateDepartment, call)).department;
}

function refusedUpdate({ id, version }: AdminDepartment, changes: Edit) {
  return manager.client.refused(updateDepartment, {
    params: { departmentId: id },
    body: { version, ...changes },
  });
}

function list(who: SignedIn, departmentId: string, query: { limit: number; cursor?: string | undefined }) {
  return who.client.call(listDepartmentMembers, { params: { departmentId }, query });
}

function membership(departmentId: string, userId: string) {
  return { params: { departmentId, userId } };
}

async function acts(subjectId: string): Promise<string[]> {
  const rows = await server.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", subjectId)
    .orderBy("number")
    .execute();
  return rows.map(({ action }) => action);
}

function lastAct(subjectId: string) {
  return server.db
    .selectFrom("audit_log")
    .selectAll()
    .where("subject_id", "=", subjectId)
    .orderBy("number", "desc")
    .executeTakeFirst();
}
