import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { timeZoneSchema } from "../time-zone.ts";
import { newSilenceSchema, silenceSchema, uptimeSchema } from "./monitoring-schemas.ts";

const ofType = z.object({ typeId: idSchema });

/** Silences of alerts, and when services were up. */
export const monitoringRoutes = {
  listSilences: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/silences",
    summary: "List the silences of a section that have not ended.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    status: 200,
    response: z.object({ silences: z.array(silenceSchema) }),
    errors: ["section_not_found"],
  }),
  createSilence: defineRoute({
    method: "POST",
    path: "/api/card-types/:typeId/silences",
    summary: "Silence alerts by their fingerprint or labels, until a time. They notify nobody.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: ofType,
    body: newSilenceSchema,
    status: 200,
    response: z.object({ silence: silenceSchema }),
    errors: ["section_not_found", "card_silence_wrong", "card_silence_id_taken", "too_many_card_silences"],
  }),
  endSilence: defineRoute({
    method: "DELETE",
    path: "/api/card-silences/:silenceId",
    summary: "End a silence before its time. Alerts that still fire notify the member who is on call.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ silenceId: idSchema }),
    status: 204,
    errors: ["card_silence_not_found"],
  }),
  readUptime: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/uptime",
    summary: "Get when the services of a section were up: 90 days in a time zone, or 24 hours.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    params: ofType,
    query: z.object({ span: z.enum(["days", "hours"]).default("days"), zone: timeZoneSchema.default("UTC") }),
    status: 200,
    response: uptimeSchema,
    errors: ["section_not_found"],
  }),
};
