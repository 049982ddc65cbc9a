import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import { taskCycleEvents } from "@atoll/contract/tasks/events";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type AdmittedName, everyListener } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { only, superAdmins } from "./administration-targets.ts";
import { must } from "./chat-things.ts";
import { anybody, furnishTasks, type Input, type Things as TaskThings, team } from "./task-things.ts";

/** They manage the tasks of all departments, or departments with their sections. */
const cycleManagers: readonly AdmittedName[] = ["departmentManager", "admin", ...superAdmins];

/** Members of Backend, and the people who manage its cycles. */
const readers: readonly AdmittedName[] = [...team, "departmentManager"];

interface Things extends TaskThings {
  /** A cycle of Backend with a task that its members may read. */
  cycleId: string;
}

const settings = { version: 0, isOn: true, weeks: 2, weekday: 1, pauseWeeks: 0, unfinished: "next" as const };

async function newDepartment({ db }: World): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("departments")
    .values({ id, slug: `d-${id}`, name: `Department ${id}` })
    .execute();
  return id;
}

async function newCycle({ db }: World, departmentId: string): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("task_cycle_lists")
    .values({
      ...{ department_id: departmentId, is_on: false, weeks: 2, weekday: 1, pause_weeks: 0, moves_on: true },
    })
    .execute();
  await db
    .insertInto("task_cycles")
    .values({
      id,
      department_id: departmentId,
      name: "A cycle",
      starts_on: sql`current_date - 3`,
      ends_on: sql`current_date + 3`,
    })
    .execute();
  return id;
}

/** A department whose cycles nobody else has changed. */
async function settingsOf({ world, spare }: Input, change: object = {}) {
  const departmentId = await spare("a department with cycles", () => newDepartment(world));
  return { params: { departmentId }, body: { ...settings, ...change } };
}

/** A cycle that nobody else has changed. */
async function spareCycle<Body>({ world, spare }: Input, body: Body) {
  const cycleId = await spare("a current cycle", async () => newCycle(world, await newDepartment(world)));
  return { params: { cycleId }, body };
}

/** Members of a department read its cycles; those who manage tasks or departments change them. */
export const taskCycleSlice = defineSlice<typeof taskCycleRoutes, keyof typeof taskCycleEvents, Things>({
  name: "cycles of tasks",
  routes: taskCycleRoutes,
  eventNames: taskCycleEvents,
  async furnish(world) {
    const things = await furnishTasks(world);
    const cycleId = await newCycle(world, world.departmentIds.Backend ?? "");
    await world.db
      .insertInto("task_cycle_spans")
      .values({ cycle_id: cycleId, task_id: things.teamTaskId })
      .execute();
    return { ...things, cycleId };
  },
  rows: {
    listTaskCycles: anybody({}),
    setTaskCycles: {
      "of a department": { request: (input) => settingsOf(input), expect: only(cycleManagers) },
      "over a version that was not seen": {
        request: (input) => settingsOf(input, { version: 7 }),
        expect: only(cycleManagers, "changed_meanwhile"),
      },
      "of no department": {
        request: () => ({ params: { departmentId: uuidv7() }, body: settings }),
        expect: only(cycleManagers, "department_not_found"),
      },
      "that are too long": {
        request: (input) => settingsOf(input, { weeks: 9 }),
        expect: signedIn("invalid_request"),
      },
    },
    listPastTaskCycles: {
      "of a department": {
        request: ({ world }) => ({ params: { departmentId: world.departmentIds.Backend ?? "" }, query: {} }),
        expect: signedIn("department_not_found", each(readers, "ok")),
      },
    },
    changeTaskCycle: {
      "its goal": {
        request: (input) => spareCycle(input, { version: 1, goal: "A goal" }),
        expect: only(cycleManagers),
      },
      missing: {
        request: () => ({ params: { cycleId: uuidv7() }, body: { version: 1, goal: "A goal" } }),
        expect: only(cycleManagers, "task_cycle_not_found"),
      },
    },
    endTaskCycle: {
      "the current one": {
        request: (input) => spareCycle(input, { version: 1, unfinished: "none" as const }),
        expect: only(cycleManagers),
      },
      missing: {
        request: () => ({ params: { cycleId: uuidv7() }, body: { version: 1, unfinished: "none" as const } }),
        expect: only(cycleManagers, "task_cycle_not_found"),
      },
    },
    getTaskCycle: {
      "of a department": {
        request: ({ things }) => ({ params: { cycleId: things.cycleId } }),
        expect: signedIn("task_cycle_not_found", each(readers, "ok")),
      },
    },
    listTaskCycleTasks: {
      "of a department": {
        request: ({ things }) => ({ params: { cycleId: things.cycleId }, query: {} }),
        expect: signedIn("task_cycle_not_found", each(readers, "ok")),
      },
    },
  },
  events: {
    "task-cycles.changed": {
      change: async ({ world }) =>
        void (await must(
          world,
          world.actors.admin,
          "PUT",
          `/api/task-cycle-lists/${await newDepartment(world)}`,
          settings,
        )),
      receivers: everyListener,
    },
  },
});
