import { createECDH, randomBytes } from "node:crypto";
import { pushRoutes } from "@atoll/contract/notifications/push-routes";
import { uuidv7 } from "uuidv7";
import { newestPushKey } from "../../../src/features/notifications/push/keys.ts";
import { type Actor, admittedNames } from "../actors.ts";
import { everyone, signedIn } from "../expectations.ts";
import { defineSlice } from "../slice.ts";
import type { World } from "../world.ts";
import { must } from "./chat-things.ts";

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

interface Things {
  publicKey: string;
  /** A subscription of a person who is not involved in anything else. */
  foreign: Subscription;
}

/** Where notifications are pushed to is one's own, and nobody else hears of it: the address is a secret. */
export const pushSlice = defineSlice<typeof pushRoutes, never, Things>({
  name: "push",
  routes: pushRoutes,
  eventNames: {},
  async furnish(world) {
    const publicKey = (await newestPushKey(world.db)).publicKey.toString("base64url");
    const foreign = aSubscription(world.secrets.hide("where a device is reached", []));
    await subscribe(world, await world.newDouble("member"), foreign, publicKey);
    return { publicKey, foreign };
  },
  rows: {
    getPush: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    setPushSubscription: {
      "one's own": {
        request: ({ things: { publicKey } }) => ({
          body: { subscription: aSubscription(), publicKey, isMobile: false },
        }),
        expect: signedIn("ok"),
      },
      "another's, without its keys": {
        request: ({ things: { publicKey, foreign } }) => ({
          body: {
            subscription: { ...aSubscription(), endpoint: foreign.endpoint },
            publicKey,
            isMobile: false,
          },
        }),
        expect: signedIn("push_endpoint_taken"),
      },
      "in the company's own network": {
        request: ({ things: { publicKey } }) => ({
          body: {
            subscription: { ...aSubscription(), endpoint: "https://10.0.0.1/push" },
            publicKey,
            isMobile: false,
          },
        }),
        expect: signedIn("push_endpoint_refused"),
      },
      "made with another key": {
        request: () => ({
          body: { subscription: aSubscription(), publicKey: aSubscription().keys.p256dh, isMobile: true },
        }),
        expect: signedIn("push_key_outdated"),
      },
      malformed: {
        request: ({ things: { publicKey } }) => ({
          body: { subscription: { ...aSubscription(), endpoint: "ftp://push" }, publicKey, isMobile: false },
        }),
        expect: signedIn("invalid_request"),
      },
    },
    deletePushSubscription: { "one's own": { request: () => ({}), expect: signedIn("ok") } },
    renewPushSubscription: {
      "of nobody": {
        request: () => ({ body: { before: aSubscription(), after: aSubscription() } }),
        expect: everyone("push_subscription_not_found"),
      },
      "another's, without its keys": {
        request: ({ things: { foreign } }) => ({
          body: { before: { ...aSubscription(), endpoint: foreign.endpoint }, after: aSubscription() },
        }),
        expect: everyone("push_subscription_not_found"),
      },
      "of a holder of its keys": {
        request: async ({ world, things: { publicKey } }) => {
          const before = aSubscription();
          await subscribe(world, await world.newDouble("member"), before, publicKey);
          return { body: { before, after: aSubscription() } };
        },
        expect: everyone("ok"),
      },
    },
    sendTestPush: {
      "without a subscription": {
        request: async ({ world, actor }) => {
          await forget(world, actor);
          return {};
        },
        expect: signedIn("push_subscription_not_found"),
        lacksOutside: true,
      },
    },
    actOnPush: {
      "with a token of nobody's": {
        request: () => ({ body: { token: `${uuidv7()}.key.seal`, action: "read" } }),
        expect: everyone("push_token_invalid"),
      },
      malformed: {
        request: () => ({ body: { token: "x", action: "delete" as "read" } }),
        expect: everyone("invalid_request"),
      },
    },
  },
  events: {},
});

function aSubscription(path = uuidv7()): Subscription {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  return {
    endpoint: `https://push.example/${path}`,
    keys: { p256dh: keys.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") },
  };
}

async function subscribe(
  world: World,
  person: Actor,
  subscription: Subscription,
  publicKey: string,
): Promise<void> {
  await must(world, person, "PUT", "/api/push/subscription", { subscription, publicKey, isMobile: false });
}

async function forget(world: World, actor: Actor): Promise<void> {
  if (!admittedNames.some((name) => name === actor.name)) return;
  await world.db.deleteFrom("push_subscriptions").where("user_id", "=", actor.id).execute();
}
