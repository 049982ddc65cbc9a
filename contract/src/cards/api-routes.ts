import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  apiServerSchema,
  apiVersionSchema,
  thingChangeSchema,
  trialAnswerSchema,
  trialSchema,
} from "./api-schemas.ts";

const ofType = z.object({ typeId: idSchema });

/** Versions of imported files, the servers that OpenAPI files name, and requests to them. */
export const apiRoutes = {
  listVersions: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/versions",
    summary: "List the files that were imported into a section, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    status: 200,
    response: z.object({ versions: z.array(apiVersionSchema) }),
    errors: ["section_not_found"],
  }),
  compareVersions: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/comparison",
    summary: "Compare two imported files of one service: what changed, and what breaks callers or readers.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    heavy: "pages",
    params: ofType,
    query: z.object({ from: idSchema, to: idSchema }),
    status: 200,
    response: z.object({ changes: z.array(thingChangeSchema), isWhole: z.boolean() }),
    errors: ["section_not_found", "card_version_not_found"],
  }),
  listServers: defineRoute({
    method: "GET",
    path: "/api/card-types/:typeId/servers",
    summary: "List the servers that the OpenAPI files of a section name.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    params: ofType,
    status: 200,
    response: z.object({ servers: z.array(apiServerSchema) }),
    errors: ["section_not_found"],
  }),
  changeServer: defineRoute({
    method: "PATCH",
    path: "/api/card-servers/:serverId",
    summary:
      "Allow requests to a server, or mark it as production. For members who also hold the permission for the department's cards.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ serverId: idSchema }),
    body: z.object({ isAllowed: z.boolean(), isProduction: z.boolean() }),
    status: 200,
    response: z.object({ server: apiServerSchema }),
    errors: ["card_server_not_found", "forbidden"],
  }),
  tryOperation: defineRoute({
    method: "POST",
    path: "/api/cards/:cardId/trial",
    summary: "Send a request to an operation on a server that is allowed and is not production.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: z.object({ cardId: idSchema }),
    body: trialSchema,
    bodyLimitBytes: 512 * 1024,
    status: 200,
    response: trialAnswerSchema,
    errors: [
      "card_not_found",
      "card_server_not_found",
      "card_trial_wrong",
      "card_trial_refused",
      "card_trial_failed",
    ],
  }),
};
