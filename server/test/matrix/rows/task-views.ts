import { taskViewEvents } from "@atoll/contract/tasks/events";
import { taskViewRoutes } from "@atoll/contract/tasks/view-routes";
import { uuidv7 } from "uuidv7";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { must } from "./chat-things.ts";
import { someone } from "./task-things.ts";

interface Things {
  colleagueId: string;
  /** The member's, whose name and filters nobody else may learn. */
  viewId: string;
}

/** A view is whose it is: for everybody else it is not there. */
export const taskViewSlice = defineSlice<typeof taskViewRoutes, keyof typeof taskViewEvents, Things>({
  name: "views of tasks",
  routes: taskViewRoutes,
  eventNames: taskViewEvents,
  furnish: async (world) => ({ colleagueId: world.actors.author.id, viewId: await saveSecret(world) }),
  rows: {
    listTaskViews: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    saveTaskView: {
      new: { request: () => ({ body: newView() }), expect: signedIn("ok") },
      "under the id of another's": {
        request: ({ things }) => ({ body: { ...newView(), id: things.viewId } }),
        expect: signedIn("task_view_id_taken"),
      },
      "without a name": {
        request: () => ({ body: { ...newView(), name: " " } }),
        expect: signedIn("invalid_request"),
      },
    },
    changeTaskView: {
      "one's own": {
        request: async (input) => ({
          params: { viewId: await addView(input.world, someone(input)) },
          body: { name: `Renamed ${uuidv7()}` },
        }),
        expect: signedIn("ok"),
      },
      "somebody else's": {
        request: ({ things }) => ({ params: { viewId: things.viewId }, body: { query: "scope=my" } }),
        expect: signedIn("task_view_not_found", { member: "ok" }),
      },
      missing: {
        request: () => ({ params: { viewId: uuidv7() }, body: { query: "" } }),
        expect: signedIn("task_view_not_found"),
      },
      "in nothing": {
        request: () => ({ params: { viewId: uuidv7() }, body: {} }),
        expect: signedIn("invalid_request"),
      },
    },
    orderTaskViews: {
      "with another's among them": {
        request: ({ things }) => ({ body: { viewIds: [things.viewId, uuidv7()] } }),
        expect: signedIn("ok"),
      },
    },
    deleteTaskView: {
      missing: { request: () => ({ params: { viewId: uuidv7() } }), expect: signedIn("ok") },
    },
  },
  events: {
    "task-views.changed": {
      change: async ({ world }) => void (await saveSecret(world)),
      receivers: ["member"],
    },
  },
});

const newView = () => ({ id: uuidv7(), name: `Mine ${uuidv7()}`, query: "view=list" });

async function saveSecret(world: World): Promise<string> {
  const id = uuidv7();
  const name = world.secrets.hide("the name of a view", ["member"]);
  await must(world, world.actors.member, "POST", "/api/task-views", { id, name, query: "scope=my" });
  return id;
}

async function addView(world: World, userId: string): Promise<string> {
  const id = uuidv7();
  await world.db
    .insertInto("task_views")
    .values({ ...newView(), id, user_id: userId, position: 1, sent_hash: Buffer.from(id) })
    .execute();
  return id;
}
