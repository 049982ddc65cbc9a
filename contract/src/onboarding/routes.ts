import { z } from "zod";
import { wallSchema } from "../calendar/schemas.ts";
import { daySchema, idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { onboardingStates } from "./limits.ts";
import { pathRoutes } from "./path-routes.ts";
import { onboardingFiguresSchema, onboardingSchema, openOnboardingSchema } from "./schemas.ts";

/** Early enough for the last day of any path, and late enough for the first. */
const firstDaySchema = daySchema.refine(
  (day) => day >= "1900-02-01" && day <= "2199-09-01",
  "This date is too far away",
);
/** A due day whose meetings end before the last day that calendars know. */
const dueDaySchema = daySchema.refine((day) => day < "2199-12-31", "This date is too far away");
/** A time of a day that exists, early enough for the end of the meeting. */
const meetingStartSchema = wallSchema
  .length(16)
  .refine((start) => dueDaySchema.safeParse(start.slice(0, 10)).success, "This is not a time");
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
    summary: "List the viewer's current and past paths, newest first.",
    rateLimit: rateLimits.read,
    response: z.object({ items: z.array(openOnboardingSchema) }),
    errors: [],
  }),
  getOnboardingFigures: defineRoute({
    ...common,
    method: "GET",
    path: "/api/onboarding/figures",
    summary: "Get the progress of the newcomers the viewer manages, and the viewer's open items for them.",
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
      "List the people on a path whose manager or buddy the viewer is, or everyone for people who manage paths.",
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
    summary: "Start a path for a person. Repeating the request returns the same path.",
    body: z.object({
      id: idSchema,
      pathId: idSchema,
      personId: idSchema,
      startOn: firstDaySchema,
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
    summary: "Get a person's path with all items.",
    rateLimit: rateLimits.read,
    params: ofPerson,
    errors: ["onboarding_not_found"],
  }),
  changeOnboarding: defineRoute({
    ...writes,
    method: "PATCH",
    path: "/api/onboarding/people/:onboardingId",
    summary: "Change the first day, manager or buddy. Untouched items move with the first day.",
    params: ofPerson,
    body: z.object({
      startOn: firstDaySchema.optional(),
      managerId: idSchema.nullable().optional(),
      buddyId: idSchema.nullable().optional(),
      /** Tasks and meetings that exist already move with the first day, too. */
      movesMade: z.boolean().default(false),
      revision: z.int().min(1),
    }),
    errors: ["onboarding_not_found", "forbidden", "person_not_found", "changed_meanwhile"],
  }),
  stopOnboarding: defineRoute({
    ...writes,
    method: "PUT",
    path: "/api/onboarding/people/:onboardingId/stop",
    summary: "Stop a path. Completed items, tasks and meetings stay.",
    params: ofPerson,
    errors: ["onboarding_not_found", "forbidden"],
  }),
  resumeOnboarding: defineRoute({
    ...writes,
    method: "DELETE",
    path: "/api/onboarding/people/:onboardingId/stop",
    summary: "Resume a stopped path.",
    params: ofPerson,
    errors: ["onboarding_not_found", "forbidden"],
  }),
  nudgeNewcomer: defineRoute({
    ...writes,
    method: "POST",
    path: "/api/onboarding/people/:onboardingId/nudge",
    summary: "Remind the newcomer of overdue items, at most once a day.",
    params: ofPerson,
    errors: ["onboarding_not_found", "forbidden", "nudged_lately"],
  }),
  tickOnboardingItem: defineRoute({
    ...writes,
    method: "PUT",
    path: "/api/onboarding/people/:onboardingId/items/:itemId/done",
    summary: "Tick an item. Repeating it has no effect; the first person and time are kept.",
    params: ofItem,
    errors: ["onboarding_not_found", "forbidden", "item_ticked_by_itself"],
  }),
  untickOnboardingItem: defineRoute({
    ...writes,
    method: "DELETE",
    path: "/api/onboarding/people/:onboardingId/items/:itemId/done",
    summary: "Untick an item.",
    params: ofItem,
    errors: ["onboarding_not_found", "forbidden", "item_ticked_by_itself"],
  }),
  moveOnboardingItem: defineRoute({
    ...writes,
    method: "PUT",
    path: "/api/onboarding/people/:onboardingId/items/:itemId/day",
    summary: "Move an item to another day. It no longer moves with the first day.",
    params: ofItem,
    body: z.object({ dueOn: dueDaySchema }),
    errors: ["onboarding_not_found", "forbidden"],
  }),
  bookOnboardingMeeting: defineRoute({
    ...writes,
    method: "POST",
    path: "/api/onboarding/people/:onboardingId/items/:itemId/event",
    summary: "Book a meeting with the person to meet. Repeating it does not book a second one.",
    params: ofItem,
    body: z.object({ start: meetingStartSchema, zone: timeZoneSchema, minutes: z.int().min(5).max(480) }),
    errors: ["onboarding_not_found", "forbidden", "attendee_unavailable"],
  }),
  ...pathRoutes,
};
