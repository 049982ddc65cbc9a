import { z } from "zod";
import { changeQuerySchema } from "../changes/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { announcementStates } from "./limits.ts";
import { announcementReaderRoutes } from "./reader-routes.ts";
import {
  announcementChangeSchema,
  announcementCountsSchema,
  announcementPrioritySchema,
  listedAnnouncementSchema,
  newAnnouncementSchema,
  openAnnouncementSchema,
  reachSchema,
  readStatusSchema,
} from "./schemas.ts";

const ofAnnouncement = z.object({ announcementId: idSchema });
const answer = z.object({ announcement: openAnnouncementSchema });
const publishing = ["announcement_not_found", "forbidden", "changed_meanwhile", "audience_empty"] as const;
/** Longer than other bodies: a whole text. */
const bodyLimitBytes = 256 * 1024;
const chosen = z
  .string()
  .max(8000)
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(z.array(idSchema).max(200))
  .default([]);

/** Specification, sections 4 and 7 (announcements). */
export const announcementRoutes = {
  ...announcementReaderRoutes,
  listAnnouncements: defineRoute({
    method: "GET",
    path: "/api/announcements",
    summary: "List the viewer's announcements in a state, newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      state: z.enum(announcementStates).default("PUBLISHED"),
      /**
       * `mine`: announcements for the viewer. `managed`: those the viewer wrote or may publish, whatever their
       * audience.
       */
      scope: z.enum(["mine", "managed"]).default("mine"),
      priority: announcementPrioritySchema.optional(),
      unread: z.enum(["only", "all"]).default("all"),
      /** `only`: those that the viewer is asked to confirm and has not. */
      toConfirm: z.enum(["only", "all"]).default("all"),
      ...pageQuery({ size: 30, max: 100 }),
    }),
    status: 200,
    response: pageOf(listedAnnouncementSchema),
    errors: [],
  }),
  countAnnouncements: defineRoute({
    method: "GET",
    path: "/api/announcements/counts",
    summary: "Count the viewer's unread, urgent and unconfirmed announcements.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    status: 200,
    response: announcementCountsSchema,
    errors: [],
  }),
  measureReach: defineRoute({
    method: "GET",
    path: "/api/announcements/reach",
    summary:
      "Count the people an audience would reach, each once, and list the departments and roles to choose from.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ departments: chosen, roles: chosen }),
    status: 200,
    response: reachSchema,
    errors: ["forbidden"],
  }),
  createAnnouncement: defineRoute({
    method: "POST",
    path: "/api/announcements",
    summary: "Create a draft. Repeating the request returns the same draft.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newAnnouncementSchema,
    bodyLimitBytes,
    status: 201,
    response: answer,
    errors: ["forbidden", "announcement_id_taken", "audience_unknown", "attachment_not_found"],
  }),
  getAnnouncement: defineRoute({
    method: "GET",
    path: "/api/announcements/:announcementId",
    summary: "Get an announcement. This does not mark it as read.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofAnnouncement,
    status: 200,
    response: answer,
    errors: ["announcement_not_found"],
  }),
  changeAnnouncement: defineRoute({
    method: "PATCH",
    path: "/api/announcements/:announcementId",
    summary: "Change an announcement. If it is published, only people it newly reaches are notified.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofAnnouncement,
    body: announcementChangeSchema,
    bodyLimitBytes,
    status: 200,
    response: answer,
    errors: [...publishing, "audience_unknown", "attachment_not_found", "announcement_not_published"],
  }),
  publishAnnouncement: defineRoute({
    method: "PUT",
    path: "/api/announcements/:announcementId/publication",
    summary: "Publish an announcement now or at a later time.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofAnnouncement,
    body: z.object({
      textVersion: z.int().min(1),
      /** Null: at once. */
      at: instantSchema.nullable().default(null),
    }),
    status: 200,
    response: answer,
    errors: publishing,
  }),
  withdrawAnnouncement: defineRoute({
    method: "DELETE",
    path: "/api/announcements/:announcementId/publication",
    summary: "Turn a scheduled or published announcement back into a draft.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofAnnouncement,
    query: changeQuerySchema,
    status: 200,
    response: answer,
    errors: ["announcement_not_found", "forbidden", "change_id_taken"],
  }),
  archiveAnnouncement: defineRoute({
    method: "PUT",
    path: "/api/announcements/:announcementId/archive",
    summary: "Archive a published announcement, so that its readers no longer see it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofAnnouncement,
    query: changeQuerySchema,
    status: 200,
    response: answer,
    errors: ["announcement_not_found", "forbidden", "announcement_not_published", "change_id_taken"],
  }),
  deleteAnnouncement: defineRoute({
    method: "DELETE",
    path: "/api/announcements/:announcementId",
    summary: "Permanently delete an announcement with its comments, files and read records.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofAnnouncement,
    status: 204,
    errors: ["announcement_not_found", "forbidden"],
  }),
  markAnnouncementRead: defineRoute({
    method: "PUT",
    path: "/api/announcements/:announcementId/read",
    summary: "Mark an announcement as read, as opening it does. Repeating it has no effect.",
    access: "signed-in",
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: ofAnnouncement,
    status: 200,
    /** Null: it is not for the viewer, who sees it for another reason, and nothing is kept. */
    response: z.object({ readStatus: readStatusSchema.nullable() }),
    errors: ["announcement_not_found"],
  }),
  confirmAnnouncement: defineRoute({
    method: "PUT",
    path: "/api/announcements/:announcementId/confirmation",
    summary: "Confirm a must-read in the edition that was shown.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofAnnouncement,
    body: z.object({ edition: z.int().min(1).max(1_000_000) }),
    status: 200,
    response: z.object({ readStatus: readStatusSchema }),
    errors: ["announcement_not_found", "changed_meanwhile", "confirmation_not_asked"],
  }),
};
