import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { NewEmployee } from "@atoll/contract/administration/schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createPerson, createRole, testPassword } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import type { SignedIn } from "../../../../test/harness.ts";

const server = sharedServer();
let superAdmin: SignedIn;
let admin: SignedIn;
let ids: Map<string, string>;
const password = "a password of some length";

beforeAll(async () => {
  superAdmin = await server.signIn(await createPerson(server.db, { name: "Sol", roles: ["super_admin"] }));
  admin = await server.signIn(await createPerson(server.db, { name: "Ada Admin", roles: ["admin"] }));
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM roles UNION ALL SELECT id, name FROM departments`.execute(server.db);
  ids = new Map(rows.map(({ id, name }) => [name, id]));
});

describe("creating an employee", () => {
  test("opens nothing before they have chosen a password of their own", async () => {
    const { user } = await create(superAdmin, { name: "Una", email: "una@example.test", password });
    const una = await server.signIn({ ...user, password });
    // The administrator knows this password, so only choosing a new one is possible.
    expect(una.user.mustChoosePassword).toBe(true);
    const { getCurrentUser, updateCurrentUser } = identityRoutes;
    expect((await una.client.send("GET", "/api/channels")).body).toMatchObject({
      error: { code: "new_password_required" },
    });
    const own = "a password of their own";
    await una.client.call(updateCurrentUser, { body: { currentPassword: password, password: own } });
    expect((await una.client.call(getCurrentUser, {})).user.mustChoosePassword).toBe(false);
    expect((await una.client.send("GET", "/api/channels")).status).toBe(200);
  });

  test("creates account, profile, roles and departments, and the employee can sign in", async () => {
    const { user } = await create(superAdmin, {
      name: "  Nia New ",
      email: " Nia.New@Example.TEST ",
      password,
      roleIds: [id("user"), id("admin")],
      departmentIds: [id("Backend"), id("DevOps"), id("Backend")],
    });
    expect(user).toMatchObject({
      name: "Nia New",
      email: "nia.new@example.test",
      roles: [{ name: "admin" }, { name: "user" }],
      departments: [{ name: "Backend" }, { name: "DevOps" }],
      version: 1,
      lastActive: null,
      canEdit: true,
      canDelete: true,
    });
    const nia = await server.signIn({ ...user, password });
    expect(nia.user).toMatchObject({ role: "ADMIN", departments: [{ name: "Backend" }, { name: "DevOps" }] });
    const links = await server.db
      .selectFrom("user_roles")
      .select("assigned_by")
      .where("user_id", "=", user.id)
      .execute();
    expect(links).toEqual([{ assigned_by: superAdmin.user.id }, { assigned_by: superAdmin.user.id }]);
    expect(await lastAct(user.id)).toEqual({
      actor_id: superAdmin.user.id,
      actor_name: "Sol",
      action: "user.created",
      subject_name: "Nia New",
      before: null,
      after: {
        name: "Nia New",
        email: "nia.new@example.test",
        roles: ["admin", "user"],
        departments: ["Backend", "DevOps"],
      },
      address: "127.0.0.1",
    });
  });

  test("without a role gives the role user, with a log entry", async () => {
    const { user } = await create(admin, anEmployee());
    expect(user.roles).toEqual([{ id: id("user"), name: "user" }]);
  });

  test.each([
    ["an unknown role", { roleIds: [uuidv7()] }, 404, "role_not_found"],
    ["pending", { roleIds: ["pending"] }, 404, "role_not_found"],
    ["pending with another", { roleIds: ["user", "pending"] }, 404, "role_not_found"],
    ["a department that is gone", { departmentIds: ["Backend", uuidv7()] }, 404, "department_not_found"],
    ["a common password", { password: "1234567890" }, 400, "password_too_common"],
    [
      "their name for a password",
      { name: "Marisol Vega Ortega", password: "marisol vega ortega" },
      400,
      "password_too_common",
    ],
    ["a short password", { password: "short" }, 400, "invalid_request"],
    ["no name", { name: "   " }, 400, "invalid_request"],
    ["a name with a zero byte", { name: "a\u0000b" }, 400, "invalid_request"],
    ["no address", { email: "nobody" }, 400, "invalid_request"],
    ["an address without end", { email: "@".repeat(50_000) }, 400, "invalid_request"],
  ])("with %s is refused and writes nothing", async (_name, wrong, status, code) => {
    const before = await count();
    const answer = await refused(superAdmin, { ...anEmployee(), ...wrong });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(await count()).toEqual(before);
  });

  test("names the fields with the words of the form", async () => {
    const answer = await superAdmin.client.send("POST", "/api/admin/users", { body: {} });
    expect(answer.body).toMatchObject({
      error: {
        fields: [
          { path: "name", message: "Full name is required" },
          { path: "email", message: "Email is required" },
          { path: "password", message: "Password is required" },
        ],
      },
    });
  });

  test("accepts an email address once, ignoring case, also concurrently", async () => {
    const employee = anEmployee();
    const before = await count();
    const answers = await Promise.all([
      admin.client.send("POST", "/api/admin/users", { body: employee }),
      superAdmin.client.send("POST", "/api/admin/users", {
        body: { ...employee, email: employee.email.toUpperCase() },
      }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const again = await refused(admin, employee);
    expect([again.status, again.body.error.code]).toEqual([409, "email_taken"]);
    expect(await count()).toEqual({
      accounts: before.accounts + 1,
      profiles: before.profiles + 1,
      acts: before.acts + 1,
    });
  });

  test("requires users:manage, reveals nothing to others, and only gives roles that the viewer may give", async () => {
    await createRole(server.db, { name: "hr", permissions: ["users:manage"] });
    await createRole(server.db, { name: "founder", permissions: ["admin:access"] });
    const hr = await server.signIn(await createPerson(server.db, { roles: ["hr"] }));
    const member = await server.signIn(await createPerson(server.db));
    const { rows } = await sql<{ id: string }>`SELECT id FROM roles WHERE name = 'founder'`.execute(
      server.db,
    );
    const founder = rows[0]!.id;
    const employee = anEmployee();
    const forbidden = async (who: SignedIn, roleIds: string[]) =>
      expect((await refused(who, { ...employee, roleIds })).body.error.code).toBe("forbidden");
    await forbidden(member, []);
    await forbidden(admin, [id("super_admin")]);
    await forbidden(admin, [id("admin")]);
    await forbidden(admin, [id("user"), founder]);
    await forbidden(hr, [id("admin")]);
    expect((await server.anyone.refused(administrationRoutes.createUser, { body: employee })).status).toBe(
      401,
    );
    // The standard role is everybody's, asked for or not.
    expect((await create(hr, { ...employee, roleIds: [id("user")] })).user.roles).toMatchObject([
      { name: "user" },
    ]);
    expect((await create(superAdmin, { ...anEmployee(), roleIds: [founder] })).user.roles).toMatchObject([
      { name: "founder" },
    ]);
  });
});

let counter = 0;
function anEmployee(): NewEmployee {
  counter += 1;
  return { name: `Employee ${counter}`, email: `employee-${counter}@example.test`, password: testPassword };
}

function create(who: SignedIn, employee: NewEmployee) {
  return who.client.call(administrationRoutes.createUser, { body: named(employee) });
}

function refused(who: SignedIn, employee: NewEmployee) {
  return who.client.refused(administrationRoutes.createUser, { body: named(employee) });
}

/** Resolves the names of roles and departments to IDs. */
function named(employee: NewEmployee): NewEmployee {
  const resolve = (list: string[] | undefined) => list?.map((one) => ids.get(one) ?? one);
  return { ...employee, roleIds: resolve(employee.roleIds), departmentIds: resolve(employee.departmentIds) };
}

function id(name: string): string {
  const found = ids.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

async function count() {
  const { rows } = await sql<{ accounts: number; profiles: number; acts: number }>`
    SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM profiles) AS profiles,
      (SELECT count(*) FROM audit_log WHERE action = 'user.created') AS acts`.execute(server.db);
  return rows[0]!;
}

async function lastAct(subjectId: string) {
  const { rows } = await sql`SELECT actor_id, actor_name, action, subject_name, before, after, address
    FROM audit_log WHERE subject_id = ${subjectId} ORDER BY number DESC LIMIT 1`.execute(server.db);
  return rows[0];
}
