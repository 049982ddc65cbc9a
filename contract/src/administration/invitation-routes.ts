import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { invitationStates } from "./limits.ts";

/** An invitation as the administration sees it. Its link is shown once, where it was made. */
export const invitationSchema = z.object({
  id: idSchema,
  email: z.string(),
  /** As the administrator wrote it; empty if there is none. */
  name: z.string(),
  roles: z.array(namedSchema),
  departments: z.array(namedSchema),
  channels: z.array(namedSchema),
  state: z.enum(invitationStates),
  /** Why its mail failed, or why it could not be accepted; empty otherwise. */
  problem: z.string(),
  invitedBy: namedSchema,
  createdAt: instantSchema,
  expiresAt: instantSchema,
  /** The account that was made with it. */
  acceptedBy: namedSchema.nullable(),
  /** When the access of an invited guest ends; null for colleagues. */
  guestUntil: instantSchema.nullable(),
  /** Whether it can be withdrawn or sent again. */
  isOpen: z.boolean(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/** A link to an invitation: the secret comes after the # of the address, so that it is in no server's log. */
const linkSchema = z.object({ email: z.string(), name: z.string(), token: z.string() });

const invitationParams = z.object({ invitationId: idSchema });

/** Invitations to people without an account. */
export const invitationRoutes = {
  invitePeople: defineRoute({
    method: "POST",
    path: "/api/admin/invitations",
    summary:
      "Invite the people of a pasted list or CSV file, all with the same roles, departments and channels. A dry run only returns the outcome for each line.",
    access: "signed-in",
    rateLimit: { max: 60, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    // 5,000 people with long names, each character of up to four bytes.
    bodyLimitBytes: 2 * 1024 * 1024,
    body: z.object({
      /** A person in each line: an address, a name and an address in any order, or `Name <address>`. */
      list: z.string().min(1).max(500_000),
      roleIds: z.array(idSchema).max(50).default([]),
      departmentIds: z.array(idSchema).max(100).default([]),
      channelIds: z.array(idSchema).max(20).default([]),
      /** Invites guests, until then, to the channels. They get no roles and no departments. */
      guestUntil: instantSchema.optional(),
      isDryRun: z.boolean(),
    }),
    status: 200,
    response: z.object({
      /** How many people were invited, or would be. */
      invitedCount: z.int(),
      /** Lines that invite nobody, with the reason in words: the first 200. */
      refused: z.array(z.object({ line: z.int(), text: z.string(), reason: z.string() })),
      refusedCount: z.int(),
      /** The links to hand out, if no mail is sent. They are not returned again. */
      links: z.array(linkSchema),
      /** The first people, as they were understood, for a dry run. */
      sample: z.array(z.object({ email: z.string(), name: z.string() })),
      isMailed: z.boolean(),
    }),
    errors: [
      "forbidden",
      "role_not_found",
      "department_not_found",
      "channel_not_found",
      "too_many_invited",
      "guest_end_not_possible",
    ],
  }),
  listInvitations: defineRoute({
    method: "GET",
    path: "/api/admin/invitations",
    summary: "List invitations, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      /** A part of the address or the name, in any case. */
      search: z.string().trim().max(100).default(""),
      state: z.enum(invitationStates).optional(),
      /** None but those of guests. */
      guests: z.literal("true").optional(),
      ...pageQuery({ size: 50, max: 100 }),
    }),
    status: 200,
    response: pageOf(invitationSchema),
    errors: ["forbidden"],
  }),
  renewInvitation: defineRoute({
    method: "POST",
    path: "/api/admin/invitations/:invitationId/links",
    summary: "Make a new link for an open invitation, mailed or returned. The earlier ones stop working.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: invitationParams,
    body: z.object({ by: z.enum(["mail", "link"]) }),
    status: 201,
    response: z.object({
      invitation: invitationSchema,
      /** Null: it was mailed. */
      link: linkSchema.nullable(),
    }),
    errors: [
      "forbidden",
      "invitation_not_found",
      "role_not_found",
      "mail_off",
      "guest_end_not_possible",
      "channel_not_found",
    ],
  }),
  withdrawInvitation: defineRoute({
    method: "DELETE",
    path: "/api/admin/invitations/:invitationId",
    summary: "Withdraw an open invitation: its links stop working.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: invitationParams,
    status: 204,
    errors: ["forbidden", "invitation_not_found"],
  }),
};
