import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { readerStates } from "./limits.ts";
import { readerSchema, readersSummarySchema } from "./schemas.ts";

const ofAnnouncement = z.object({ announcementId: idSchema });
const seeing = ["announcement_not_found", "forbidden", "announcement_not_published"] as const;

/** Which readers are asked for. What is left out sets no limit. */
const readerFilter = {
  /** `open`: readers who still have to do something. Without a state, the whole audience. */
  state: z.enum([...readerStates, "open"]).optional(),
  departmentId: idSchema.optional(),
  /** A part of the name, in any case. */
  name: storableTextSchema.trim().max(100).default(""),
};

/** Routes for the read records of an announcement, open to its author and administrators. */
export const announcementReaderRoutes = {
  getReadersSummary: defineRoute({
    method: "GET",
    path: "/api/announcements/:announcementId/readers/summary",
    summary: "Count the people who have read and confirmed an announcement, in total and by department.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofAnnouncement,
    status: 200,
    response: readersSummarySchema,
    errors: seeing,
  }),
  listReaders: defineRoute({
    method: "GET",
    path: "/api/announcements/:announcementId/readers",
    summary:
      "List the audience of an announcement by name, with each reader's state. People who left the audience are listed separately.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofAnnouncement,
    query: z.object({ ...readerFilter, ...pageQuery({ size: 50, max: 200 }) }),
    status: 200,
    response: pageOf(readerSchema),
    errors: seeing,
  }),
  exportReaders: defineRoute({
    method: "GET",
    path: "/api/announcements/:announcementId/readers/export",
    summary: "Export the audience as CSV, at most 50,000 people.",
    access: "signed-in",
    rateLimit: { max: 6, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    params: ofAnnouncement,
    query: z.object(readerFilter),
    status: 200,
    response: z.object({ csv: z.string(), isWhole: z.boolean() }),
    errors: seeing,
  }),
  nudgeReaders: defineRoute({
    method: "POST",
    path: "/api/announcements/:announcementId/nudges",
    summary: "Remind people who still have to read or confirm an announcement, each at most once a day.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofAnnouncement,
    body: z.object({
      /** Null: everybody who is open. */
      personIds: z.array(idSchema).min(1).max(200).nullable().default(null),
    }),
    status: 200,
    response: z.object({ nudged: z.int() }),
    errors: [...seeing, "nudged_already"],
  }),
};
