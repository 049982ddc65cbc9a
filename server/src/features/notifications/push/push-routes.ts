import { pushRoutes } from "@atoll/contract/notifications/push-routes";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../../platform/app-error.ts";
import { createGuardedPost } from "../../../platform/outbound/guarded-post.ts";
import type { SliceContext } from "../../../slice.ts";
import { actOnPush } from "./act-on-push.ts";
import { newestPushKey } from "./keys.ts";
import { createSender } from "./sender.ts";
import { dropSubscription, findSubscription, keepSubscription, renewSubscription } from "./subscriptions.ts";
import { sendTestPush } from "./test-push.ts";

/** Registers the routes of push subscriptions, and of the buttons of notifications. Specification, sections 3 and 7. */
export function registerPush(context: SliceContext): void {
  const { routes, db, outbound } = context;
  const send = createSender(createGuardedPost(outbound));

  routes.route(pushRoutes.getPush, async (_input, { viewer }) => {
    const [key, subscription] = await Promise.all([
      newestPushKey(db),
      findSubscription(db, viewer.sessionId),
    ]);
    return { publicKey: key.publicKey.toString("base64url"), subscription: subscription ?? null };
  });

  routes.route(pushRoutes.setPushSubscription, async ({ body }, { viewer, request }) => {
    await keepSubscription({ db, outbound }, viewer, { ...body, origin: originOf(request) });
    return undefined;
  });

  routes.route(pushRoutes.deletePushSubscription, async (_input, { viewer }) => {
    await dropSubscription(db, viewer.sessionId);
    return undefined;
  });

  routes.route(pushRoutes.renewPushSubscription, async ({ body }) => {
    await renewSubscription({ db, outbound }, body);
    return undefined;
  });

  routes.route(pushRoutes.sendTestPush, async (_input, { viewer }) => {
    const outcome = await sendTestPush(context, viewer, send);
    if (outcome.kind === "gone") throw new AppError("push_subscription_not_found");
    if (outcome.kind !== "taken") throw new AppError("push_failed", { detail: outcome.detail });
    return undefined;
  });

  routes.route(pushRoutes.actOnPush, async ({ body }) => {
    await actOnPush(context, body);
    return undefined;
  });
}

/**
 * Returns the origin of the page that subscribes, according to its browser. Its notifications appear under this
 * address.
 */
function originOf({ headers, protocol, host }: FastifyRequest): string {
  const said = URL.parse(headers.origin ?? "");
  const isWeb = said?.protocol === "https:" || said?.protocol === "http:";
  return (isWeb ? said.origin : `${protocol}://${host}`).slice(0, 300);
}
