import { taskFieldEvents } from "@atoll/contract/tasks/events";
import { taskFieldRoutes } from "@atoll/contract/tasks/field-routes";
import { uuidv7 } from "uuidv7";
import { type AdmittedName, everyListener } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { only, superAdmins } from "./administration-targets.ts";
import { must } from "./chat-things.ts";
import { anybody, furnishTasks, type Input, type Things } from "./task-things.ts";

/** They manage the tasks of all departments, or departments with their sections. */
const fieldManagers: readonly AdmittedName[] = ["departmentManager", "admin", ...superAdmins];

/** A department with one field of its own, which nobody else changes. */
function ownSet({ world: { db }, spare }: Input): Promise<{ departmentId: string; name: string }> {
  return spare("a department with a field", async () => {
    const id = uuidv7();
    const name = `own_${id.replaceAll("-", "").slice(-12)}`;
    await db
      .insertInto("departments")
      .values({ id, slug: `d-${id}`, name: `Department ${id}` })
      .execute();
    const fields = [{ name, label: "Size", kind: "choice", options: ["Small", "Large"], isAdded: true }];
    await db
      .insertInto("task_field_sets")
      .values({ department_id: id, fields: JSON.stringify(fields) })
      .execute();
    return { departmentId: id, name };
  });
}

/** Everybody reads the fields of their departments; those who manage tasks or departments change them. */
export const taskFieldSlice = defineSlice<typeof taskFieldRoutes, keyof typeof taskFieldEvents, Things>({
  name: "fields of tasks",
  routes: taskFieldRoutes,
  eventNames: taskFieldEvents,
  furnish: furnishTasks,
  rows: {
    listTaskFields: anybody({}),
    addTaskField: {
      "to a department": {
        request: async (input) => {
          const { departmentId } = await ownSet(input);
          return { body: { departmentId, version: 1, label: "Weight", kind: "number" as const } };
        },
        expect: only(fieldManagers),
      },
      "over a version that was not seen": {
        request: async (input) => {
          const { departmentId } = await ownSet(input);
          return { body: { departmentId, version: 0, label: "Weight", kind: "number" as const } };
        },
        expect: only(fieldManagers, "changed_meanwhile"),
      },
      "to no department": {
        request: () => ({
          body: { departmentId: uuidv7(), version: 0, label: "Weight", kind: "number" as const },
        }),
        expect: only(fieldManagers, "department_not_found"),
      },
      "a choice without options": {
        request: () => ({ body: { departmentId: null, version: 0, label: "Size", kind: "choice" as const } }),
        expect: signedIn("invalid_request"),
      },
    },
    addTaskFormula: {
      "to a department": {
        request: async (input) => {
          const { departmentId, name } = await ownSet(input);
          return { body: { departmentId, version: 1, label: "Code", formula: `lower({${name}})` } };
        },
        expect: only(fieldManagers),
      },
      "with a mistake": {
        request: async (input) => {
          const { departmentId } = await ownSet(input);
          return { body: { departmentId, version: 1, label: "Code", formula: "{Nothing}" } };
        },
        expect: only(fieldManagers, "task_formula_wrong"),
      },
      "over a version that was not seen": {
        request: async (input) => {
          const { departmentId } = await ownSet(input);
          return { body: { departmentId, version: 0, label: "Code", formula: "1" } };
        },
        expect: only(fieldManagers, "changed_meanwhile"),
      },
      "to no department": {
        request: () => ({ body: { departmentId: uuidv7(), version: 0, label: "Code", formula: "1" } }),
        expect: only(fieldManagers, "department_not_found"),
      },
    },
    previewTaskFormula: {
      "of all tasks": {
        request: () => ({ body: { departmentId: null, formula: "len({Title})" } }),
        expect: only(fieldManagers),
      },
      "with a mistake": {
        request: () => ({ body: { departmentId: null, formula: "today()" } }),
        expect: only(fieldManagers, "task_formula_wrong"),
      },
    },
    changeTaskField: {
      "of a department": {
        request: async (input) => ({
          params: { field: (await ownSet(input)).name },
          body: { version: 1, label: "Extent" },
        }),
        expect: only(fieldManagers),
      },
      missing: {
        request: () => ({ params: { field: "own_nothing" }, body: { version: 1, label: "Extent" } }),
        expect: only(fieldManagers, "task_field_not_found"),
      },
    },
    orderTaskFields: {
      "of a department": {
        request: async (input) => {
          const { departmentId, name } = await ownSet(input);
          return { body: { departmentId, version: 1, order: [name] } };
        },
        expect: only(fieldManagers),
      },
      "with other fields": {
        request: async (input) => {
          const { departmentId } = await ownSet(input);
          return { body: { departmentId, version: 1, order: ["own_other"] } };
        },
        expect: only(fieldManagers, "task_field_not_found"),
      },
    },
  },
  events: {
    "task-fields.changed": {
      change: async ({ world }) =>
        void (await must(world, world.actors.admin, "POST", "/api/task-fields", {
          ...{ departmentId: world.departmentIds.Backend ?? "", version: 0, label: "Size", kind: "text" },
        })),
      receivers: everyListener,
    },
  },
});
