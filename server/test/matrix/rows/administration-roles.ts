import { administrationEvents } from "@atoll/contract/administration/events";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { uuidv7 } from "uuidv7";
import type { AdmittedName } from "../actors.ts";
import { type Expectation, each, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import { departmentReaders, roleReaders, userReaders, type World } from "../world.ts";

const superAdmins = ["adminAccess", "superAdmin"] as const;
/** Super admins and who holds roles:manage; an admin is not among them. */
const roleManagers = ["roleManager", ...superAdmins] as const;
const departmentManagers = ["departmentManager", "admin", ...superAdmins] as const;

const {
  listRoles,
  createRole,
  updateRole,
  setRolePermissions,
  deleteRole,
  listDepartments,
  createDepartment,
  updateDepartment,
  listDepartmentMembers,
  addDepartmentMember,
  removeDepartmentMember,
  explainAccess,
} = administrationRoutes;
const routes = {
  listRoles,
  createRole,
  updateRole,
  setRolePermissions,
  deleteRole,
  listDepartments,
  createDepartment,
  updateDepartment,
  listDepartmentMembers,
  addDepartmentMember,
  removeDepartmentMember,
  explainAccess,
};

/** Members are chosen in the department or in the account. */
const memberManagers = ["userManager", ...departmentManagers] as const;
const memberReaders = ["departmentManager", ...userReaders] as const;

type Input = CaseInput<unknown>;

/** These, and all others who are let in are told nothing but `forbidden`. */
const only = (names: readonly AdmittedName[], expectation: Expectation = "ok") =>
  signedIn("forbidden", each(names, expectation));

const fresh = (what: string) => `${what} ${uuidv7()}`;
const chat = { resource: "chat", action: "access" };

/** What kind of role it is, for every route that names one. */
function roleStates<Call>(call: (roleId: string) => Call, builtIn: Expectation = "built_in_role") {
  return {
    plain: {
      request: async ({ world, spare }: Input) => call(await spare("a role", () => newRole(world))),
      expect: only(roleManagers),
    },
    "part of Atoll": {
      request: ({ world }: Input) => call(world.roleIds.super_admin ?? ""),
      expect: only(roleManagers, builtIn),
    },
    missing: { request: () => call(uuidv7()), expect: only(roleManagers, "role_not_found") },
    malformed: { request: () => call("user"), expect: signedIn("invalid_request") },
  };
}

function departmentStates<Call>(
  call: (departmentId: string, input: Input) => Call | Promise<Call>,
  names: readonly AdmittedName[],
) {
  return {
    "as it is": {
      request: async (input: Input) =>
        call(await input.spare("a department", () => newDepartment(input.world)), input),
      expect: only(names),
    },
    missing: {
      request: (input: Input) => call(uuidv7(), input),
      expect: only(names, "department_not_found"),
    },
    malformed: {
      request: (input: Input) => call("Backend", input),
      expect: signedIn("invalid_request"),
    },
  };
}

const colleague = (input: Input) => input.spare("a colleague", () => input.world.newPerson());

export const roleAdministrationSlice = defineSlice({
  name: "administration of roles and departments",
  routes,
  eventNames: {
    "role.changed": administrationEvents["role.changed"],
    "department.changed": administrationEvents["department.changed"],
  },
  async furnish(world) {
    const description = world.secrets.hide("the description of a department", departmentReaders);
    await world.db.updateTable("departments").set({ description }).where("name", "=", "Backend").execute();
    return {};
  },
  rows: {
    listRoles: {
      all: { request: () => ({ query: {} }), expect: only(roleReaders) },
      "of a department": {
        request: ({ world }) => ({ query: { departmentId: world.departmentIds.Backend } }),
        expect: only(roleReaders),
      },
    },
    createRole: {
      "of the company": {
        request: () => ({ body: { name: fresh("Role") } }),
        expect: only(roleManagers),
      },
      "of a department": {
        request: ({ world }) => ({
          body: { name: fresh("Role"), departmentId: world.departmentIds.Backend },
        }),
        expect: only(roleManagers),
      },
      "of a department that is gone": {
        request: () => ({ body: { name: fresh("Role"), departmentId: uuidv7() } }),
        expect: only(roleManagers, "department_not_found"),
      },
      "with the name of another": {
        request: () => ({ body: { name: "Super_Admin" } }),
        expect: only(roleManagers, "role_name_taken"),
      },
      "without a name": { request: () => ({ body: { name: " " } }), expect: signedIn("invalid_request") },
    },
    updateRole: {
      ...roleStates((roleId) => ({ params: { roleId }, body: { version: 1, name: fresh("Role") } })),
      "seen before somebody else's change": {
        request: async ({ world, spare }) => ({
          params: { roleId: await spare("a role", () => newRole(world)) },
          body: { version: 0, name: fresh("Role") },
        }),
        expect: only(roleManagers, "changed_meanwhile"),
      },
      "with the name of another": {
        request: async ({ world, spare }) => ({
          params: { roleId: await spare("a role", () => newRole(world)) },
          body: { version: 1, name: "Admin" },
        }),
        expect: only(roleManagers, "role_name_taken"),
      },
    },
    setRolePermissions: {
      ...roleStates((roleId) => ({ params: { roleId }, body: { version: 1, permissions: [chat] } })),
      "more than one's own": {
        request: async ({ world, spare }) => ({
          params: { roleId: await spare("a role", () => newRole(world)) },
          body: { version: 1, permissions: [{ resource: "audit", action: "read" }] },
        }),
        expect: only(superAdmins),
      },
      "admin/access": {
        request: async ({ world, spare }) => ({
          params: { roleId: await spare("a role", () => newRole(world)) },
          body: { version: 1, permissions: [{ resource: "admin", action: "access" }] },
        }),
        expect: only(superAdmins),
      },
      "seen before somebody else's change": {
        request: async ({ world, spare }) => ({
          params: { roleId: await spare("a role", () => newRole(world)) },
          body: { version: 0, permissions: [chat] },
        }),
        expect: only(roleManagers, "changed_meanwhile"),
      },
    },
    deleteRole: {
      ...roleStates((roleId) => ({ params: { roleId } })),
      held: {
        request: ({ world }) => ({ params: { roleId: world.roleIds["backend lead"] ?? "" } }),
        expect: only(roleManagers, "role_in_use"),
      },
    },
    listDepartments: { all: { request: () => ({}), expect: only(departmentReaders) } },
    createDepartment: {
      new: { request: () => ({ body: { name: fresh("Department") } }), expect: only(departmentManagers) },
      "with the name of another": {
        request: () => ({ body: { name: "backend" } }),
        expect: only(departmentManagers, "department_name_taken"),
      },
      "without a name": { request: () => ({ body: { name: "" } }), expect: signedIn("invalid_request") },
    },
    updateDepartment: {
      ...departmentStates(
        (departmentId) => ({
          params: { departmentId },
          body: { version: 1, name: fresh("Department") },
        }),
        departmentManagers,
      ),
      "seen before somebody else's change": {
        request: async ({ world, spare }) => ({
          params: { departmentId: await spare("a department", () => newDepartment(world)) },
          body: { version: 0, name: fresh("Department") },
        }),
        expect: only(departmentManagers, "changed_meanwhile"),
      },
      "with the name of another": {
        request: async ({ world, spare }) => ({
          params: { departmentId: await spare("a department", () => newDepartment(world)) },
          body: { version: 1, name: "DevOps" },
        }),
        expect: only(departmentManagers, "department_name_taken"),
      },
    },
    listDepartmentMembers: departmentStates(
      (departmentId) => ({ params: { departmentId }, query: {} }),
      memberReaders,
    ),
    addDepartmentMember: {
      ...departmentStates(
        async (departmentId, input) => ({
          params: { departmentId, userId: (await colleague(input)).id },
        }),
        memberManagers,
      ),
      oneself: {
        request: ({ world, actor }) => ({
          params: { departmentId: world.departmentIds.DevOps ?? "", userId: actor.id },
        }),
        expect: only(superAdmins),
        spendsActor: true,
      },
      nobody: {
        request: ({ world }) => ({
          params: { departmentId: world.departmentIds.Backend ?? "", userId: uuidv7() },
        }),
        expect: only(memberManagers, "user_not_found"),
      },
    },
    removeDepartmentMember: {
      ...departmentStates(
        async (departmentId, input) => ({
          params: { departmentId, userId: (await colleague(input)).id },
        }),
        memberManagers,
      ),
      nobody: {
        request: ({ world }) => ({
          params: { departmentId: world.departmentIds.Backend ?? "", userId: uuidv7() },
        }),
        expect: only(memberManagers, "user_not_found"),
      },
    },
    explainAccess: {
      "a page": {
        request: ({ world }) => ({
          params: { userId: world.actors.member.id },
          query: { path: "/backend/schema" },
        }),
        expect: only(userReaders),
      },
      "a permission": {
        request: ({ world }) => ({
          params: { userId: world.actors.member.id },
          query: { permission: "chat:access" },
        }),
        expect: only(userReaders),
      },
      oneself: {
        request: ({ actor }) => ({ params: { userId: actor.id }, query: { path: "/admin" } }),
        expect: only(userReaders),
      },
      missing: {
        request: () => ({ params: { userId: uuidv7() }, query: { path: "/chat" } }),
        expect: only(userReaders, "user_not_found"),
      },
      "a page and a permission": {
        request: ({ world }) => ({
          params: { userId: world.actors.member.id },
          query: { path: "/chat", permission: "chat:access" },
        }),
        expect: signedIn("invalid_request"),
      },
    },
  },
  events: {
    "role.changed": { change: async ({ world }) => void (await newRole(world)), receivers: roleReaders },
    "department.changed": {
      change: async ({ world }) => void (await newDepartment(world)),
      receivers: departmentReaders,
    },
  },
});

async function newRole({ db }: World): Promise<string> {
  const row = await db
    .insertInto("roles")
    .values({ name: fresh("Role"), department_id: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function newDepartment({ db }: World): Promise<string> {
  const name = fresh("Department");
  const row = await db
    .insertInto("departments")
    .values({ name, slug: name.toLowerCase().replaceAll(" ", "-") })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
