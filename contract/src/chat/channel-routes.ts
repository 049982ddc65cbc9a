import { z } from "zod";
import { idSchema, namedSchema, sequenceSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  channelDescriptionSchema,
  channelNameSchema,
  channelSchema,
  channelTopicSchema,
  directoryEntrySchema,
  headSchema,
  listSearchSchema,
  maxGroupSize,
  notifyLevelSchema,
  readStateSchema,
} from "./channel-schemas.ts";

const channelParams = z.object({ channelId: idSchema });
const oneChannel = z.object({ channel: channelSchema });

/** Channels, and where the viewer stands in them. Specification, sections 2, 4, 5 and 7 (chat). */
export const channelRoutes = {
  listChannels: defineRoute({
    method: "GET",
    path: "/api/channels",
    summary:
      "List the viewer's channels and direct chats, most recently active first. A person without any joins general.",
    access: "signed-in",
    // A person without a channel joins one.
    changesRights: true,
    rateLimit: rateLimits.read,
    query: z.object({
      /** Only the channels of this department. */
      departmentId: idSchema.optional(),
    }),
    status: 200,
    response: z.object({ channels: z.array(channelSchema) }),
    errors: ["forbidden"],
  }),
  getFirstChannel: defineRoute({
    method: "GET",
    path: "/api/channels/first",
    summary: "Get the channel in which a newcomer says hello, and whether the viewer has written in a chat.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({
      channel: namedSchema.nullable(),
      hasWritten: z.boolean(),
    }),
    errors: ["forbidden"],
  }),
  listHeads: defineRoute({
    method: "GET",
    path: "/api/channels/heads",
    summary: "Get the last sequence number and the unread counts of each of the viewer's channels.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ heads: z.array(headSchema), unreadThreads: z.number().int() }),
    errors: ["forbidden"],
  }),
  listDirectory: defineRoute({
    method: "GET",
    path: "/api/channels/directory",
    summary: "List public channels to join, by name, one page at a time.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      /** A part of the name or the topic, in any case. */
      search: listSearchSchema,
      /** Only this channel, for somebody who has its link. */
      channelId: idSchema.optional(),
      ...pageQuery({ size: 50, max: 100 }),
    }),
    status: 200,
    response: pageOf(directoryEntrySchema),
    errors: ["forbidden"],
  }),
  createChannel: defineRoute({
    method: "POST",
    path: "/api/channels",
    summary: "Create a channel. The creator is its owner.",
    access: "signed-in",
    changesRights: true,
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    body: z.object({
      name: channelNameSchema,
      type: z.enum(["PUBLIC", "PRIVATE"]).default("PUBLIC"),
      topic: channelTopicSchema.default(""),
      description: channelDescriptionSchema.default(""),
      /** People to be members from the start. */
      memberIds: z.array(idSchema).max(500).default([]),
      departmentId: idSchema.nullable().default(null),
      /** Needs departmentId and a member of that department: members are the department's from now on. */
      followsDepartment: z.boolean().default(false),
      isOwnersOnly: z.boolean().default(false),
    }),
    status: 201,
    response: oneChannel,
    errors: [
      "forbidden",
      "channel_name_taken",
      "name_looks_taken",
      "person_not_found",
      "department_not_found",
    ],
  }),
  openDirectChannel: defineRoute({
    method: "PUT",
    path: "/api/direct-channels/:personId",
    summary: "Get the direct chat with a colleague, creating it if necessary.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: z.object({ personId: idSchema }),
    status: 200,
    response: oneChannel,
    errors: ["forbidden", "person_not_found"],
  }),
  openGroupChannel: defineRoute({
    method: "PUT",
    path: "/api/group-channels",
    summary: "Get the group chat of several people including the viewer, creating it if necessary.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    body: z.object({
      personIds: z
        .array(idSchema)
        .min(2)
        .max(maxGroupSize - 1),
    }),
    status: 200,
    response: oneChannel,
    errors: ["forbidden", "person_not_found"],
  }),
  getChannel: defineRoute({
    method: "GET",
    path: "/api/channels/:channelId",
    summary: "Get one of the viewer's channels.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: channelParams,
    status: 200,
    response: oneChannel,
    errors: ["forbidden", "channel_not_found"],
  }),
  updateChannel: defineRoute({
    method: "PATCH",
    path: "/api/channels/:channelId",
    summary:
      "Change a channel's name, topic, description or who can post. For owners, and admins who are members.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: channelParams,
    body: z.object({
      name: channelNameSchema.optional(),
      topic: channelTopicSchema.optional(),
      description: channelDescriptionSchema.optional(),
      isOwnersOnly: z.boolean().optional(),
      /** The values that an edit began with: refused where someone else has changed one of them since. */
      seen: z
        .object({ name: z.string(), topic: z.string(), description: z.string(), isOwnersOnly: z.boolean() })
        .partial()
        .optional(),
    }),
    status: 200,
    response: oneChannel,
    errors: [
      "forbidden",
      "channel_not_found",
      "channel_name_taken",
      "name_looks_taken",
      "direct_channel",
      "changed_meanwhile",
    ],
  }),
  archiveChannel: defineRoute({
    method: "PUT",
    path: "/api/channels/:channelId/archive",
    summary: "Archive a channel: it can be read and searched, but nobody can post in it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: channelParams,
    status: 200,
    response: oneChannel,
    errors: ["forbidden", "channel_not_found", "direct_channel"],
  }),
  unarchiveChannel: defineRoute({
    method: "DELETE",
    path: "/api/channels/:channelId/archive",
    summary: "Restore an archived channel.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: channelParams,
    status: 200,
    response: oneChannel,
    errors: ["forbidden", "channel_not_found", "direct_channel"],
  }),
  starChannel: defineRoute({
    method: "PUT",
    path: "/api/channels/:channelId/star",
    summary: "Star a chat.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: channelParams,
    status: 204,
    errors: ["forbidden", "channel_not_found"],
  }),
  unstarChannel: defineRoute({
    method: "DELETE",
    path: "/api/channels/:channelId/star",
    summary: "Unstar a chat.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: channelParams,
    status: 204,
    errors: ["forbidden", "channel_not_found"],
  }),
  setPreferences: defineRoute({
    method: "PATCH",
    path: "/api/channels/:channelId/preferences",
    summary: "Change the viewer's notification level for a channel.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: channelParams,
    body: z.object({ notify: notifyLevelSchema.optional(), isMuted: z.boolean().optional() }),
    status: 200,
    response: oneChannel,
    errors: ["forbidden", "channel_not_found"],
  }),
  markRead: defineRoute({
    method: "PUT",
    path: "/api/channels/:channelId/read",
    summary: "Mark a channel as read up to a sequence number. The position never moves backwards.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.read,
    params: channelParams,
    body: z.object({ seq: sequenceSchema }),
    status: 200,
    response: readStateSchema,
    errors: ["forbidden", "channel_not_found"],
  }),
  markUnread: defineRoute({
    method: "PUT",
    path: "/api/channels/:channelId/unread",
    summary: "Mark a channel as unread from a sequence number on.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: channelParams,
    body: z.object({ seq: sequenceSchema.min(1) }),
    status: 200,
    response: readStateSchema,
    errors: ["forbidden", "channel_not_found"],
  }),
};
