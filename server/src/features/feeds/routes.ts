import { feedRoutes } from "@atoll/contract/feeds/routes";
import { ownAddress } from "../../platform/http/own-address.ts";
import type { SliceContext } from "../../slice.ts";
import { assertAdministrator, assertOwner, describeDevice } from "../identity/public.ts";
import { ownRoom } from "../people/public.ts";
import { createFeed, renameFeed, revokeAnyFeed, revokeOwnFeed } from "./change-feeds.ts";
import { listAllFeeds, listOwnFeeds } from "./feed-list.ts";
import { readFeed } from "./read-feed.ts";

/** Registers the routes of feeds. */
export function registerFeeds(context: SliceContext): void {
  const { routes, db, publicUrl, realtime } = context;

  routes.route(feedRoutes.listFeeds, async (_input, { viewer }) => ({
    feeds: await listOwnFeeds(db, viewer.id),
  }));

  routes.route(feedRoutes.createFeed, async ({ body }, { viewer, request }) => {
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    const device = describeDevice(request.headers["user-agent"] ?? "");
    const { secret, feed } = await createFeed(db, { ...viewer, address: request.ip }, { ...body, device });
    return { url: `${ownAddress(request, publicUrl)}/api/feeds/${secret}`, feed };
  });

  routes.route(feedRoutes.renameFeed, async ({ params, body }, { viewer, request }) => {
    const feed = await renameFeed(db, { ...viewer, address: request.ip }, params.feedId, body);
    // The other changes of feeds are those of sessions, which the database announces.
    realtime.send(ownRoom(viewer.id), "sessions.changed", {});
    return { feed };
  });

  routes.route(feedRoutes.revokeFeed, async ({ params }, { viewer, request }) => {
    await revokeOwnFeed(db, { ...viewer, address: request.ip }, params.feedId);
    return undefined;
  });

  routes.route(feedRoutes.readFeed, ({ params }, { request, countFor }) =>
    readFeed(context, {
      ...{ secret: params.secret, headers: request.headers, address: request.ip, countFor },
      origin: ownAddress(request, publicUrl),
    }),
  );

  routes.route(feedRoutes.listAllFeeds, async ({ query }, { viewer }) => {
    assertAdministrator(viewer);
    return listAllFeeds(db, query);
  });

  routes.route(feedRoutes.revokeAnyFeed, async ({ params }, { viewer, request }) => {
    assertAdministrator(viewer);
    await revokeAnyFeed(db, { ...viewer, address: request.ip }, params);
    return undefined;
  });

  routes.route(feedRoutes.revokeFeedsOfPerson, async ({ params }, { viewer, request }) => {
    assertAdministrator(viewer);
    await revokeAnyFeed(db, { ...viewer, address: request.ip }, params);
    return undefined;
  });
}
