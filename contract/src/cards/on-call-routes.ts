import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  escalationSchema,
  newOverrideSchema,
  onCallPlanSchema,
  rotaSchema,
  seenVersion,
  swapSchema,
} from "./on-call-schemas.ts";

const ofDepartment = z.object({ slug: z.string().max(200) });

/** The rota of a department, its overrides, and the escalation of alerts that nobody acknowledges. */
export const onCallRoutes = {
  readOnCall: defineRoute({
    method: "GET",
    path: "/api/departments/:slug/on-call",
    summary: "Get who is on call over the next four weeks, with the rota, its overrides and the escalation.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofDepartment,
    status: 200,
    response: onCallPlanSchema,
    errors: ["section_not_found"],
  }),
  setRota: defineRoute({
    method: "PUT",
    path: "/api/departments/:slug/on-call/rota",
    summary:
      "Set the rota of a department: its members in turn. For members who also hold the permission for its cards.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDepartment,
    body: rotaSchema.extend(seenVersion.shape),
    status: 204,
    errors: ["section_not_found", "forbidden", "person_not_found", "on_call_wrong", "changed_meanwhile"],
  }),
  deleteRota: defineRoute({
    method: "DELETE",
    path: "/api/departments/:slug/on-call/rota",
    summary: "Delete the rota of a department. Overrides stay.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDepartment,
    status: 204,
    errors: ["section_not_found", "forbidden"],
  }),
  addOverride: defineRoute({
    method: "POST",
    path: "/api/departments/:slug/on-call/overrides",
    summary: "Have a member on call from one time to another, whatever the rota says.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDepartment,
    body: newOverrideSchema,
    status: 204,
    errors: [
      "section_not_found",
      "person_not_found",
      "on_call_wrong",
      "on_call_override_id_taken",
      "too_many_on_call_overrides",
    ],
  }),
  endOverride: defineRoute({
    method: "DELETE",
    path: "/api/on-call-overrides/:overrideId",
    summary: "End an override, or take back one that has not started.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ overrideId: idSchema }),
    status: 204,
    errors: ["on_call_override_not_found"],
  }),
  swapShifts: defineRoute({
    method: "POST",
    path: "/api/departments/:slug/on-call/swaps",
    summary: "Swap the people of two shifts, as two overrides.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDepartment,
    body: swapSchema,
    status: 204,
    errors: [
      "section_not_found",
      "on_call_wrong",
      "changed_meanwhile",
      "on_call_override_id_taken",
      "too_many_on_call_overrides",
    ],
  }),
  setEscalation: defineRoute({
    method: "PUT",
    path: "/api/departments/:slug/on-call/escalation",
    summary:
      "Set the escalation of alerts that nobody acknowledges. For members who also hold the permission for the cards.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofDepartment,
    body: escalationSchema.extend(seenVersion.shape),
    status: 204,
    errors: ["section_not_found", "forbidden", "person_not_found", "on_call_wrong", "changed_meanwhile"],
  }),
};
