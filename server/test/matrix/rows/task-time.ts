import { taskTimerEvents } from "@atoll/contract/tasks/events";
import { taskTimeRoutes } from "@atoll/contract/tasks/time-routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { createTaskRow } from "../../task-factory.ts";
import type { Actor } from "../actors.ts";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { must } from "./chat-things.ts";
import { anybody, assigned, change, furnishTasks, ofTask, states, type Things, team } from "./task-things.ts";

const entry = { day: "2026-11-20", minutes: 30, note: "" };
const zone = "UTC";
const period = { from: "2026-11-01", to: "2026-11-30" };
const missing = (taskId: string) => ({ taskId, entryId: uuidv7() });

interface Input {
  world: World;
  actor: Actor;
}

/** Logs time of an actor, if they have an account, on a task that they may not even see. */
async function ownEntry({ world: { db, actors }, actor }: Input) {
  const taskId = await createTaskRow(db, actors.member.id);
  const entryId = uuidv7();
  await sql`INSERT INTO task_time_entries (id, task_id, user_id, day, minutes)
    SELECT ${entryId}, ${taskId}, id, ${entry.day}, 15 FROM accounts WHERE id = ${actor.id}`.execute(db);
  return { taskId, entryId };
}

async function ownTimer({ world: { db, actors }, actor }: Input) {
  const taskId = await createTaskRow(db, actors.member.id);
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  await sql`INSERT INTO task_timers (user_id, task_id, started_at)
    SELECT id, ${taskId}, ${startedAt} FROM accounts WHERE id = ${actor.id}
    ON CONFLICT (user_id) DO UPDATE SET task_id = ${taskId}, started_at = ${startedAt}`.execute(db);
  return { taskId, startedAt };
}

/** Readers of a task log time on it; everyone changes only their own, and has one timer. */
export const taskTimeSlice = defineSlice<typeof taskTimeRoutes, keyof typeof taskTimerEvents, Things>({
  name: "time of tasks",
  routes: taskTimeRoutes,
  eventNames: taskTimerEvents,
  furnish: furnishTasks,
  rows: {
    listTaskTime: states((taskId) => ({ ...ofTask(taskId), query: {} })),
    addTaskTime: states((taskId) => ({ ...ofTask(taskId), body: { id: uuidv7(), ...entry } })),
    changeTaskTime: {
      "of one's own": {
        request: async (input) => ({ params: await ownEntry(input), body: { ...change(), ...entry } }),
        expect: signedIn("ok"),
      },
      "that is not there": {
        request: ({ things }) => ({ params: missing(things.teamTaskId), body: { ...change(), ...entry } }),
        expect: signedIn("task_not_found", each(team, "time_entry_not_found")),
      },
    },
    removeTaskTime: {
      "of one's own": {
        request: async (input) => ({ params: await ownEntry(input), query: change() }),
        expect: signedIn("ok"),
      },
      "that is not there": {
        request: ({ things }) => ({ params: missing(things.assignedId), query: change() }),
        expect: signedIn("task_not_found", each(assigned, "time_entry_not_found")),
      },
    },
    getTaskTimer: anybody({}),
    startTaskTimer: states((taskId) => ({ body: { taskId, entryId: uuidv7(), zone } })),
    stopTaskTimer: {
      "that runs": {
        request: async (input) => ({ query: { entryId: uuidv7(), zone, ...(await ownTimer(input)) } }),
        expect: signedIn("ok"),
      },
      "that does not run": {
        request: async ({ world, actor }) => {
          await world.db.deleteFrom("task_timers").where("user_id", "=", actor.id).execute();
          const named = { taskId: uuidv7(), startedAt: new Date(0).toISOString() };
          return { query: { entryId: uuidv7(), zone, ...named } };
        },
        expect: signedIn("task_timer_not_found"),
      },
    },
    readTimeReport: {
      ...anybody({ query: period }),
      "that ends before it begins": {
        request: () => ({ query: { from: period.to, to: period.from } }),
        expect: signedIn("invalid_request"),
      },
    },
    exportTaskTime: anybody({ query: period }),
  },
  events: {
    "task-timer.changed": {
      change: async ({ world }) => {
        const taskId = await createTaskRow(world.db, world.actors.member.id);
        await must(world, world.actors.member, "PUT", "/api/task-timer", { taskId, entryId: uuidv7(), zone });
      },
      receivers: ["member"],
    },
  },
});
