import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, searchQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { feedChangeSchema, feedSchema, newFeedSchema, ownedFeedSchema } from "./schemas.ts";

const feedParams = z.object({ feedId: idSchema });

/** Feeds, by which programs follow what their owner may read. See docs/decisions/155-feeds-are-sessions.md. */
export const feedRoutes = {
  listFeeds: defineRoute({
    method: "GET",
    path: "/api/feeds",
    summary: "List the viewer's feeds that work, the newest first. Never their addresses.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ feeds: z.array(feedSchema) }),
    errors: [],
  }),
  createFeed: defineRoute({
    method: "POST",
    path: "/api/feeds",
    summary: "Create a feed. Its address is returned only here.",
    access: "signed-in",
    changesRights: true,
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    body: newFeedSchema,
    status: 201,
    response: z.object({ url: z.string(), feed: feedSchema }),
    errors: ["current_password_wrong", "sign_in_again", "too_many_feeds", "feed_id_taken"],
  }),
  renameFeed: defineRoute({
    method: "PATCH",
    path: "/api/feeds/own/:feedId",
    summary: "Rename one of the viewer's feeds.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: feedParams,
    body: feedChangeSchema,
    status: 200,
    response: z.object({ feed: feedSchema }),
    errors: ["feed_not_found", "changed_meanwhile"],
  }),
  revokeFeed: defineRoute({
    method: "DELETE",
    path: "/api/feeds/own/:feedId",
    summary: "Revoke one of the viewer's feeds. Its address stops working at once.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: feedParams,
    status: 204,
    errors: ["feed_not_found"],
  }),
  readFeed: defineRoute({
    method: "GET",
    path: "/api/feeds/:secret",
    summary: "Get a feed as RSS 2.0: the newest entries that its owner may read now.",
    access: "public",
    // A whole office may have one address: what has proved to be a feed counts by itself.
    rateLimit: { max: 120, windowSeconds: 60, by: "address", perCaller: 60 },
    // Everything that is no secret of a feed is refused like one that is wrong.
    params: z.object({ secret: z.string() }),
    status: 200,
    responseKind: "stream",
    errors: ["feed_not_found"],
  }),
  listAllFeeds: defineRoute({
    method: "GET",
    path: "/api/admin/feeds",
    summary: "List everyone's feeds that work, the newest first, and count them. Never their addresses.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    /** `search`: a part of the feed's or its owner's name, in any case. */
    query: z.object(searchQuery({ size: 50, max: 100 })),
    status: 200,
    /** `total`: of all feeds, with the first page of a list that is not searched. */
    response: pageOf(ownedFeedSchema).extend({ total: z.int().optional() }),
    errors: ["forbidden"],
  }),
  revokeAnyFeed: defineRoute({
    method: "DELETE",
    path: "/api/admin/feeds/:feedId",
    summary: "Revoke anyone's feed. Its address stops working at once.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: feedParams,
    status: 204,
    errors: ["forbidden", "feed_not_found"],
  }),
  revokeFeedsOfPerson: defineRoute({
    method: "DELETE",
    path: "/api/admin/users/:userId/feeds",
    summary: "Revoke all feeds of a person. Their addresses stop working at once.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: z.object({ userId: idSchema }),
    status: 204,
    errors: ["forbidden", "feed_not_found"],
  }),
};
