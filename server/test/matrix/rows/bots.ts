import { botEvents } from "@atoll/contract/bots/events";
import { botRoutes } from "@atoll/contract/bots/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";

type Input = CaseInput<{ botId: string }>;

/** Writes a bot of a person. Without an account they own none, and the bot has no owner. */
export async function newBot(world: World, ownerId: string): Promise<string> {
  const id = uuidv7();
  await sql`WITH profile AS (INSERT INTO profiles (id, name, is_program)
      VALUES (${id}, ${world.secrets.hide("the name of a bot", admins)}, true) RETURNING id),
    account AS (INSERT INTO accounts (id, email, is_bot, email_confirmed_at)
      SELECT id, id || '@bots.invalid', true, now() FROM profile RETURNING id)
    INSERT INTO bots (id, owner_id)
      SELECT account.id, o.id FROM account LEFT JOIN accounts o ON o.id = ${ownerId}`.execute(world.db);
  return id;
}

const ofSpare = async ({ world, spare }: Input) => ({
  params: { botId: await spare("a bot", () => newBot(world, world.actors.author.id)) },
});
const missing = { params: { botId: uuidv7() } };

export const botSlice = defineSlice({
  name: "bots",
  routes: botRoutes,
  eventNames: botEvents,
  furnish: async (world) => ({ botId: await newBot(world, world.actors.author.id) }),
  rows: {
    listBots: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    createBot: {
      valid: { request: () => ({ body: { id: uuidv7(), name: `Bot ${uuidv7()}` } }), expect: only(admins) },
    },
    changeBot: {
      "of the author": {
        request: async (input: Input) => ({
          ...(await ofSpare(input)),
          body: { version: 1, description: "Deploys" },
        }),
        expect: only(admins),
      },
      missing: {
        request: () => ({ ...missing, body: { version: 1 } }),
        expect: only(admins, "bot_not_found"),
      },
    },
    handOverBot: {
      "to a colleague": {
        request: async (input: Input) => ({
          ...(await ofSpare(input)),
          body: { ownerId: input.world.actors.admin.id },
        }),
        expect: only(admins),
      },
      "to a colleague who may not make bots": {
        request: async (input: Input) => ({
          ...(await ofSpare(input)),
          body: { ownerId: input.world.actors.member.id },
        }),
        expect: only(admins, "person_not_found"),
      },
      "to nobody": {
        request: async (input: Input) => ({ ...(await ofSpare(input)), body: { ownerId: uuidv7() } }),
        expect: only(admins, "person_not_found"),
      },
      missing: {
        request: () => ({ ...missing, body: { ownerId: uuidv7() } }),
        expect: only(admins, "bot_not_found"),
      },
    },
    deleteBot: {
      "of the author": { request: ofSpare, expect: only(admins) },
      missing: { request: () => missing, expect: only(admins, "bot_not_found") },
    },
  },
  events: {
    "bots.changed": {
      change: async ({ world }) => {
        await newBot(world, world.actors.author.id);
      },
      receivers: admins,
    },
  },
});
