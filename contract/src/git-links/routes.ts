import { z } from "zod";
import { idSchema, namedSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../page.ts";
import { defineRoute, rateLimits } from "../route.ts";
import {
  gitConnectionChangeSchema,
  gitConnectionSchema,
  gitLinksSchema,
  maxGitDelivery,
  newGitConnectionSchema,
} from "./schemas.ts";

const ofConnection = z.object({ connectionId: idSchema });
/** The secret is returned only here. */
const withSecret = z.object({ connection: gitConnectionSchema, secret: z.string() });

/**
 * Connections of repositories, for people who hold `automations/manage`, of the departments that they manage; the
 * address that GitHub and GitLab call; and what tasks and cards are linked with.
 */
export const gitLinkRoutes = {
  listGitConnections: defineRoute({
    method: "GET",
    path: "/api/git-connections",
    summary:
      "List the repository connections of the viewer, and those of departments that they manage, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ ...pageQuery({ size: 50, max: 100 }) }),
    status: 200,
    response: pageOf(gitConnectionSchema),
    errors: ["forbidden"],
  }),
  listGitDepartments: defineRoute({
    method: "GET",
    path: "/api/git-connections/departments",
    summary: "Find departments that the viewer manages, for a repository connection.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({ search: z.string().trim().max(100).default("") }),
    status: 200,
    response: z.object({ departments: z.array(namedSchema) }),
    errors: ["forbidden"],
  }),
  createGitConnection: defineRoute({
    method: "POST",
    path: "/api/git-connections",
    summary:
      "Create a repository connection of a department that the viewer manages. Its secret is returned only here.",
    access: "signed-in",
    // It acts with a session of its owner.
    changesRights: true,
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    body: newGitConnectionSchema,
    status: 201,
    response: withSecret,
    errors: [
      "forbidden",
      "department_not_found",
      "git_connection_id_taken",
      "git_connection_not_found",
      "too_many_git_connections",
    ],
  }),
  changeGitConnection: defineRoute({
    method: "PATCH",
    path: "/api/git-connections/:connectionId",
    summary:
      "Change a repository connection, or pause and resume it. Those who are not its owner only pause it.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: ofConnection,
    body: gitConnectionChangeSchema,
    status: 200,
    response: z.object({ connection: gitConnectionSchema }),
    errors: [
      "forbidden",
      "department_not_found",
      "git_connection_not_found",
      "git_connection_of_other",
      "changed_meanwhile",
    ],
  }),
  renewGitSecret: defineRoute({
    method: "POST",
    path: "/api/git-connections/:connectionId/secret",
    summary: "Make a new secret of an own repository connection. The former one stops working at once.",
    access: "signed-in",
    rateLimit: { max: 30, windowSeconds: 60, by: "viewer" },
    params: ofConnection,
    status: 200,
    response: withSecret,
    errors: ["forbidden", "department_not_found", "git_connection_not_found", "git_connection_of_other"],
  }),
  takeOverGitConnection: defineRoute({
    method: "PUT",
    path: "/api/git-connections/:connectionId/owner",
    summary:
      "Become the owner of a repository connection of a department that the viewer manages. It is paused, and gets a new secret, because the former owner may know the old one.",
    access: "signed-in",
    changesRights: true,
    rateLimit: rateLimits.write,
    params: ofConnection,
    body: z.object({ version: z.int() }),
    status: 200,
    /** Null if the viewer was its owner already: the secret stays. */
    response: z.object({ connection: gitConnectionSchema, secret: z.string().nullable() }),
    errors: ["forbidden", "department_not_found", "git_connection_not_found", "changed_meanwhile"],
  }),
  deleteGitConnection: defineRoute({
    method: "DELETE",
    path: "/api/git-connections/:connectionId",
    summary: "Delete a repository connection with its links.",
    access: "signed-in",
    changesRights: true,
    inMaintenance: "open",
    rateLimit: rateLimits.write,
    params: ofConnection,
    status: 204,
    errors: ["forbidden", "git_connection_not_found"],
  }),
  listGitLinks: defineRoute({
    method: "GET",
    path: "/api/git-links",
    summary: "List the branches, commits and pull requests that name a task or card, the newest first.",
    access: "signed-in",
    rateLimit: rateLimits.read,
    query: z.object({
      kind: z.enum(["task", "card"]),
      id: idSchema,
      /** The last few commits only, unless all are asked for. */
      commits: z.enum(["few", "all"]).default("few"),
    }),
    status: 200,
    response: gitLinksSchema,
    errors: ["task_not_found", "card_not_found"],
  }),
  removeGitLink: defineRoute({
    method: "DELETE",
    path: "/api/git-links/:linkId",
    summary:
      "Remove a link from a task or card that the viewer may change. Later deliveries do not show it again, and it moves nothing.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    params: z.object({ linkId: idSchema }),
    status: 204,
    errors: ["git_link_not_found"],
  }),
  receiveGitHook: defineRoute({
    method: "POST",
    path: "/api/git-hooks/:connectionId",
    summary:
      "Receive a signed delivery of GitHub, Gitea, Forgejo or GitLab. It is read by a job, and the answer is always the same.",
    access: "public",
    rateLimit: { max: 15_000, windowSeconds: 60, by: "address", perCaller: 600 },
    params: ofConnection,
    bodyKind: "raw",
    bodyLimitBytes: maxGitDelivery,
    status: 202,
    errors: ["git_hook_refused"],
  }),
};
