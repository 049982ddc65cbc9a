import { administrationEvents } from "@atoll/contract/administration/events";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { uuidv7 } from "uuidv7";
import type { AdmittedName } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { departmentReaders, userReaders, type World } from "../world.ts";
import { type Input, only, superAdmins } from "./administration-targets.ts";

const {
  listDepartments,
  createDepartment,
  updateDepartment,
  listDepartmentMembers,
  addDepartmentMember,
  removeDepartmentMember,
  getDepartmentContents,
  removeDepartment,
  mergeDepartment,
} = administrationRoutes;

const departmentManagers = ["departmentManager", "admin", ...superAdmins] as const;
/** Members are chosen in the department or in the account. */
const memberManagers = ["userManager", ...departmentManagers] as const;
const memberReaders = ["departmentManager", ...userReaders] as const;

const fresh = (what: string) => `${what} ${uuidv7()}`;

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

export const departmentAdministrationSlice = defineSlice({
  name: "administration of departments",
  routes: {
    listDepartments,
    createDepartment,
    updateDepartment,
    listDepartmentMembers,
    addDepartmentMember,
    removeDepartmentMember,
    getDepartmentContents,
    removeDepartment,
    mergeDepartment,
  },
  eventNames: {
    "department.changed": administrationEvents["department.changed"],
  },
  async furnish(world) {
    const description = world.secrets.hide("the description of a department", departmentReaders);
    await world.db.updateTable("departments").set({ description }).where("name", "=", "Backend").execute();
    return {};
  },
  rows: {
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
    getDepartmentContents: departmentStates(
      (departmentId) => ({ params: { departmentId } }),
      departmentManagers,
    ),
    removeDepartment: {
      ...departmentStates((departmentId) => ({ params: { departmentId } }), departmentManagers),
      "that somebody is in": {
        request: ({ world }) => ({ params: { departmentId: world.departmentIds.Backend ?? "" } }),
        expect: only(departmentManagers, "department_not_empty"),
      },
    },
    mergeDepartment: {
      ...departmentStates(
        async (departmentId, { world, spare }) => ({
          params: { departmentId },
          body: { intoId: await spare("another department", () => newDepartment(world)) },
        }),
        superAdmins,
      ),
      "into itself": {
        request: ({ world }) => ({
          params: { departmentId: world.departmentIds.Backend ?? "" },
          body: { intoId: world.departmentIds.Backend ?? "" },
        }),
        expect: only(superAdmins, "department_not_found"),
      },
    },
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
  },
  events: {
    "department.changed": {
      change: async ({ world }) => void (await newDepartment(world)),
      receivers: departmentReaders,
    },
  },
});

async function newDepartment({ db }: World): Promise<string> {
  const name = fresh("Department");
  const row = await db
    .insertInto("departments")
    .values({ name, slug: name.toLowerCase().replaceAll(" ", "-") })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
