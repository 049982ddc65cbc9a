import { createHash, randomBytes } from "node:crypto";
import { webhookRoutes } from "@atoll/contract/webhooks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { each, everyone, signedIn } from "../expectations.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { chatters } from "./chat-states.ts";
import { inside, ownedChannel } from "./chat-things.ts";

interface Things {
  channelId: string;
  webhookId: string;
}

type Input = CaseInput<Things>;

/** Writes a webhook of the author into a private channel that they own. */
async function newWebhook(world: World): Promise<Things> {
  const channelId = await ownedChannel(world, inside);
  const webhookId = uuidv7();
  const name = world.secrets.hide("the name of a webhook", inside);
  await sql`WITH profile AS (
      INSERT INTO profiles (id, name, is_program) VALUES (${webhookId}, ${name}, true) RETURNING id)
    INSERT INTO webhooks (id, channel_id, owner_id, secret_hash)
      SELECT id, ${channelId}, ${world.actors.author.id}, ${createHash("sha256").update(randomBytes(32)).digest()}
      FROM profile`.execute(world.db);
  return { channelId, webhookId };
}

const ofSpare = async ({ world, spare }: Input) => {
  const { webhookId } = await spare("a webhook", () => newWebhook(world));
  return { params: { webhookId } };
};
/** Only the author owns the channel, and the administrators are no members of it. */
const managed = chatters("webhook_not_found", { ...each(inside, "forbidden"), author: "ok" });
const missing = {
  request: () => ({ params: { webhookId: uuidv7() } }),
  expect: chatters("webhook_not_found"),
};

export const webhookSlice = defineSlice({
  name: "webhooks",
  routes: webhookRoutes,
  eventNames: {},
  furnish: newWebhook,
  rows: {
    listWebhooks: {
      owned: {
        request: ({ things }: Input) => ({ params: { channelId: things.channelId } }),
        expect: chatters("channel_not_found", { ...each(inside, "forbidden"), author: "ok" }),
      },
      missing: {
        request: () => ({ params: { channelId: uuidv7() } }),
        expect: chatters("channel_not_found"),
      },
    },
    createWebhook: {
      owned: {
        request: async ({ world, spare }: Input) => {
          const channelId = await spare("an owned channel", () => ownedChannel(world, inside));
          return { params: { channelId }, body: { id: uuidv7(), name: "Builds" } };
        },
        expect: chatters("channel_not_found", { ...each(inside, "forbidden"), author: "ok" }),
      },
      malformed: {
        request: ({ things }: Input) => ({
          params: { channelId: things.channelId },
          body: { id: uuidv7(), name: " " },
        }),
        expect: signedIn("invalid_request"),
      },
    },
    changeWebhook: {
      owned: {
        request: async (input: Input) => ({ ...(await ofSpare(input)), body: { isOn: false } }),
        expect: managed,
      },
      missing: {
        request: () => ({ params: { webhookId: uuidv7() }, body: {} }),
        expect: chatters("webhook_not_found"),
      },
    },
    renewWebhookSecret: { owned: { request: ofSpare, expect: managed }, missing },
    testWebhook: { owned: { request: ofSpare, expect: managed }, missing },
    deleteWebhook: { owned: { request: ofSpare, expect: managed }, missing },
    receiveWebhook: {
      "of no webhook": {
        request: () => ({ params: { secret: `atoll_hook_${uuidv7()}` } }),
        expect: everyone("no_service"),
      },
    },
  },
  events: {},
});
