import { z } from "zod";
import { daySchema, idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskReferenceSchema, taskTitleSchema } from "../tasks/schemas.ts";
import { storableTextSchema } from "../text.ts";
import { ideaOrders, ideaPageSize, ideaScopes, maxIdeaTasks } from "./limits.ts";
import {
  ideaChangeSchema,
  ideaDecisionSchema,
  ideaEntrySchema,
  ideaReferenceSchema,
  ideaScoreSchema,
  ideaStatusSchema,
  listedIdeaSchema,
  newIdeaSchema,
  openIdeaSchema,
} from "./schemas.ts";

const ofIdea = z.object({ ideaId: idSchema });
const answer = z.object({ idea: openIdeaSchema });
/** Room for a whole text in any script, and for what JSON adds to it. */
const bodyLimitBytes = 256 * 1024;

/** Several values in one part of an address, with commas. */
const listOf = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .max(2000)
    .transform((text) => text.split(",").filter((part) => part !== ""))
    .pipe(z.array(item).max(50))
    .default([]);

/** The filters of a list and its counts. */
const filter = {
  scope: z.enum(ideaScopes).default("all"),
  department: listOf(idSchema),
  tag: storableTextSchema.trim().toLowerCase().max(100).default(""),
  /** A part of the title. */
  title: storableTextSchema.trim().max(160).default(""),
  /** Leaves out what was shipped or declined before this day, in UTC. */
  since: daySchema.optional(),
  /** Leaves out what is expected after this day. */
  until: daySchema.optional(),
};

export const ideaRoutes = {
  listIdeas: defineRoute({
    method: "GET",
    path: "/api/ideas",
    summary: "The ideas that the viewer may read, with their own vote, a page at a time.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      ...filter,
      order: z.enum(ideaOrders).default("top"),
      /** Every status, if none is named. */
      status: listOf(ideaStatusSchema),
      ...pageQuery({ size: ideaPageSize, max: 100 }),
    }),
    status: 200,
    response: pageOf(listedIdeaSchema),
    errors: [],
  }),
  summariseIdeas: defineRoute({
    method: "GET",
    path: "/api/ideas/summary",
    summary: "How many ideas there are for the viewer, and what was shipped lately that they voted for.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    query: z.object(filter),
    status: 200,
    response: z.object({
      total: z.int(),
      /** For each status that has any. */
      byStatus: z.partialRecord(ideaStatusSchema, z.int()),
      shippedThisQuarter: z.int(),
      shipped: z.array(ideaReferenceSchema),
    }),
    errors: [],
  }),
  createIdea: defineRoute({
    method: "POST",
    path: "/api/ideas",
    summary: "Post an idea; the same one sent again is answered again.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newIdeaSchema,
    bodyLimitBytes,
    status: 201,
    response: answer,
    errors: ["idea_id_taken", "department_not_found", "attachment_not_found", "message_not_found"],
  }),
  getIdea: defineRoute({
    method: "GET",
    path: "/api/ideas/:ideaId",
    summary: "An idea that the viewer may read; of one that was merged, the idea that it was merged into.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofIdea,
    status: 200,
    response: answer,
    errors: ["idea_not_found"],
  }),
  changeIdea: defineRoute({
    method: "PATCH",
    path: "/api/ideas/:ideaId",
    summary: "Change what an idea says, or where it belongs.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    body: ideaChangeSchema,
    bodyLimitBytes,
    status: 200,
    response: answer,
    errors: [
      "idea_not_found",
      "forbidden",
      "changed_meanwhile",
      "department_not_found",
      "attachment_not_found",
      "person_not_found",
    ],
  }),
  deleteIdea: defineRoute({
    method: "DELETE",
    path: "/api/ideas/:ideaId",
    summary: "Delete one's own idea, as long as nobody else has voted for it or written about it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    status: 204,
    errors: ["idea_not_found", "forbidden", "idea_in_use"],
  }),
  decideIdea: defineRoute({
    method: "PUT",
    path: "/api/ideas/:ideaId/status",
    summary: "Change the status of an idea, with a public reply that its voters and followers get.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    body: ideaDecisionSchema,
    status: 200,
    response: answer,
    errors: ["idea_not_found", "forbidden", "changed_meanwhile", "idea_id_taken"],
  }),
  scoreIdea: defineRoute({
    method: "PUT",
    path: "/api/ideas/:ideaId/score",
    summary: "Say how much an idea is worth and how much work it is. Replaces what the viewer said before.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    body: ideaScoreSchema,
    status: 200,
    response: answer,
    errors: ["idea_not_found"],
  }),
  clearIdeaScore: defineRoute({
    method: "DELETE",
    path: "/api/ideas/:ideaId/score",
    summary: "Take the viewer's score of an idea back.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    status: 200,
    response: answer,
    errors: ["idea_not_found"],
  }),
  listIdeaEntries: defineRoute({
    method: "GET",
    path: "/api/ideas/:ideaId/timeline",
    summary: "What happened to an idea, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofIdea,
    query: z.object(pageQuery({ size: 30, max: 100 })),
    status: 200,
    response: pageOf(ideaEntrySchema),
    errors: ["idea_not_found"],
  }),
  promoteIdea: defineRoute({
    method: "POST",
    path: "/api/ideas/:ideaId/tasks",
    summary: "Make a task of an idea, once: of two promotions at the same time the later gets the same task.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    body: z.object({
      /** The id of the new task. */
      id: idSchema,
      title: taskTitleSchema,
      departmentId: idSchema.nullable().default(null),
      assigneeId: idSchema.nullable().default(null),
      /** The `taskCount` that was seen. If there are more by now, none is made. */
      seenTasks: z.int().min(0).max(maxIdeaTasks),
    }),
    status: 201,
    response: z.object({
      idea: openIdeaSchema,
      /** The task that it became; null where the viewer may not read the one that was there first. */
      task: taskReferenceSchema.nullable(),
    }),
    errors: [
      "idea_not_found",
      "forbidden",
      "task_id_taken",
      "department_not_found",
      "assignee_unavailable",
      "too_many_idea_tasks",
    ],
  }),
};
