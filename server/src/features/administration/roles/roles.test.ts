import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { AdminRole } from "@atoll/contract/administration/schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { RouteCall } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson, createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

const { listRoles, setRolePermissions, updateRole, deleteRole } = administrationRoutes;
const pair = (name: string) => {
  const [resource = "", action = ""] = name.split(":");
  return { resource, action };
};

const server = sharedServer();
let superAdmin: SignedIn;
let admin: SignedIn;
/** Has roles:manage, chat:access and tasks:create, and nothing else. */
let keeper: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  await createRole(server.db, { name: "role keeper", permissions: ["roles:manage"] });
  superAdmin = await server.signIn(await createPerson(server.db, { roles: ["super_admin"] }));
  admin = await server.signIn(await createPerson(server.db, { roles: ["admin"] }));
  keeper = await server.signIn(
    await createPerson(server.db, { name: "Kit Keeper", roles: ["user", "role keeper"] }),
  );
  member = await server.signIn(await createPerson(server.db));
});

describe("the list", () => {
  test("lists built-in roles first, with permissions, holders and whether the viewer may give them", async () => {
    const departmentId = await departmentNamed("Marketing");
    const { role: editor } = await superAdmin.client.call(administrationRoutes.createRole, {
      body: { name: "Editor", description: "Writes for everyone", departmentId },
    });
    const { roles } = await superAdmin.client.call(listRoles, { query: {} });
    expect(roles.slice(0, 4).map(({ name }) => name)).toEqual(["super_admin", "admin", "user", "pending"]);
    expect(roles.slice(4).map(({ name }) => name)).toEqual(
      roles
        .slice(4)
        .map(({ name }) => name)
        .toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
    expect(roles.find(({ id }) => id === editor.id)).toEqual(editor);
    expect(roles.find(({ name }) => name === "user")).toMatchObject({
      isBuiltIn: true,
      holderCount: 2,
      permissions: [pair("chat:access"), pair("tasks:create")],
    });

    const ofMarketing = await superAdmin.client.call(listRoles, { query: { departmentId } });
    expect(ofMarketing.roles).toEqual([editor]);
    const ofNothing = await superAdmin.client.call(listRoles, { query: { departmentId: uuidv7() } });
    expect(ofNothing.roles).toEqual([]);
  });

  test("says of each role whether the viewer may give it", async () => {
    await createRole(server.db, { name: "panel opener", permissions: ["admin:access"] });
    const given = async (who: SignedIn) => {
      const { roles } = await who.client.call(listRoles, { query: {} });
      return Object.fromEntries(roles.map(({ name, canAssign }) => [name, canAssign]));
    };
    expect(await given(superAdmin)).toMatchObject({ super_admin: true, admin: true, pending: false });
    expect(await given(superAdmin)).toMatchObject({ "panel opener": true });
    expect(await given(admin)).toMatchObject({ super_admin: false, admin: false, user: true });
    expect(await given(admin)).toMatchObject({ "panel opener": false, "role keeper": false });
    expect(Object.values(await given(keeper))).not.toContain(true);
  });

  test("requires a session, and a permission about roles", async () => {
    expect((await server.anyone.refused(listRoles, { query: {} })).body.error.code).toBe("not_authenticated");
    expect((await member.client.refused(listRoles, { query: {} })).body.error.code).toBe("forbidden");
    const wrong = await superAdmin.client.refused(listRoles, { query: { departmentId: "x" } });
    expect(wrong.status).toBe(400);
  });
});

describe("creating", () => {
  test("creates an empty role, with a log entry", async () => {
    const departmentId = await departmentNamed("Backend");
    const { role } = await keeper.client.call(administrationRoutes.createRole, {
      body: { name: "  Database keeper ", description: "Looks after backups", departmentId },
    });
    expect(role).toMatchObject({
      name: "Database keeper",
      description: "Looks after backups",
      department: { id: departmentId, name: "Backend" },
      isBuiltIn: false,
      requiresSecondFactor: false,
      requiresPasskey: false,
      permissions: [],
      holderCount: 0,
      version: 1,
    });
    expect(await lastAct(role.id)).toMatchObject({
      action: "role.created",
      actor_name: "Kit Keeper",
      address: "127.0.0.1",
      subject_type: "role",
      subject_name: "Database keeper",
      before: null,
      after: { name: "Database keeper", description: "Looks after backups", department: "Backend" },
    });
  });

  test.each(["editor", "EDITOR", "Super_Admin", "PENDING", "user"])(
    "refuses the name %s, which is taken in some case",
    async (name) => {
      expect((await refusedCreate(superAdmin, { name })).body.error).toMatchObject({
        code: "role_name_taken",
        message: "A role with this name already exists.",
      });
    },
  );

  test("gives a name to one of many concurrent requests", async () => {
    const answers = await Promise.all(
      ["Racer", "racer", "RACER", "rAcEr"].map((name) =>
        superAdmin.client.send("POST", "/api/admin/roles", { body: { name } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const { roles } = await superAdmin.client.call(listRoles, { query: {} });
    expect(roles.filter(({ name }) => name.toLowerCase() === "racer")).toHaveLength(1);
  });

  test("refuses a missing department, and an invalid name", async () => {
    const gone = await refusedCreate(superAdmin, { name: "Lost", departmentId: uuidv7() });
    expect(gone.body.error.code).toBe("department_not_found");
    for (const name of ["", "   ", "x".repeat(101), "nul\u0000", "two\nlines"]) {
      const answer = await refusedCreate(superAdmin, { name });
      expect(answer.body.error.code).toBe("invalid_request");
      expect(answer.body.error.fields).toMatchObject([{ path: "name" }]);
    }
    const description = "tab\u0000";
    const answer = await refusedCreate(superAdmin, { name: "Described", description });
    expect(answer.body.error.fields).toMatchObject([{ path: "description" }]);
    const { roles } = await superAdmin.client.call(listRoles, { query: {} });
    expect(roles.map(({ name }) => name)).not.toContain("Lost");
  });
});

describe("editing", () => {
  test("changes name, description and second factor, each time under the next version", async () => {
    const role = await newRole("Draft name");
    const renamed = await edit(superAdmin, role, { name: "Final name" });
    expect(renamed).toMatchObject({ name: "Final name", version: 2 });
    const described = await edit(superAdmin, renamed, {
      description: "What\nit does",
      requiresSecondFactor: true,
    });
    expect(described).toMatchObject({
      name: "Final name",
      description: "What\nit does",
      requiresSecondFactor: true,
      version: 3,
    });
    expect(await lastAct(role.id)).toMatchObject({
      action: "role.updated",
      subject_name: "Final name",
      before: { description: "", requiresSecondFactor: false },
      after: { description: "What\nit does", requiresSecondFactor: true },
    });
    expect(await edit(superAdmin, described, { name: "FINAL name" })).toMatchObject({ name: "FINAL name" });
  });

  test("writes nothing when nothing changes", async () => {
    const role = await newRole("Steady");
    const before = await lastAct(role.id);
    expect(await edit(superAdmin, role, { name: "Steady", description: "" })).toEqual(role);
    expect(await lastAct(role.id)).toEqual(before);
  });

  test("refuses the later of two edits, and changes nothing", async () => {
    const role = await newRole("Contested");
    await edit(superAdmin, role, { description: "first" });
    const late = await refusedEdit(keeper, role, { description: "second" });
    expect(late.body.error).toMatchObject({ code: "changed_meanwhile" });
    expect((await roleNow(role.id)).description).toBe("first");
    const version = Number.MAX_SAFE_INTEGER;
    expect((await refusedEdit(keeper, { ...role, version }, { description: "x" })).body.error.code).toBe(
      "changed_meanwhile",
    );
  });

  test("refuses the name of another role, including built-in ones", async () => {
    const role = await newRole("Unique");
    await newRole("Occupied");
    for (const name of ["occupied", "Admin", "PENDING"]) {
      expect((await refusedEdit(superAdmin, role, { name })).body.error.code).toBe("role_name_taken");
    }
    expect((await roleNow(role.id)).name).toBe("Unique");
  });

  test("refuses to rename a built-in role, and to change pending at all", async () => {
    for (const name of ["super_admin", "admin", "user", "pending"]) {
      const role = await roleNamed(name);
      const renamed = await refusedEdit(superAdmin, role, { name: `${name}s` });
      expect(renamed.body.error.code).toBe("built_in_role");
    }
    const admins = await edit(superAdmin, await roleNamed("admin"), {
      description: "Runs it",
      name: "admin",
    });
    expect(admins).toMatchObject({ description: "Runs it" });
    const pending = await roleNamed("pending");
    for (const changes of [{ description: "waits" }, { requiresSecondFactor: true }]) {
      expect((await refusedEdit(superAdmin, pending, changes)).body.error.code).toBe("built_in_role");
    }
  });

  test("allows only super admins to change a role that grants admin access", async () => {
    const opener = await newRole("Opener", ["admin:access"]);
    for (const role of [opener, await roleNamed("super_admin"), await roleNamed("admin")]) {
      const answer = await refusedEdit(keeper, role, { requiresSecondFactor: true });
      expect(answer.body.error.code).toBe("forbidden");
    }
    expect((await keeper.client.refused(deleteRole, at(opener))).body.error.code).toBe("forbidden");
    expect((await roleNow(opener.id)).requiresSecondFactor).toBe(false);
  });

  test("applies a required second factor to the role's holders at once", async () => {
    const role = await newRole("Careful");
    const holder = await server.signIn(await createPerson(server.db, { roles: ["user", "Careful"] }));
    const socket = await server.connect(holder);
    await edit(superAdmin, role, { requiresSecondFactor: true });
    await socket.next("viewer.changed");
    const { user } = await holder.client.call(identityRoutes.getCurrentUser, {});
    expect(user.mustSetUpSecondFactor).toBe(true);
  });
});

describe("choosing permissions", () => {
  test("replaces the whole set, with a log entry, and applies it to holders at once", async () => {
    const role = await newRole("Writer", ["knowledge:write", "tasks:create"]);
    const holder = await server.signIn(await createPerson(server.db, { roles: ["user", "Writer"] }));
    const socket = await server.connect(holder);
    const changed = await choose(superAdmin, role, ["announcements:create", "tasks:create", "tasks:create"]);
    expect(changed).toMatchObject({
      permissions: [pair("announcements:create"), pair("tasks:create")],
      version: 2,
      holderCount: 1,
    });
    await socket.next("viewer.changed");
    const { user } = await holder.client.call(identityRoutes.getCurrentUser, {});
    expect(user.permissions).toContainEqual(pair("announcements:create"));
    expect(user.permissions).not.toContainEqual(pair("knowledge:write"));
    expect(await lastAct(role.id)).toMatchObject({
      action: "role.updated",
      subject_name: "Writer",
      before: { permissions: ["knowledge:write", "tasks:create"] },
      after: { permissions: ["announcements:create", "tasks:create"] },
    });
    const before = await lastAct(role.id);
    expect(await choose(superAdmin, changed, ["tasks:create", "announcements:create"])).toEqual(changed);
    expect(await lastAct(role.id)).toEqual(before);
    expect((await choose(superAdmin, changed, [])).permissions).toEqual([]);
  });

  test("may be changed for the role user; the other built-in roles have fixed permissions", async () => {
    const user = await roleNamed("user");
    const more = await choose(superAdmin, user, ["chat:access", "tasks:create", "knowledge:write"]);
    expect(more.permissions).toContainEqual(pair("knowledge:write"));
    await choose(superAdmin, more, ["chat:access", "tasks:create"]);
    for (const name of ["super_admin", "admin", "pending"]) {
      const answer = await refusedChoice(superAdmin, await roleNamed(name), ["chat:access"]);
      expect(answer.body.error.code).toBe("built_in_role");
    }
  });

  test("lists invalid permissions, and changes nothing", async () => {
    const role = await newRole("Curious");
    const answer = await refusedChoice(superAdmin, role, ["chat:access", "tasks:fly", "__proto__:x"]);
    expect(answer.body.error).toMatchObject({
      code: "invalid_request",
      fields: [
        { path: "permissions.1", message: "There is no such permission" },
        { path: "permissions.2", message: "There is no such permission" },
      ],
    });
    expect((await roleNow(role.id)).permissions).toEqual([]);
  });

  test("refuses the later of two edits", async () => {
    const role = await newRole("Twice");
    await choose(superAdmin, role, ["chat:access"]);
    const late = await refusedChoice(superAdmin, role, ["tasks:create"]);
    expect(late.body.error.code).toBe("changed_meanwhile");
    expect((await roleNow(role.id)).permissions).toEqual([pair("chat:access")]);
  });

  test("only adds permissions that the viewer has, and admin access only as a super admin", async () => {
    const role = await newRole("Modest", ["audit:read"]);
    // Existing permissions may be kept or removed; those that the viewer holds may be added.
    const kept = await choose(keeper, role, ["audit:read", "chat:access"]);
    const granting = await refusedChoice(keeper, kept, ["audit:read", "users:manage"]);
    expect(granting.body.error.code).toBe("forbidden");
    const taken = await choose(keeper, kept, ["chat:access"]);
    expect((await refusedChoice(keeper, taken, ["audit:read"])).body.error.code).toBe("forbidden");
    expect((await refusedChoice(keeper, taken, ["admin:access"])).body.error.code).toBe("forbidden");
    const opened = await choose(superAdmin, taken, ["admin:access"]);
    expect((await refusedChoice(keeper, opened, [])).body.error.code).toBe("forbidden");
    expect((await roleNow(role.id)).permissions).toEqual([pair("admin:access")]);
  });

  test("does not let an admin who also manages roles grant admin access", async () => {
    const both = await server.signIn(await createPerson(server.db, { roles: ["admin", "role keeper"] }));
    const role = await newRole("Delegated");
    const wide = await choose(both, role, ["users:manage", "audit:read"]);
    expect(wide.permissions).toHaveLength(2);
    expect((await refusedChoice(both, wide, ["admin:access"])).body.error.code).toBe("forbidden");
  });
});

describe("deleting", () => {
  test("deletes a role without holders, and the log keeps its state", async () => {
    const role = await newRole("Temporary", ["tasks:create"]);
    await superAdmin.client.call(deleteRole, at(role));
    expect((await superAdmin.client.refused(deleteRole, at(role))).body.error.code).toBe("role_not_found");
    expect(await lastAct(role.id)).toMatchObject({
      action: "role.deleted",
      subject_name: "Temporary",
      before: { name: "Temporary", permissions: ["tasks:create"] },
      after: null,
    });
  });

  test("refuses while the role has a holder, including one who gets it concurrently", async () => {
    const role = await newRole("Held");
    const person = await createPerson(server.db, { roles: ["user", "Held"] });
    const answer = await superAdmin.client.refused(deleteRole, at(role));
    expect(answer.body.error).toMatchObject({
      code: "role_in_use",
      message: "People still have this role. Give them another one first.",
    });

    // As single sign-on gives a role, in a transaction that is still open.
    const contested = await newRole("Contested at the end");
    let deletion: Promise<{ status: number }> | undefined;
    await server.db.transaction().execute(async (tx) => {
      await tx
        .insertInto("user_roles")
        .values({ user_id: person.id, role_id: contested.id, assigned_by: null })
        .execute();
      deletion = superAdmin.client.send("DELETE", `/api/admin/roles/${contested.id}`);
      await waitUntilSomeoneWaits();
    });
    expect(await deletion).toMatchObject({ status: 409, body: { error: { code: "role_in_use" } } });
    expect((await roleNow(contested.id)).holderCount).toBe(1);
  });

  test("refuses the built-in ones", async () => {
    for (const name of ["super_admin", "admin", "user", "pending"]) {
      const answer = await superAdmin.client.refused(deleteRole, at(await roleNamed(name)));
      expect(answer.body.error.code).toBe("built_in_role");
    }
  });
});

test("refuses changes without roles:manage, whether the role exists or not", async () => {
  const role = await newRole("Guarded");
  for (const id of [role.id, uuidv7()]) {
    const calls = [
      ["POST", "/api/admin/roles", { name: "Sneaky" }],
      ["PATCH", `/api/admin/roles/${id}`, { version: 1, name: "Sneaky" }],
      ["PUT", `/api/admin/roles/${id}/permissions`, { version: 1, permissions: [] }],
      ["DELETE", `/api/admin/roles/${id}`, undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const anyone = await server.anyone.send(method, path, { body });
      expect(anyone).toMatchObject({ status: 401, body: { error: { code: "not_authenticated" } } });
      for (const who of [member, admin]) {
        const answer = await who.client.send(method, path, { body });
        expect(answer).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
      }
    }
  }
  const missing = { params: { roleId: uuidv7() } };
  const notThere = [
    superAdmin.client.refused(updateRole, { ...missing, body: { version: 1 } }),
    superAdmin.client.refused(setRolePermissions, { ...missing, body: { version: 1, permissions: [] } }),
    superAdmin.client.refused(deleteRole, missing),
  ];
  for (const answer of await Promise.all(notThere)) expect(answer.body.error.code).toBe("role_not_found");
});

type Edit = Omit<RouteCall<typeof updateRole>["body"], "version">;

function at(role: { id: string }) {
  return { params: { roleId: role.id } };
}

async function newRole(name: string, permissions: string[] = []): Promise<AdminRole> {
  return roleNow((await createRole(server.db, { name, permissions })).id);
}

async function roleNow(id: string): Promise<AdminRole> {
  const { roles } = await superAdmin.client.call(listRoles, { query: {} });
  return roles.find((role) => role.id === id)!;
}

async function roleNamed(name: string): Promise<AdminRole> {
  const { roles } = await superAdmin.client.call(listRoles, { query: {} });
  return roles.find((role) => role.name === name)!;
}

async function edit(who: SignedIn, role: AdminRole, changes: Edit): Promise<AdminRole> {
  const body = { version: role.version, ...changes };
  return (await who.client.call(updateRole, { ...at(role), body })).role;
}

function refusedEdit(who: SignedIn, role: AdminRole, changes: Edit) {
  return who.client.refused(updateRole, { ...at(role), body: { version: role.version, ...changes } });
}

async function choose(who: SignedIn, role: AdminRole, names: string[]): Promise<AdminRole> {
  const body = { version: role.version, permissions: names.map(pair) };
  return (await who.client.call(setRolePermissions, { ...at(role), body })).role;
}

function refusedChoice(who: SignedIn, role: AdminRole, names: string[]) {
  const body = { version: role.version, permissions: names.map(pair) };
  return who.client.refused(setRolePermissions, { ...at(role), body });
}

function refusedCreate(who: SignedIn, body: RouteCall<typeof administrationRoutes.createRole>["body"]) {
  return who.client.refused(administrationRoutes.createRole, { body });
}

async function departmentNamed(name: string): Promise<string> {
  const row = await server.db
    .selectFrom("departments")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return row.id;
}

function lastAct(subjectId: string) {
  return server.db
    .selectFrom("audit_log")
    .selectAll()
    .where("subject_id", "=", subjectId)
    .orderBy("number", "desc")
    .executeTakeFirst();
}

/** Waits until a statement waits for a lock of another transaction. */
async function waitUntilSomeoneWaits(): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(server.db);
    if (rows.length > 0) return;
  }
  throw new Error("nobody waits");
}
