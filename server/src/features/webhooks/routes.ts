import { Readable } from "node:stream";
import { webhookRoutes } from "@atoll/contract/webhooks/routes";
import { AppError } from "../../platform/app-error.ts";
import { rawBodyOf } from "../../platform/http/raw-body.ts";
import type { SliceContext } from "../../slice.ts";
import { accessManagedChannel } from "../chat/public.ts";
import { holdViewer } from "../identity/public.ts";
import {
  accessWebhook,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewSecret,
} from "./manage-webhooks.ts";
import { findBySecret, noteDelivery, receive, write } from "./receive-delivery.ts";

/** Registers the routes of incoming webhooks. */
export function registerWebhooks(context: SliceContext): void {
  const { routes, db, people } = context;

  routes.route(webhookRoutes.listWebhooks, async ({ params }, { viewer }) => {
    const channel = await accessManagedChannel(db, viewer, params.channelId);
    return { webhooks: await listWebhooks({ db, people }, channel.id) };
  });

  routes.route(webhookRoutes.createWebhook, ({ params, body }, { viewer, request }) =>
    createWebhook({ db, people }, { ...viewer, address: request.ip }, params.channelId, body),
  );

  routes.route(webhookRoutes.changeWebhook, async ({ params, body }, { viewer, request }) => ({
    webhook: await changeWebhook({ db, people }, { ...viewer, address: request.ip }, params.webhookId, body),
  }));

  routes.route(webhookRoutes.renewWebhookSecret, ({ params }, { viewer, request }) =>
    renewSecret({ db, people }, { ...viewer, address: request.ip }, params.webhookId),
  );

  routes.route(webhookRoutes.testWebhook, async ({ params }, { viewer }) => {
    const { webhookId } = params;
    // Also before, because what fails during the write is told in the words of deliveries.
    await accessWebhook(db, viewer, webhookId);
    await write(context, webhookId, {
      content: "This is a test message of this webhook.",
      parentId: null,
      mentionIds: [],
      key: undefined,
      secretHash: undefined,
      assertMay: async (tx) => accessWebhook(tx, await holdViewer(tx, viewer), webhookId),
    });
    await noteDelivery(db, webhookId, null);
    return undefined;
  });

  routes.route(webhookRoutes.deleteWebhook, async ({ params }, { viewer, request }) => {
    await deleteWebhook(db, { ...viewer, address: request.ip }, params.webhookId);
    return undefined;
  });

  routes.route(webhookRoutes.receiveWebhook, async ({ params }, { request, countFor }) => {
    const webhook = await findBySecret(db, params.secret);
    if (!webhook) throw new AppError("no_service");
    countFor(webhook.id);
    await receive(context, webhook, { headers: request.headers, body: rawBodyOf(request) });
    return {
      status: 200 as const,
      headers: { "content-type": "text/plain; charset=utf-8" },
      content: Readable.from(["ok"]),
    };
  });
}
