import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { automationPlaces } from "./limits.ts";
import {
  automationChangeSchema,
  automationRunSchema,
  automationSchema,
  newAutomationSchema,
  trialSchema,
} from "./schemas.ts";

const ofAutomation = z.object({ automationId: idSchema });
const one = z.object({ automation: automationSchema });
const parts = [
  "channel_not_found",
  "direct_channel",
  "department_not_found",
  "section_not_found",
  "person_not_found",
  "automation_parts_refused",
] as const;

/** Automations, for people who hold `automations/manage`, of the places that they manage. */
export const automationRoutes = {
  listAutomations: defineRoute({
    method: "GET",
    path: "/api/automations",
    summary: "List the automations of the viewer, and those of places that they manage, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ ...pageQuery({ size: 50, max: 100 }) }),
    status: 200,
    response: pageOf(automationSchema),
    errors: ["forbidden"],
  }),
  listAutomationPlaces: defineRoute({
    method: "GET",
    path: "/api/automations/places",
    summary: "Find places that the viewer manages, for an automation.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ search: z.string().trim().max(100).default("") }),
    status: 200,
    response: z.object({
      places: z.array(z.object({ kind: z.enum(automationPlaces), id: idSchema, name: z.string() })),
    }),
    errors: ["forbidden"],
  }),
  createAutomation: defineRoute({
    method: "POST",
    path: "/api/automations",
    summary: "Create an automation of a place that the viewer manages. It runs with their rights.",
    access: "signed-in",
    changesRights: true,
    rateLimit: { max: 60, windowSeconds: 60, by: "viewer" },
    body: newAutomationSchema,
    status: 201,
    response: one,
    errors: ["forbidden", ...parts, "automation_id_taken", "too_many_automations"],
  }),
  changeAutomation: defineRoute({
    method: "PATCH",
    path: "/api/automations/:automationId",
    summary: "Change an automation, or switch it off or on. Those who are not its owner only switch it off.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: ofAutomation,
    body: automationChangeSchema,
    status: 200,
    response: one,
    errors: ["forbidden", "automation_not_found", "automation_of_other", "changed_meanwhile", ...parts],
  }),
  takeOverAutomation: defineRoute({
    method: "PUT",
    path: "/api/automations/:automationId/owner",
    summary: "Become the owner of an automation of a place that the viewer manages. It stays off.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: ofAutomation,
    body: z.object({ version: z.int() }),
    status: 200,
    response: one,
    errors: [
      "forbidden",
      "automation_not_found",
      "changed_meanwhile",
      "channel_not_found",
      "direct_channel",
      "department_not_found",
      "section_not_found",
    ],
  }),
  deleteAutomation: defineRoute({
    method: "DELETE",
    path: "/api/automations/:automationId",
    summary: "Delete an automation with its log.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: ofAutomation,
    status: 204,
    errors: ["forbidden", "automation_not_found"],
  }),
  listAutomationRuns: defineRoute({
    method: "GET",
    path: "/api/automations/:automationId/runs",
    summary: "List the runs of an automation with their reasons, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofAutomation,
    query: z.object({ ...pageQuery({ size: 30, max: 100 }) }),
    status: 200,
    response: pageOf(automationRunSchema),
    errors: ["forbidden", "automation_not_found"],
  }),
  tryAutomation: defineRoute({
    method: "POST",
    path: "/api/automations/:automationId/trials",
    summary: "Say what an automation of the viewer would have done in the last week. Nothing is written.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofAutomation,
    status: 200,
    response: trialSchema,
    errors: [
      "forbidden",
      "automation_not_found",
      "automation_of_other",
      "channel_not_found",
      "direct_channel",
      "department_not_found",
      "section_not_found",
    ],
  }),
};
