import { administrationEvents } from "@atoll/contract/administration/events";
import type { ImportField } from "@atoll/contract/administration/import-fields";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { AdmittedName } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { userReaders } from "../world.ts";
import { admins, type Input, managers, only, superAdmins, targetStates } from "./administration-targets.ts";

/** Find people in the table: also who only gives roles. */
const finders = ["roleAssigner", ...managers] as const;
/** Have anything to do in the administration. */
const officers = [...finders, "roleManager", "departmentManager", "auditor"] as const;

const { getSummary, listUsers, getUser, createUser, updateUser, changePeople, importUsers } =
  administrationRoutes;
const routes = {
  getSummary,
  listUsers,
  getUser,
  createUser,
  updateUser,
  changePeople,
  importUsers,
};

const newEmployee = () => ({
  name: "New employee",
  email: `${uuidv7()}@example.test`,
  password: "seven pelicans on a pier",
});

const roles = ({ world }: Input, ...names: string[]) => names.map((name) => world.roleIds[name] ?? name);

const givers = ["roleAssigner", ...admins] as const;

/** Giving a role to an employee, who keeps the role `user`. */
function giving(role: string, names: readonly AdmittedName[]) {
  return {
    request: async (input: Input) => {
      const { id } = await input.spare(`an employee for ${role}`, () => input.world.newPerson());
      return { params: { userId: id }, body: { version: 1, roleIds: roles(input, "user", role) } };
    },
    expect: only(names),
  };
}

const csv = (rows: string[]) => ({ csv: ["name,email,password,roles", ...rows].join("\n"), isDryRun: false });
const csvRow = (role = "") => `New employee,${uuidv7()}@example.test,seven pelicans on a pier,${role}`;

export const userAdministrationSlice = defineSlice({
  name: "administration of users",
  routes,
  eventNames: {
    "person.changed": administrationEvents["person.changed"],
    "administration.changed": administrationEvents["administration.changed"],
  },
  furnish: async () => ({}),
  rows: {
    getSummary: { "as it is": { request: () => ({}), expect: only(officers) } },
    listUsers: {
      everybody: { request: () => ({ query: { pageSize: 100 } }), expect: only(finders) },
      "the second page": { request: () => ({ query: { pageSize: 100, page: 2 } }), expect: only(finders) },
      "who is disabled": {
        request: () => ({ query: { status: "disabled" as const } }),
        expect: only(finders),
      },
      "of a role": {
        request: (input) => ({ query: { roleId: roles(input, "super_admin")[0] } }),
        expect: only(finders),
      },
      "beyond the limit": {
        request: () => ({ query: { pageSize: 101 } }),
        expect: signedIn("invalid_request"),
      },
    },
    getUser: {
      employee: {
        request: ({ world }) => ({ params: { userId: world.actors.member.id } }),
        expect: only(finders),
      },
      "super admin": {
        request: ({ world }) => ({ params: { userId: world.actors.superAdmin.id } }),
        expect: only(finders),
      },
      oneself: { request: ({ actor }) => ({ params: { userId: actor.id } }), expect: only(finders) },
      missing: {
        request: () => ({ params: { userId: uuidv7() } }),
        expect: only(finders, "user_not_found"),
      },
      malformed: {
        request: () => ({ params: { userId: "somebody" } }),
        expect: signedIn("invalid_request"),
      },
    },
    createUser: {
      employee: { request: () => ({ body: newEmployee() }), expect: only(managers) },
      "with the role user": {
        request: (input) => ({ body: { ...newEmployee(), roleIds: roles(input, "user") } }),
        expect: only(managers),
      },
      "with a role": {
        request: (input) => ({ body: { ...newEmployee(), roleIds: roles(input, "visitor") } }),
        expect: only(admins),
      },
      "as admin": {
        request: (input) => ({ body: { ...newEmployee(), roleIds: roles(input, "admin") } }),
        expect: only(superAdmins),
      },
      "as super admin": {
        request: (input) => ({ body: { ...newEmployee(), roleIds: roles(input, "super_admin") } }),
        expect: only(superAdmins),
      },
      "with admin/access": {
        request: (input) => ({ body: { ...newEmployee(), roleIds: roles(input, "stand-in") } }),
        expect: only(superAdmins),
      },
      "as pending": {
        request: (input) => ({ body: { ...newEmployee(), roleIds: roles(input, "pending") } }),
        expect: only(managers, "role_not_found"),
      },
      "with a role that is gone": {
        request: () => ({ body: { ...newEmployee(), roleIds: [uuidv7()] } }),
        expect: only(managers, "role_not_found"),
      },
      "in a department that is gone": {
        request: () => ({ body: { ...newEmployee(), departmentIds: [uuidv7()] } }),
        expect: only(managers, "department_not_found"),
      },
      "with a colleague's email": {
        request: ({ world }) => ({ body: { ...newEmployee(), email: world.actors.member.email } }),
        expect: only(managers, "email_taken"),
      },
      "with a password that everybody guesses": {
        request: () => ({ body: { ...newEmployee(), password: "1234567890" } }),
        expect: only(managers, "password_too_common"),
      },
      incomplete: {
        request: () => ({ body: { ...newEmployee(), name: " " } }),
        expect: signedIn("invalid_request"),
      },
    },
    updateUser: {
      ...targetStates(
        (userId) => ({ params: { userId }, body: { version: 1, name: "Another name" } }),
        "ok",
        { spendsActor: true },
      ),
      "seen before somebody else's change": {
        request: async ({ world, spare }) => ({
          params: { userId: (await spare("an employee", () => world.newPerson())).id },
          body: { version: 0, name: "Another name" },
        }),
        expect: only(managers, "changed_meanwhile"),
      },
      "a colleague's email": {
        request: async ({ world, spare }) => ({
          params: { userId: (await spare("an employee", () => world.newPerson())).id },
          body: { version: 1, email: world.actors.member.email },
        }),
        expect: only(managers, "email_taken"),
      },
      "a department that is gone": {
        request: async ({ world, spare }) => ({
          params: { userId: (await spare("an employee", () => world.newPerson())).id },
          body: { version: 1, departmentIds: [uuidv7()] },
        }),
        expect: only(managers, "department_not_found"),
      },
      "gives a plain role": giving("visitor", givers),
      "gives a role with more than one's own": giving("audit office", admins),
      "gives admin": giving("admin", superAdmins),
      "gives super_admin": giving("super_admin", superAdmins),
      "gives admin/access": giving("stand-in", superAdmins),
      "gives pending": {
        request: async (input) => ({
          params: { userId: (await input.spare("an employee", () => input.world.newPerson())).id },
          body: { version: 1, roleIds: roles(input, "pending") },
        }),
        expect: only(finders, "role_not_found"),
      },
      "gives the managing of roles": giving("role office", superAdmins),
      "the email of a role manager": {
        request: async ({ world, spare }) => {
          const target = await spare("a role manager", () => world.newPerson({ roles: ["role office"] }));
          return {
            params: { userId: target.id },
            body: { version: 1, email: `${uuidv7()}@example.test` },
          };
        },
        expect: only(superAdmins),
      },
      "gives a department to oneself": {
        request: ({ world, actor }) => ({
          params: { userId: actor.id },
          body: { version: 1, departmentIds: [world.departmentIds.DevOps ?? ""] },
        }),
        expect: only(superAdmins),
        spendsActor: true,
      },
      "gives a role to oneself": {
        request: (input) => ({
          params: { userId: input.actor.id },
          body: { version: 1, roleIds: roles(input, "user", "super_admin") },
        }),
        expect: { ...only(superAdmins) },
        spendsActor: true,
      },
      "takes super_admin": {
        request: async (input) => {
          const target = await input.spare("a super admin", () =>
            input.world.newPerson({ roles: ["super_admin"] }),
          );
          return { params: { userId: target.id }, body: { version: 1, roleIds: roles(input, "user") } };
        },
        expect: only(superAdmins),
      },
    },
    // Each person's fate is the answer: that nobody reaches further here than one by one is the slice's own test.
    changePeople: {
      "gives a role": {
        request: async (input) => ({
          body: {
            userIds: [(await input.spare("an employee", () => input.world.newPerson())).id],
            addRoleIds: roles(input, "visitor"),
          },
        }),
        expect: only(finders),
      },
      "gives a department": {
        request: async (input) => ({
          body: {
            userIds: [(await input.spare("an employee", () => input.world.newPerson())).id],
            addDepartmentIds: [input.world.departmentIds.DevOps ?? ""],
          },
        }),
        expect: only(managers),
      },
      disables: {
        request: async ({ world, spare }) => ({
          body: { userIds: [(await spare("an employee", () => world.newPerson())).id], isDisabled: true },
        }),
        expect: only(managers),
      },
      "gives pending": {
        request: (input) => ({
          body: { userIds: [input.world.actors.member.id], addRoleIds: roles(input, "pending") },
        }),
        expect: only(finders, "role_not_found"),
      },
      "a department that is gone": {
        request: ({ world }) => ({
          body: { userIds: [world.actors.member.id], addDepartmentIds: [uuidv7()] },
        }),
        expect: only(managers, "department_not_found"),
      },
      nobody: { request: () => ({ body: { userIds: [] } }), expect: signedIn("invalid_request") },
    },
    importUsers: {
      "dry run": {
        request: () => ({ body: { ...csv([csvRow()]), isDryRun: true } }),
        expect: only(managers),
      },
      import: { request: () => ({ body: csv([csvRow()]) }), expect: only(managers) },
      "of admins": {
        // The rows' fates are the answer; that nothing is given is the import's own test.
        request: () => ({ body: { ...csv([csvRow("super_admin")]), isDryRun: true } }),
        expect: only(managers),
      },
      "with columns and a row left out": {
        request: () => ({
          body: {
            ...csv([csvRow(), csvRow()]),
            columns: ["name", "email", "password", "none"] satisfies ImportField[],
            leaveOut: [3],
          },
        }),
        expect: only(managers),
      },
      "no column for the name": {
        request: () => ({
          body: { ...csv([csvRow()]), columns: ["none", "email", "password"] satisfies ImportField[] },
        }),
        expect: only(managers, "csv_unreadable"),
      },
      "no CSV": {
        request: () => ({ body: { ...csv([]), csv: "one,two\n1,2" } }),
        expect: only(managers, "csv_unreadable"),
      },
      empty: { request: () => ({ body: { csv: "", isDryRun: true } }), expect: signedIn("invalid_request") },
    },
  },
  events: {
    "person.changed": {
      change: async ({ world }) => {
        await world.db
          .updateTable("profiles")
          .set({ name: "Renamed" })
          .where("id", "=", world.actors.author.id)
          .execute();
      },
      receivers: userReaders,
    },
    // So many at once that they are not named.
    "administration.changed": {
      change: async ({ world }) => {
        const people = await Promise.all(Array.from({ length: 25 }, () => world.newPerson()));
        await sql`UPDATE profiles SET name = 'Renamed' WHERE id = ANY(${people.map(({ id }) => id)})`.execute(
          world.db,
        );
      },
      receivers: userReaders,
    },
  },
});
