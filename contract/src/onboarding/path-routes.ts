import { z } from "zod";
import { idSchema, namedSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { listedPathSchema, newPathSchema, pathChangeSchema, pathSchema } from "./path-schemas.ts";

const ofPath = z.object({ pathId: idSchema });
const answer = z.object({ path: pathSchema });
const common = { access: "signed-in", status: 200, response: answer } as const;
const writes = { ...common, rateLimit: rateLimits.write };
const refusals = ["forbidden", "path_not_found"] as const;
/** 120 items with their notes. */
const bodyLimitBytes = 512 * 1024;

/** Paths, for those who manage onboarding. */
export const pathRoutes = {
  listPaths: defineRoute({
    ...common,
    method: "GET",
    path: "/api/onboarding/paths",
    summary: "List all paths by name.",
    rateLimit: rateLimits.read,
    response: z.object({ items: z.array(listedPathSchema) }),
    errors: ["forbidden"],
  }),
  getPathAudience: defineRoute({
    ...common,
    method: "GET",
    path: "/api/onboarding/audience",
    summary: "List the departments and roles that a path can be for.",
    rateLimit: rateLimits.read,
    response: z.object({ departments: z.array(namedSchema), roles: z.array(namedSchema) }),
    errors: ["forbidden"],
  }),
  createPath: defineRoute({
    ...writes,
    method: "POST",
    path: "/api/onboarding/paths",
    summary: "Create a path as a draft. Repeating the request returns the same path.",
    body: newPathSchema,
    bodyLimitBytes,
    status: 201,
    errors: [
      "forbidden",
      "path_id_taken",
      "too_many_paths",
      "audience_unknown",
      "person_not_found",
      "article_not_found",
    ],
  }),
  getPath: defineRoute({
    ...common,
    method: "GET",
    path: "/api/onboarding/paths/:pathId",
    summary: "Get a path with its items.",
    rateLimit: rateLimits.read,
    params: ofPath,
    errors: [...refusals],
  }),
  savePath: defineRoute({
    ...writes,
    method: "PUT",
    path: "/api/onboarding/paths/:pathId",
    summary: "Change a path. People who are on it keep the items they started with.",
    params: ofPath,
    body: pathChangeSchema,
    bodyLimitBytes,
    errors: [...refusals, "changed_meanwhile", "audience_unknown", "person_not_found", "article_not_found"],
  }),
  publishPath: defineRoute({
    ...writes,
    method: "PUT",
    path: "/api/onboarding/paths/:pathId/publication",
    summary:
      "Publish a path: it starts for everyone who joins its departments or gets its roles from now on.",
    params: ofPath,
    errors: [...refusals, "path_empty"],
  }),
  archivePath: defineRoute({
    ...writes,
    method: "DELETE",
    path: "/api/onboarding/paths/:pathId/publication",
    summary: "Archive a path: it no longer starts for anyone. People who are on it continue.",
    params: ofPath,
    errors: [...refusals],
  }),
};
