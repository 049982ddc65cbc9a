import { administrationEvents } from "@atoll/contract/administration/events";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { uuidv7 } from "uuidv7";
import { type Expectation, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { roleReaders, userReaders, type World } from "../world.ts";
import { type Input, only, superAdmins } from "./administration-targets.ts";

/** Super admins and who holds roles:manage; an admin is not among them. */
const roleManagers = ["roleManager", ...superAdmins] as const;

const { listRoles, createRole, updateRole, setRolePermissions, deleteRole, explainAccess } =
  administrationRoutes;
const routes = {
  listRoles,
  createRole,
  updateRole,
  setRolePermissions,
  deleteRole,
  explainAccess,
};

const fresh = (what: string) => `${what} ${uuidv7()}`;
const chat = { resource: "chat", action: "access" };

/** The kinds of roles, for every route that takes one. */
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

export const roleAdministrationSlice = defineSlice({
  name: "administration of roles",
  routes,
  eventNames: {
    "role.changed": administrationEvents["role.changed"],
  },
  furnish: async () => ({}),
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
