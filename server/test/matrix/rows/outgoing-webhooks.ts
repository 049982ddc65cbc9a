import { outgoingWebhookEvents } from "@atoll/contract/outgoing-webhooks/events";
import { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Actor, ActorName } from "../actors.ts";
import { type CaseInput, defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { admins, only } from "./administration-targets.ts";

interface Things {
  webhookId: string;
}
type Input = CaseInput<Things>;

/** Writes a webhook of a person, which is off, so that nothing is sent. People without an account have none. */
async function newOutgoing(world: World, { id, name }: { id: string; name?: ActorName }): Promise<Things> {
  const own = name === undefined ? [] : [name];
  const webhookId = uuidv7();
  const secret = `/${world.secrets.hide("the path of a webhook's address", own)}`;
  await sql`INSERT INTO outgoing_webhooks (id, owner_id, name, address, place_kind, events, is_on)
    SELECT ${webhookId}, id, ${world.secrets.hide("the name of an outgoing webhook", [...own, ...admins])},
      ${`https://receiver.example.test${secret}`}, 'company', '{announcement.published}', false
    FROM accounts WHERE id = ${id}`.execute(world.db);
  return { webhookId };
}

async function newDelivery(world: World, webhookId: string): Promise<string> {
  const id = uuidv7();
  await sql`INSERT INTO outgoing_deliveries (id, webhook_id, event, subject_id, state, settled_at)
    SELECT ${id}, id, 'test', uuidv7(), 'failed', now() FROM outgoing_webhooks WHERE id = ${webhookId}`.execute(
    world.db,
  );
  return id;
}

const own = async ({ world, actor, spare }: Input) => ({
  params: await spare("an own webhook", () => newOutgoing(world, actor)),
});
/** A webhook of somebody who is no actor. */
const foreign = async ({ world, spare }: Input) => ({
  params: await spare("a foreign webhook", async () =>
    newOutgoing(world, { id: (await world.newPerson()).id }),
  ),
});
/** Each person manages their own, administrators too. */
const ofAuthor = {
  request: ({ things }: Input) => ({ params: things }),
  expect: only(admins, "outgoing_webhook_not_found"),
};

const newBody = ({ password: currentPassword }: Pick<Actor, "password">) => ({
  currentPassword,
  ...{ id: uuidv7(), name: "Mirror", address: "https://receiver.example.test/" },
  ...{ place: { kind: "company" as const }, events: ["announcement.published" as const] },
});

export const outgoingWebhookSlice = defineSlice({
  name: "outgoing-webhooks",
  routes: outgoingWebhookRoutes,
  eventNames: outgoingWebhookEvents,
  furnish: (world) => newOutgoing(world, world.actors.author),
  rows: {
    listOutgoingWebhooks: { "one's own": { request: () => ({}), expect: only(admins) } },
    listOutgoingPlaces: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    createOutgoingWebhook: {
      "of the company": { request: ({ actor }: Input) => ({ body: newBody(actor) }), expect: only(admins) },
      "to an inner address": {
        request: ({ actor }: Input) => ({ body: { ...newBody(actor), address: "https://10.0.0.8/" } }),
        expect: only(admins, "webhook_address_refused"),
      },
    },
    changeOutgoingWebhook: {
      "one's own": {
        request: async (input: Input) => ({ ...(await own(input)), body: { version: 1, name: "Copy" } }),
        expect: only(admins),
      },
      "of the author": {
        request: ({ things }: Input) => ({ params: things, body: { version: 1, isOn: true } }),
        expect: only(admins, "outgoing_webhook_not_found"),
      },
    },
    renewOutgoingSecret: {
      "one's own": {
        request: async (input: Input) => ({
          ...(await own(input)),
          body: { currentPassword: input.actor.password },
        }),
        expect: only(admins),
      },
      "with a wrong password": {
        request: async (input: Input) => ({
          ...(await own(input)),
          body: { currentPassword: "not this one" },
        }),
        expect: only(admins, "current_password_wrong"),
      },
      "of the author": {
        request: ({ things }: Input) => ({ params: things, body: {} }),
        expect: only(admins, "outgoing_webhook_not_found"),
      },
    },
    testOutgoingWebhook: { "one's own": { request: own, expect: only(admins) }, "of the author": ofAuthor },
    deleteOutgoingWebhook: { "one's own": { request: own, expect: only(admins) }, "of the author": ofAuthor },
    listOutgoingDeliveries: {
      "one's own": {
        request: async (input: Input) => ({ ...(await own(input)), query: {} }),
        expect: only(admins),
      },
      "of the author": {
        request: ({ things }: Input) => ({ params: things, query: {} }),
        expect: only(admins, "outgoing_webhook_not_found"),
      },
    },
    replayOutgoingDelivery: {
      "one's own": {
        request: async ({ world, actor, spare }: Input) => ({
          params: await spare("a delivery", async () => {
            const { webhookId } = await newOutgoing(world, actor);
            return { webhookId, deliveryId: await newDelivery(world, webhookId) };
          }),
        }),
        expect: only(admins),
      },
      missing: {
        request: async (input: Input) => ({ params: { ...(await own(input)).params, deliveryId: uuidv7() } }),
        expect: only(admins, "outgoing_delivery_not_found"),
      },
    },
    listAllOutgoingWebhooks: { all: { request: () => ({ query: {} }), expect: only(admins) } },
    stopOutgoingWebhook: {
      "a colleague's": { request: foreign, expect: only(admins) },
      missing: {
        request: () => ({ params: { webhookId: uuidv7() } }),
        expect: only(admins, "outgoing_webhook_not_found"),
      },
    },
    deleteAnyOutgoingWebhook: {
      "a colleague's": { request: foreign, expect: only(admins) },
      missing: {
        request: () => ({ params: { webhookId: uuidv7() } }),
        expect: only(admins, "outgoing_webhook_not_found"),
      },
    },
  },
  events: {
    "outgoing-webhooks.changed": {
      change: async ({ world }) => {
        // Webhooks of other rows are tried again and again, which their owners are told.
        await sql`UPDATE outgoing_webhooks SET is_on = false`.execute(world.db);
        await sql`DELETE FROM outgoing_deliveries`.execute(world.db);
        const { status } = await world.send(
          world.actors.admin,
          "POST",
          "/api/outgoing-webhooks",
          newBody(world.actors.admin),
        );
        if (status !== 201) throw new Error(`no webhook was created: ${status}`);
      },
      receivers: ["admin"],
    },
  },
});
