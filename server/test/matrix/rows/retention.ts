import { retentionRoutes } from "@atoll/contract/retention/routes";
import { uuidv7 } from "uuidv7";
import { signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { only, superAdmins } from "./administration-targets.ts";
import { channelStates } from "./chat-states.ts";
import { furnishChat, letInToChat } from "./chat-things.ts";

/** Writes a hold of nobody who is an actor. */
async function newHold({ db, secrets, actors }: World): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("legal_holds")
    .values({
      ...{ id, name: secrets.hide("the name of a legal hold", superAdmins), reason: "A court asked." },
      ...{ person_ids: [uuidv7()], created_by: actors.superAdmin.id, sent_hash: Buffer.alloc(0) },
    })
    .execute();
  return id;
}

/** Writes an exception for a new channel, with a change that waits. */
async function newRule({ db }: World): Promise<string> {
  const [id, channelId] = [uuidv7(), uuidv7()];
  await db.insertInto("channels").values({ id: channelId, name: channelId, type: "PRIVATE" }).execute();
  const next = { next: "set" as const, next_days: 30_000, next_at: new Date("2190-01-01") };
  await db
    .insertInto("retention_rules")
    .values({ id, scope: "channel", channel_id: channelId, is_in_force: true, ...next })
    .execute();
  return id;
}

const missing = { ruleId: uuidv7() };
const rule = async ({ world, spare }: CaseInput<unknown>) => ({
  params: { ruleId: await spare("a rule", () => newRule(world)) },
});
const hold = async ({ world, spare }: CaseInput<unknown>) => ({
  params: { holdId: await spare("a hold", () => newHold(world)) },
});
const ofNothing = { params: { holdId: uuidv7() } };
const newBody = () => ({
  ...{ id: uuidv7(), name: "Case", reason: "A court asked.", personIds: [], from: null, until: null },
});

export const retentionSlice = defineSlice({
  name: "retention",
  routes: retentionRoutes,
  eventNames: {},
  events: {},
  furnish: furnishChat,
  letIn: letInToChat,
  rows: {
    getRetention: { "as it is": { request: () => ({}), expect: only(superAdmins) } },
    previewRetention: {
      "of all channels": {
        request: () => ({ query: { scope: "channels" as const, days: 30_000 } }),
        expect: only(superAdmins),
      },
      "of no channel": {
        request: () => ({ query: { scope: "channel" as const, placeId: uuidv7(), days: 30 } }),
        expect: only(superAdmins, "retention_place_not_found"),
      },
    },
    changeRetention: {
      "of a channel": {
        request: async ({ things }) => ({
          body: { scope: "channel" as const, placeId: things.colleagueId, days: 30_000, version: 0 },
        }),
        expect: only(superAdmins, "retention_place_not_found"),
      },
      "of a new channel": {
        request: async ({ world }) => {
          const placeId = uuidv7();
          await world.db
            .insertInto("channels")
            .values({ id: placeId, name: placeId, type: "PRIVATE" })
            .execute();
          return { body: { scope: "channel" as const, placeId, days: 30_000, version: 0 } };
        },
        expect: only(superAdmins),
      },
      "without a place": {
        request: () => ({ body: { scope: "channel" as const, placeId: null, days: 1, version: 0 } }),
        expect: signedIn("invalid_request"),
      },
    },
    removeRetentionRule: {
      "of a channel": { request: rule, expect: only(superAdmins) },
      missing: {
        request: () => ({ params: missing }),
        expect: only(superAdmins, "retention_rule_not_found"),
      },
    },
    cancelRetentionChange: {
      "of a channel": { request: rule, expect: only(superAdmins) },
      missing: {
        request: () => ({ params: missing }),
        expect: only(superAdmins, "retention_rule_not_found"),
      },
    },
    findChannelsToKeep: { all: { request: () => ({ query: {} }), expect: only(superAdmins) } },
    getChannelRetention: channelStates((channelId) => ({ params: { channelId } })),
    listHolds: { all: { request: () => ({ query: {} }), expect: only(superAdmins) } },
    createHold: {
      "of a channel": {
        request: async ({ world }) => {
          const id = uuidv7();
          await world.db.insertInto("channels").values({ id, name: id, type: "PRIVATE" }).execute();
          return { body: { ...newBody(), channelIds: [id] } };
        },
        expect: only(superAdmins),
      },
      "of nobody": {
        request: () => ({ body: { ...newBody(), channelIds: [] } }),
        expect: only(superAdmins, "invalid_request"),
      },
    },
    changeHold: {
      "one of others": {
        request: async (input) => ({ ...(await hold(input)), body: { version: 1, name: "Case 13" } }),
        expect: only(superAdmins),
      },
      missing: {
        request: () => ({ ...ofNothing, body: { version: 1, name: "Case 13" } }),
        expect: only(superAdmins, "legal_hold_not_found"),
      },
    },
    endHold: {
      "one of others": { request: hold, expect: only(superAdmins) },
      missing: { request: () => ofNothing, expect: only(superAdmins, "legal_hold_not_found") },
    },
    listHoldActs: {
      "one of others": {
        request: async (input) => ({ ...(await hold(input)), query: {} }),
        expect: only(superAdmins),
      },
      missing: {
        request: () => ({ ...ofNothing, query: {} }),
        expect: only(superAdmins, "legal_hold_not_found"),
      },
    },
  },
});
