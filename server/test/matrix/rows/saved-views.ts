import { savedViewEvents } from "@atoll/contract/saved-views/events";
import { savedViewRoutes } from "@atoll/contract/saved-views/routes";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { addType, members, withView } from "./card-things.ts";
import { must } from "./chat-things.ts";
import { someone } from "./task-things.ts";

interface Things {
  colleagueId: string;
  /** The member's view of tasks, whose name and filters nobody else may learn. */
  viewId: string;
  /** A section of Backend, and one that also requires `cards/backend`. */
  openPlace: string;
  restrictedPlace: string;
}

const ofMissing = signedIn("view_place_not_found");
const everywhere = ["tasks", "ideas", "questions", "knowledge:faq", "knowledge:sop", "knowledge:articles"];

/** A view belongs to one person: for everybody else it does not exist. Neither do pages that they may not see. */
export const savedViewSlice = defineSlice<typeof savedViewRoutes, keyof typeof savedViewEvents, Things>({
  name: "saved views",
  routes: savedViewRoutes,
  eventNames: savedViewEvents,
  furnish: async (world) => ({
    colleagueId: world.actors.author.id,
    viewId: await saveSecret(world),
    openPlace: `cards:${await addType(world, "viewed", "Viewed")}`,
    restrictedPlace: `cards:${await addType(world, "viewed-by-few", "Viewed by few", true)}`,
  }),
  rows: {
    listSavedViews: {
      ...Object.fromEntries(
        everywhere.map((place) => [
          `of ${place}`,
          { request: () => ({ params: { place } }), expect: signedIn("ok") },
        ]),
      ),
      "of a section": {
        request: ({ things }) => ({ params: { place: things.openPlace } }),
        expect: signedIn("view_place_not_found", each(members, "ok")),
      },
      "of a restricted section": {
        request: ({ things }) => ({ params: { place: things.restrictedPlace } }),
        expect: signedIn("view_place_not_found", each(withView, "ok")),
      },
      "of a department's tasks": {
        request: ({ world }) => ({ params: { place: `tasks:${world.departmentIds.Backend}` } }),
        expect: signedIn("view_place_not_found", each(members, "ok")),
      },
      "of no page": { request: () => ({ params: { place: `cards:${uuidv7()}` } }), expect: ofMissing },
    },
    saveView: {
      new: { request: () => ({ params: ofTasks, body: newView() }), expect: signedIn("ok") },
      "of a restricted section": {
        request: ({ things }) => ({
          params: { place: things.restrictedPlace },
          body: { ...newView(), query: "whose=mine" },
        }),
        expect: signedIn("view_place_not_found", each(withView, "ok")),
      },
      "under the id of another's": {
        request: ({ things }) => ({ params: ofTasks, body: { ...newView(), id: things.viewId } }),
        expect: signedIn("saved_view_id_taken"),
      },
      "with filters of another page": {
        request: () => ({ params: ofTasks, body: { ...newView(), query: "whose=mine" } }),
        expect: signedIn("saved_view_not_understood"),
      },
      "without a name": {
        request: () => ({ params: ofTasks, body: { ...newView(), name: " " } }),
        expect: signedIn("invalid_request"),
      },
    },
    changeSavedView: {
      "one's own": {
        request: async (input) => ({
          params: { ...ofTasks, viewId: await addView(input.world, someone(input)) },
          body: { name: `Renamed ${uuidv7()}`, version: 1 },
        }),
        expect: signedIn("ok"),
      },
      "somebody else's": {
        request: ({ things }) => ({
          params: { ...ofTasks, viewId: things.viewId },
          body: { query: "scope=my", version: 2 },
        }),
        expect: signedIn("saved_view_not_found", { member: "changed_meanwhile" }),
      },
      "of a page that is not theirs": {
        request: ({ things }) => ({
          params: { place: things.restrictedPlace, viewId: uuidv7() },
          body: { query: "", version: 1 },
        }),
        expect: signedIn("view_place_not_found", each(withView, "saved_view_not_found")),
      },
      missing: {
        request: () => ({ params: { ...ofTasks, viewId: uuidv7() }, body: { query: "", version: 1 } }),
        expect: signedIn("saved_view_not_found"),
      },
      "in nothing": {
        request: () => ({ params: { ...ofTasks, viewId: uuidv7() }, body: { version: 1 } }),
        expect: signedIn("invalid_request"),
      },
    },
    orderSavedViews: {
      "with another's among them": {
        request: ({ things }) => ({ params: ofTasks, body: { viewIds: [things.viewId, uuidv7()] } }),
        expect: signedIn("ok"),
      },
      "of a page that is not theirs": {
        request: ({ things }) => ({ params: { place: things.restrictedPlace }, body: { viewIds: [] } }),
        expect: signedIn("view_place_not_found", each(withView, "ok")),
      },
    },
    deleteSavedView: {
      missing: { request: () => ({ params: { ...ofTasks, viewId: uuidv7() } }), expect: signedIn("ok") },
      "of a page that is not theirs": {
        request: ({ things }) => ({ params: { place: things.restrictedPlace, viewId: uuidv7() } }),
        expect: signedIn("view_place_not_found", each(withView, "ok")),
      },
    },
  },
  events: {
    "saved-views.changed": {
      change: async ({ world }) => void (await saveSecret(world)),
      receivers: ["member"],
    },
  },
});

const ofTasks = { place: "tasks" };
const newView = () => ({ id: uuidv7(), name: `Mine ${uuidv7()}`, query: "scope=my" });

async function saveSecret(world: World): Promise<string> {
  const id = uuidv7();
  const name = world.secrets.hide("the name of a view", ["member"]);
  await must(world, world.actors.member, "POST", "/api/saved-views/tasks", { id, name, query: "scope=my" });
  return id;
}

async function addView(world: World, userId: string): Promise<string> {
  const id = uuidv7();
  await world.db
    .insertInto("saved_views")
    .values({
      ...newView(),
      id,
      user_id: userId,
      place: "tasks",
      position: 1,
      sent_hash: Buffer.from(id),
    })
    .execute();
  return id;
}
