import { taskStateEvents } from "@atoll/contract/tasks/events";
import { taskStateRoutes } from "@atoll/contract/tasks/state-routes";
import { statesStatuses, usualTones } from "@atoll/contract/tasks/states";
import { uuidv7 } from "uuidv7";
import { type AdmittedName, everyListener } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import { only, superAdmins } from "./administration-targets.ts";
import { must } from "./chat-things.ts";
import { anybody, furnishTasks, type Input, type Things } from "./task-things.ts";

/** They manage the tasks of all departments, or departments with their sections. */
const stateManagers: readonly AdmittedName[] = ["departmentManager", "admin", ...superAdmins];

const fourStates = () =>
  statesStatuses.map((status) => ({
    id: uuidv7(),
    ...{ status, name: `State ${status}`, tone: usualTones[status], isDefault: true },
  }));

/** States of a department that nobody else has changed. */
async function statesOf({ world: { db }, spare }: Input, change: object = {}) {
  const departmentId = await spare("a department with states", async () => {
    const id = uuidv7();
    await db
      .insertInto("departments")
      .values({ id, slug: `d-${id}`, name: `Department ${id}` })
      .execute();
    return id;
  });
  return { body: { changeId: uuidv7(), departmentId, version: 0, states: fourStates(), ...change } };
}

/** Everybody reads the states of their departments; those who manage tasks or departments change them. */
export const taskStateSlice = defineSlice<typeof taskStateRoutes, keyof typeof taskStateEvents, Things>({
  name: "states of tasks",
  routes: taskStateRoutes,
  eventNames: taskStateEvents,
  furnish: furnishTasks,
  rows: {
    listTaskStates: anybody({}),
    setTaskStates: {
      "of a department": { request: (input) => statesOf(input), expect: only(stateManagers) },
      "over a version that was not seen": {
        request: (input) => statesOf(input, { version: 7 }),
        expect: only(stateManagers, "changed_meanwhile"),
      },
      "of no department": {
        request: (input) => statesOf(input, { departmentId: uuidv7() }),
        expect: only(stateManagers, "department_not_found"),
      },
      "without a state for finished tasks": {
        request: (input) => statesOf(input, { states: fourStates().slice(0, 3) }),
        expect: signedIn("invalid_request"),
      },
    },
  },
  events: {
    "task-states.changed": {
      change: async ({ world }) =>
        void (await must(world, world.actors.admin, "PUT", "/api/task-states", {
          ...{ changeId: uuidv7(), departmentId: world.departmentIds.Backend ?? "", version: 0 },
          states: fourStates(),
        })),
      receivers: everyListener,
    },
  },
});
