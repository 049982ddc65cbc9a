import { z } from "zod";
import { attachmentSchema } from "../files/schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { articleKindSchema } from "../knowledge/schemas.ts";
import { pageOf, pageQuery } from "../page.ts";
import { personSchema } from "../people/schemas.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { taskSchema, taskStatusSchema } from "../tasks/schemas.ts";
import { listedStateSchema } from "../tasks/state-schemas.ts";
import { guestEventRoutes } from "./event-routes.ts";
import { guestPageSize, guestThingKinds } from "./things.ts";

const kindSchema = z.enum(guestThingKinds);
const thingParams = z.object({ kind: kindSchema, subjectId: idSchema });
const guestParams = thingParams.extend({ guestId: idSchema });

/** A guest who sees a thing. */
const thingGuestSchema = z.object({
  guest: personSchema,
  /** When their access to Atoll ends, and to this thing with it. */
  until: instantSchema,
  hasEnded: z.boolean(),
  mayComment: z.boolean(),
  invitedBy: personSchema.nullable(),
  at: instantSchema,
});
export type ThingGuest = z.infer<typeof thingGuestSchema>;

/** A task as its guests see it: nothing of what is around it, of its department and of its other people. */
const guestTaskSchema = taskSchema
  .pick({ id: true, title: true, status: true, state: true, due: true, assignee: true, commentCount: true })
  .extend({ isMine: z.boolean() });
export type GuestTask = z.infer<typeof guestTaskSchema>;

const openGuestTaskSchema = guestTaskSchema.extend({
  description: z.string(),
  attachments: z.array(attachmentSchema),
  invitedBy: personSchema.nullable(),
  /** The company's own states that it can be in. Empty: those of the board. */
  states: z.array(listedStateSchema),
});
export type OpenGuestTask = z.infer<typeof openGuestTaskSchema>;

/** A page of the knowledge base as its guests see it: its published text, and nothing of the pages around it. */
const guestArticleSchema = z.object({
  id: idSchema,
  kind: articleKindSchema,
  title: z.string(),
  summary: z.string(),
  publishedAt: instantSchema,
});
export type GuestArticle = z.infer<typeof guestArticleSchema>;

const openGuestArticleSchema = guestArticleSchema.extend({
  body: z.string(),
  /** Files that the text does not show. */
  files: z.array(attachmentSchema),
  invitedBy: personSchema.nullable(),
});
export type OpenGuestArticle = z.infer<typeof openGuestArticleSchema>;

/** Single things that guests are invited to: the routes of people who invite them, and of the guests. */
export const guestAccessRoutes = {
  ...guestEventRoutes,
  listThingGuests: defineRoute({
    method: "GET",
    path: "/api/things/:kind/:subjectId/guests",
    summary: "List the guests who see a thing that the viewer may read.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: thingParams,
    status: 200,
    response: z.object({
      guests: z.array(thingGuestSchema),
      /** The viewer may invite guests to it. */
      mayInvite: z.boolean(),
      /** The viewer may end the access of its guests. */
      mayRemove: z.boolean(),
    }),
    errors: ["subject_not_found"],
  }),
  findGuestsToInvite: defineRoute({
    method: "GET",
    path: "/api/guest-choices",
    summary: "Find guests by name whose access has not ended. For people who invite guests.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ name: z.string().trim().max(100).default("") }),
    status: 200,
    response: z.object({ people: z.array(personSchema) }),
    errors: ["forbidden"],
  }),
  inviteGuestToThing: defineRoute({
    method: "PUT",
    path: "/api/things/:kind/:subjectId/guests/:guestId",
    summary:
      "Let a guest see a thing, or change whether they may comment on it. For those who may edit it and hold `guests/invite`.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: guestParams,
    body: z.object({ mayComment: z.boolean() }),
    status: 200,
    response: z.object({ guest: thingGuestSchema }),
    errors: ["forbidden", "subject_not_found", "guest_not_found", "too_many_guests"],
  }),
  removeGuestFromThing: defineRoute({
    method: "DELETE",
    path: "/api/things/:kind/:subjectId/guests/:guestId",
    summary: "End the access of a guest to a thing. For those who may edit it. Repeating it has no effect.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: guestParams,
    inMaintenance: "open",
    status: 204,
    errors: ["forbidden", "subject_not_found"],
  }),
  listGuestKinds: defineRoute({
    method: "GET",
    path: "/api/guest/kinds",
    summary: "List the kinds of things that the viewer sees as a guest.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: z.object({ kinds: z.array(kindSchema) }),
    errors: [],
  }),
  listGuestTasks: defineRoute({
    method: "GET",
    path: "/api/guest/tasks",
    summary: "List the tasks that the viewer was invited to as a guest, the newest invitation first.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    query: z.object({
      ...pageQuery({ size: guestPageSize, max: 100 }),
      show: z.enum(["open", "finished"]).default("open"),
    }),
    status: 200,
    response: pageOf(guestTaskSchema),
    errors: [],
  }),
  getGuestTask: defineRoute({
    method: "GET",
    path: "/api/guest/tasks/:taskId",
    summary: "Get a task that the viewer was invited to as a guest.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    params: z.object({ taskId: idSchema }),
    status: 200,
    response: z.object({ task: openGuestTaskSchema }),
    errors: ["task_not_found"],
  }),
  setGuestTaskStatus: defineRoute({
    method: "PUT",
    path: "/api/guest/tasks/:taskId/status",
    summary: "Change the status of a task that is assigned to the viewer, who is a guest.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.write,
    params: z.object({ taskId: idSchema }),
    body: z.object({
      changeId: idSchema,
      status: taskStatusSchema.exclude(["archived"]),
      /** One of the company's own states of this status. */
      stateId: idSchema.optional(),
      /** The status that the change began with: refused where someone else has changed it since. */
      seenStatus: taskStatusSchema,
      /** The same of the state. Left out by callers that show the status alone. */
      seenStateId: idSchema.nullable().optional(),
    }),
    status: 200,
    response: z.object({ task: openGuestTaskSchema }),
    errors: ["forbidden", "task_not_found", "changed_meanwhile", "task_state_wrong", "change_id_taken"],
  }),
  listGuestArticles: defineRoute({
    method: "GET",
    path: "/api/guest/articles",
    summary: "List the pages that the viewer was invited to as a guest, the newest invitation first.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    query: z.object(pageQuery({ size: guestPageSize, max: 100 })),
    status: 200,
    response: pageOf(guestArticleSchema),
    errors: [],
  }),
  getGuestArticle: defineRoute({
    method: "GET",
    path: "/api/guest/articles/:articleId",
    summary: "Get a page that the viewer was invited to as a guest.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    params: z.object({ articleId: idSchema }),
    status: 200,
    response: z.object({ article: openGuestArticleSchema }),
    errors: ["article_not_found"],
  }),
};
