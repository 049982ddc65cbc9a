import { z } from "zod";
import { daySchema, idSchema } from "../identifiers.ts";
import { csvPart, pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskReferenceSchema, taskTitleSchema } from "../tasks/schemas.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { ideaOrders, ideaPageSize, ideaScopes, maxIdeaTasks } from "./limits.ts";
import {
  ideaChangeSchema,
  ideaDecisionSchema,
  ideaEntrySchema,
  ideaReferenceSchema,
  ideaSchema,
  ideaScoreSchema,
  ideaStatusSchema,
  ideasChangeSchema,
  listedIdeaSchema,
  newIdeaSchema,
  openIdeaSchema,
} from "./schemas.ts";

const ofIdea = z.object({ ideaId: idSchema });
const answer = z.object({ idea: openIdeaSchema });
/** The ideas after a change, as every reader sees them. */
const changed = z.object({ ideas: z.array(ideaSchema) });
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

/** The ideas of a list, and their order. */
const listed = {
  ...filter,
  order: z.enum(ideaOrders).default("top"),
  /** Every status, if none is named. */
  status: listOf(ideaStatusSchema),
};

export const ideaRoutes = {
  listIdeas: defineRoute({
    method: "GET",
    path: "/api/ideas",
    summary: "List ideas that the viewer may read, with the viewer's vote, one page at a time.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      ...listed,
      ...pageQuery({ size: ideaPageSize, max: 100 }),
    }),
    status: 200,
    response: pageOf(listedIdeaSchema),
    errors: [],
  }),
  exportIdeas: defineRoute({
    method: "GET",
    path: "/api/ideas/export",
    summary:
      "Export the ideas of a list as CSV, one part at a time. The first part begins with the header row.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "bulk",
    query: z.object({ ...listed, ...pageQuery({ size: 250, max: 500 }) }),
    status: 200,
    response: csvPart(),
    errors: [],
  }),
  summariseIdeas: defineRoute({
    method: "GET",
    path: "/api/ideas/summary",
    summary: "Count the viewer's ideas, and list recently shipped ones they voted for.",
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
    summary: "Post an idea. Repeating the request returns the same idea.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: newIdeaSchema,
    bodyLimitBytes,
    status: 201,
    response: answer,
    errors: [
      "idea_id_taken",
      "department_not_found",
      "attachment_not_found",
      "message_not_found",
      "idea_audience_not_own",
      "forbidden",
    ],
  }),
  getIdea: defineRoute({
    method: "GET",
    path: "/api/ideas/:ideaId",
    summary: "Get an idea. For a merged one, returns the idea it was merged into.",
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
    summary: "Change the text or the department of an idea.",
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
      "idea_audience_not_own",
    ],
  }),
  changeIdeas: defineRoute({
    method: "PATCH",
    path: "/api/ideas",
    summary: "Change the status, owner or tags of one idea or several, all or none.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: ideasChangeSchema,
    status: 200,
    response: changed,
    errors: ["idea_not_found", "forbidden", "change_id_taken", "person_not_found", "too_many_idea_tags"],
  }),
  undoIdeaChange: defineRoute({
    method: "DELETE",
    path: "/api/idea-changes/:changeId",
    summary: "Undo a recent change by the viewer, unless someone has changed the same since.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ changeId: idSchema }),
    status: 200,
    response: changed,
    errors: ["idea_change_not_found", "changed_meanwhile"],
  }),
  deleteIdea: defineRoute({
    method: "DELETE",
    path: "/api/ideas/:ideaId",
    summary: "Delete one of the viewer's ideas, unless someone else has voted for it or commented on it.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    status: 204,
    errors: ["idea_not_found", "forbidden", "idea_in_use"],
  }),
  decideIdea: defineRoute({
    method: "PUT",
    path: "/api/ideas/:ideaId/status",
    summary:
      "Change the status of an idea, and notify its voters and followers, with a public reply or without.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    body: ideaDecisionSchema,
    status: 200,
    response: answer,
    errors: ["idea_not_found", "forbidden", "changed_meanwhile", "change_id_taken"],
  }),
  scoreIdea: defineRoute({
    method: "PUT",
    path: "/api/ideas/:ideaId/score",
    summary: "Score the value and effort of an idea. Replaces the viewer's previous score.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    body: ideaScoreSchema,
    status: 200,
    response: answer,
    errors: ["idea_not_found", "forbidden"],
  }),
  clearIdeaScore: defineRoute({
    method: "DELETE",
    path: "/api/ideas/:ideaId/score",
    summary: "Remove the viewer's score of an idea.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofIdea,
    status: 200,
    response: answer,
    errors: ["idea_not_found", "forbidden"],
  }),
  listIdeaEntries: defineRoute({
    method: "GET",
    path: "/api/ideas/:ideaId/timeline",
    summary: "List the timeline of an idea, newest first.",
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
    summary: "Create a task from an idea, once. Concurrent requests get the same task.",
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
