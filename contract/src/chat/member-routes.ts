import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { channelSchema, listSearchSchema, memberSchema } from "./channel-schemas.ts";

const channelParams = z.object({ channelId: idSchema });
const memberParams = z.object({ channelId: idSchema, personId: idSchema });
const oneChannel = z.object({ channel: channelSchema });

/** Routes for the members and owners of a channel. Specification, sections 3 and 7 (chat). */
export const memberRoutes = {
  listMembers: defineRoute({
    method: "GET",
    path: "/api/channels/:channelId/members",
    summary: "List the members of a channel by name, one page at a time.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    params: channelParams,
    query: z.object({ search: listSearchSchema, ...pageQuery({ size: 50, max: 100 }) }),
    status: 200,
    response: pageOf(memberSchema),
    errors: ["forbidden", "channel_not_found"],
  }),
  joinChannel: defineRoute({
    method: "PUT",
    path: "/api/channels/:channelId/membership",
    summary: "Join a public channel. Succeeds for members too.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: channelParams,
    status: 200,
    response: oneChannel,
    errors: ["forbidden", "channel_not_found", "channel_archived", "department_channel"],
  }),
  leaveChannel: defineRoute({
    method: "DELETE",
    path: "/api/channels/:channelId/membership",
    summary:
      "Leave a channel. The last owner has to make someone else an owner first, unless nobody else is left.",
    access: "signed-in",
    forGuests: true,
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: channelParams,
    status: 204,
    errors: ["forbidden", "channel_not_found", "last_owner", "department_channel", "direct_channel"],
  }),
  addMember: defineRoute({
    method: "PUT",
    path: "/api/channels/:channelId/members/:personId",
    summary: "Add a colleague to one of the viewer's channels.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: memberParams,
    status: 204,
    errors: [
      "forbidden",
      "channel_not_found",
      "person_not_found",
      "channel_archived",
      "department_channel",
      "direct_channel",
    ],
  }),
  removeMember: defineRoute({
    method: "DELETE",
    path: "/api/channels/:channelId/members/:personId",
    summary: "Remove a person from a channel. For owners, and admins who are members.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: memberParams,
    status: 204,
    errors: ["forbidden", "channel_not_found", "last_owner", "department_channel", "direct_channel"],
  }),
  addOwner: defineRoute({
    method: "PUT",
    path: "/api/channels/:channelId/owners/:personId",
    summary: "Make a member an owner.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: memberParams,
    status: 204,
    errors: ["forbidden", "channel_not_found", "person_not_found", "direct_channel"],
  }),
  removeOwner: defineRoute({
    method: "DELETE",
    path: "/api/channels/:channelId/owners/:personId",
    summary: "Make an owner an ordinary member.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: memberParams,
    status: 204,
    errors: ["forbidden", "channel_not_found", "person_not_found", "last_owner", "direct_channel"],
  }),
};
