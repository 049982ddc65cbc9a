import { dashboardEvents } from "@atoll/contract/dashboard/events";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { uuidv7 } from "uuidv7";
import { type Actor, admittedNames } from "../actors.ts";
import { signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { only, superAdmins } from "./administration-targets.ts";
import { must } from "./chat-things.ts";

/** People who manage roles also set the roles' default dashboards. */
const roleManagers = ["roleManager", ...superAdmins] as const;
const place = { x: 0, y: 0, w: 4, h: 3 };

export const dashboardSlice = defineSlice({
  name: "dashboard",
  routes: dashboardRoutes,
  eventNames: dashboardEvents,
  furnish: async (world) => {
    await arrange(world);
    return {};
  },
  rows: {
    getDashboard: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    arrangeDashboard: {
      "one's own": {
        request: async ({ world, actor }) => ({
          body: { cards: [card()], phoneOrder: [], version: await versionOf(world, actor) },
        }),
        expect: signedIn("ok"),
      },
      "since changed": {
        request: () => ({ body: { cards: [card()], phoneOrder: [], version: 99_999 } }),
        expect: signedIn("changed_meanwhile"),
      },
      "too many": {
        request: async ({ world, actor }) => ({
          body: {
            cards: Array.from({ length: 25 }, card),
            phoneOrder: [],
            version: await versionOf(world, actor),
          },
        }),
        expect: signedIn("too_many_cards"),
      },
      malformed: {
        request: () => ({ body: { cards: [{ ...card(), w: 13 }], phoneOrder: [], version: 0 } }),
        expect: signedIn("invalid_request"),
      },
    },
    resetDashboard: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    listDashboardDefaults: { all: { request: () => ({}), expect: only(roleManagers) } },
    setDashboardDefault: {
      "of everybody": {
        request: () => ({ body: { roleId: null, cards: [card()], phoneOrder: [], pinnedIds: [] } }),
        expect: only(roleManagers),
      },
      "of a role": {
        request: ({ world }) => ({
          body: { roleId: world.roleIds.user ?? "", cards: [], phoneOrder: [], pinnedIds: [] },
        }),
        expect: only(roleManagers),
      },
      "of none": {
        request: () => ({ body: { roleId: uuidv7(), cards: [], phoneOrder: [], pinnedIds: [] } }),
        expect: only(roleManagers, "role_not_found"),
      },
      malformed: {
        request: () => ({ body: { roleId: "user", cards: [], phoneOrder: [], pinnedIds: [] } }),
        expect: signedIn("invalid_request"),
      },
    },
    deleteDashboardDefault: {
      "of everybody": {
        request: () => ({ params: { owner: "everybody" as const }, query: {} }),
        expect: only(roleManagers),
      },
      "of none": { request: () => ({ params: { owner: uuidv7() }, query: {} }), expect: only(roleManagers) },
      malformed: {
        request: () => ({ params: { owner: "all" as "everybody" }, query: {} }),
        expect: signedIn("invalid_request"),
      },
    },
  },
  events: {
    "dashboard.arranged": { change: ({ world }) => arrange(world), receivers: ["member"] },
    "dashboards.changed": {
      change: ({ world }) =>
        must(world, world.actors.superAdmin, "PUT", "/api/dashboard/defaults", {
          roleId: null,
          cards: [card()],
          phoneOrder: [],
          pinnedIds: [],
        }),
      receivers: [
        ...admittedNames.filter((name) => name !== "mustSetUp" && name !== "mustChoose"),
        "demoted",
      ],
    },
  },
});

const card = () => ({ id: uuidv7(), type: "tasks" as const, title: "", options: {}, ...place });

/** A title that only its person may see. */
async function arrange(world: World): Promise<void> {
  const title = world.secrets.hide("a card of a dashboard", ["member"]);
  const member = world.actors.member;
  await must(world, member, "PUT", "/api/dashboard/layout", {
    cards: [{ ...card(), title }],
    phoneOrder: [],
    version: await versionOf(world, member),
  });
}

async function versionOf(world: World, actor: Actor): Promise<number> {
  const answer = await world.send(actor, "GET", "/api/dashboard");
  const { layout } = answer.body as { layout?: { version: number } };
  return layout?.version ?? 0;
}
