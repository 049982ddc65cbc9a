import type { hookRoutes } from "@atoll/contract/cards/hook-routes";
import { uuidv7 } from "uuidv7";
import { expect, vi } from "vitest";
import { hookSecret } from "../../../src/features/cards/hooks/hook-secret.ts";
import { each, everyone, signedIn } from "../expectations.ts";
import type { Row } from "../slice.ts";
import type { World } from "../world.ts";
import { type CardThings, members, withView } from "./card-things.ts";

async function addHook({ db, actors }: World, typeId: string): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("card_hooks")
    .values({
      id,
      type_id: typeId,
      name: "Spare",
      kind: "generic",
      sent_hash: Buffer.alloc(32),
      created_by: actors.author.id,
      ...(await hookSecret.seal(db, id, "whsec_c3BhcmU=")),
    })
    .execute();
  return id;
}

async function addDelivery(world: World, hookId: string): Promise<string> {
  const secret = world.secrets.hide("the body of a delivery", withView);
  const { id } = await world.db
    .insertInto("card_hook_deliveries")
    .values({
      hook_id: hookId,
      event: "",
      body: Buffer.from(secret),
      body_hash: Buffer.from(uuidv7()),
      is_weak: false,
      outcome: "done",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Waits until the job has read what was replayed: it writes, and the refusals after it must not seem to. */
async function allRead({ db }: World): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await db
      .selectFrom("card_hook_deliveries")
      .select("id")
      .where("outcome", "=", "waiting")
      .execute();
    expect(waiting).toEqual([]);
  }, 20_000);
}

/** Members may see the section, and only some of them manage its webhooks. */
const managed = (missing: "section_not_found" | "card_hook_not_found") =>
  signedIn(missing, { ...each(members, "forbidden"), ...each(withView, "ok") });

/** The rows of webhooks. */
export const hookRows: { [Key in keyof typeof hookRoutes]: Row<(typeof hookRoutes)[Key], CardThings> } = {
  listHooks: {
    open: {
      request: ({ things }) => ({ params: { typeId: things.openType } }),
      expect: managed("section_not_found"),
    },
    restricted: {
      request: ({ things }) => ({ params: { typeId: things.restrictedType } }),
      expect: signedIn("section_not_found", each(withView, "ok")),
    },
  },
  createHook: {
    open: {
      request: ({ things }) => ({
        params: { typeId: things.openType },
        body: { id: uuidv7(), name: "Pipeline", kind: "generic" },
      }),
      expect: managed("section_not_found"),
    },
    "of a system that does not fit": {
      request: ({ things }) => ({
        params: { typeId: things.openType },
        body: { id: uuidv7(), name: "Alerts", kind: "grafana" },
      }),
      expect: { ...managed("section_not_found"), ...each(withView, "card_hook_wrong") },
    },
  },
  deleteHook: {
    open: {
      request: async ({ world, things, spare }) => ({
        params: { hookId: await spare("a hook", () => addHook(world, things.openType)) },
      }),
      expect: managed("card_hook_not_found"),
    },
    missing: {
      request: () => ({ params: { hookId: uuidv7() } }),
      expect: signedIn("card_hook_not_found"),
    },
  },
  listDeliveries: {
    open: {
      request: async ({ world, things, spare }) => {
        const hookId = await spare("a hook with a delivery", async () => {
          const id = await addHook(world, things.openType);
          await addDelivery(world, id);
          return id;
        });
        return { params: { hookId }, query: {} };
      },
      expect: managed("card_hook_not_found"),
    },
  },
  replayDelivery: {
    open: {
      request: async ({ world, things, spare }) => ({
        params: await spare("a delivery", async () => {
          const hookId = await addHook(world, things.openType);
          return { hookId, deliveryId: await addDelivery(world, hookId) };
        }),
      }),
      expect: managed("card_hook_not_found"),
    },
    "of another hook": {
      request: async ({ world, things, spare }) => ({
        params: await spare("a delivery of another hook", async () => {
          const hookId = await addHook(world, things.openType);
          return { hookId, deliveryId: await addDelivery(world, await addHook(world, things.openType)) };
        }),
      }),
      expect: { ...managed("card_hook_not_found"), ...each(withView, "card_hook_not_found") },
    },
  },
  receiveHook: {
    unsigned: {
      request: async ({ world, things, spare }) => {
        await allRead(world);
        return { params: { hookId: await spare("a hook to call", () => addHook(world, things.openType)) } };
      },
      expect: everyone("card_hook_refused"),
    },
    missing: {
      request: () => ({ params: { hookId: uuidv7() } }),
      expect: everyone("card_hook_refused"),
    },
  },
  readDelivery: {
    "of Backend": {
      request: () => ({ params: { slug: "backend" } }),
      expect: signedIn("section_not_found", each(members, "ok")),
    },
    "of no department": {
      request: () => ({ params: { slug: "moon" } }),
      expect: signedIn("section_not_found"),
    },
  },
};
