import { z } from "zod";
import { wallSchema } from "../calendar/schemas.ts";
import { daySchema, idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { onboardingStates } from "./limits.ts";
import { pathRoutes } from "./path-routes.ts";
import { onboardingFiguresSchema, onboardingSchema, openOnboardingSchema } from "./schemas.ts";

const ofPerson = z.object({ onboardingId: idSchema });
const ofItem = ofPerson.extend({ itemId: idSchema });
const answer = z.object({ onboarding: openOnboardingSchema });
const common = { access: "signed-in", status: 200, response: answer } as const;
const writes = { ...common, rateLimit: rateLimits.write };

/** Onboarding: somebody's way along a path. Paths themselves have a file of their own. */
export const onboardingRoutes = {
  listOwnOnboardings: defineRoute({
    ...common,
    method: "GET",
    path: "/api/onboarding/own",
    summary: "The paths that the viewer is on, or was, the newest first.",
    rateLimit: rateLimits.read,
    response: z.object({ items: z.array(openOnboardingSchema) }),
    errors: [],
  }),
  getOnboardingFigures: defineRoute({
    ...common,
    method: "GET",
    path: "/api/onboarding/figures",
    summary: "The progress of the newcomers the viewer manages, and what is left to do for them.",
    rateLimit: rateLimits.read,
    heavy: "pages",
    response: onboardingFiguresSchema,
    errors: [],
  }),
  listOnboardings: defineRoute({
    ...common,
    method: "GET",
    path: "/api/onboarding/people",
    summary:
      "The people on a path whose manager or buddy the viewer is, or everyone for people who manage paths.",
    rateLimit: rateLimits.read,
    query: z.object({
      state: z.enum(onboardingStates).default("running"),
      departmentId: idSchema.optional(),
      ...pageQuery({ size: 25, max: 50 }),
    }),
    response: pageOf(onboardingSchema),
    errors: [],
  }),
  startOnboarding: defineRoute({
    ...writes,
    method: "POST",
    path: "/api/onboarding/people",
    summary: "Start a path for a person; the same one sent again is answered again.",
    body: z.object({
      id: idSchema,
      pathId: idSchema,
      personId: idSchema,
      startOn: daySchema,
      managerId: idSchema.nullable().default(null),
      buddyId: idSchema.nullable().default(null),
    }),
    status: 201,
    errors: [
      "forbidden",
      "path_not_found",
      "path_not_published",
      "person_not_found",
      "onboarding_there",
      "onboarding_id_taken",
    ],
  }),
  getOnboarding: defineRoute({
    ...common,
    method: "GET",
    path: "/api/onboarding/people/:onboardingId",
    summary: "Somebody's path, with every item.",
    rateLimit: rateLimits.read,
    params: ofPerson,
    errors: ["onboarding_not_found"],
  }),
  changeOnboarding: defineRoute({
    ...writes,
    method: "PATCH",
    path: "/api/onboarding/people/:onboardingId",
    summary:
      "Change the first day, the manager or the buddy. Items that nobody has touched move with the first day.",
    params: ofPerson,
    body: z.object({
      startOn: daySchema.optional(),
      managerId: idSchema.nullable().optional(),
      buddyId: idSchema.nullable().optional(),
      revision: z.int().min(1),
    }),
    errors: ["onboarding_not_found", "forbidden", "person_not_found", "changed_meanwhile"],
  }),
  stopOnboarding: defineRoute({
    ...writes,
    method: "PUT",
    path: "/api/onboarding/people/:onboardingId/stop",
    summary: "Stop a path. What is done stays; tasks and meetings stay, too.",
    params: ofPerson,
    errors: ["onboarding_not_found", "forbidden"],
  }),
  resumeOnboarding: defineRoute({
    ...writes,
    method: "DELETE",
    path: "/api/onboarding/people/:onboardingId/stop",
    summary: "Go on with a path that was stopped.",
    params: ofPerson,
    errors: ["onboarding_not_found", "forbidden"],
  }),
  nudgeNewcomer: defineRoute({
    ...writes,
    method: "POST",
    path: "/api/onboarding/people/:onboardingId/nudge",
    summary: "Remind the newcomer of what is overdue, at most once a day.",
    params: ofPerson,
    errors: ["onboarding_not_found", "forbidden", "nudged_lately"],
  }),
  tickOnboardingItem: defineRoute({
    ...writes,
    method: "PUT",
    path: "/api/onboarding/people/:onboardingId/items/:itemId/done",
    summary: "Tick an item. Again changes nothing, and the first person and time stay.",
    params: ofItem,
    errors: ["onboarding_not_found", "forbidden", "item_ticked_by_itself"],
  }),
  untickOnboardingItem: defineRoute({
    ...writes,
    method: "DELETE",
    path: "/api/onboarding/people/:onboardingId/items/:itemId/done",
    summary: "Take the tick of an item back.",
    params: ofItem,
    errors: ["onboarding_not_found", "forbidden", "item_ticked_by_itself"],
  }),
  moveOnboardingItem: defineRoute({
    ...writes,
    method: "PUT",
    path: "/api/onboarding/people/:onboardingId/items/:itemId/day",
    summary: "Give an item another day, which the first day then no longer moves.",
    params: ofItem,
    body: z.object({ dueOn: daySchema }),
    errors: ["onboarding_not_found", "forbidden"],
  }),
  bookOnboardingMeeting: defineRoute({
    ...writes,
    method: "POST",
    path: "/api/onboarding/people/:onboardingId/items/:itemId/event",
    summary: "Book a meeting with the person to meet. An item has one meeting, however often it is booked.",
    params: ofItem,
    body: z.object({ start: wallSchema.length(16), zone: timeZoneSchema, minutes: z.int().min(5).max(480) }),
    errors: ["onboarding_not_found", "forbidden", "attendee_unavailable"],
  }),
  ...pathRoutes,
};
