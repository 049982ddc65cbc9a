import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { permissionPairSchema } from "./schemas.ts";

const userIdOrOneself = z.object({ user_id: z.optional(idSchema) });

/** The remote procedures of section 7. About others they answer only to who may manage users or open the admin panel. */
export const procedureRoutes = {
  userHasActiveRoles: defineRoute({
    method: "POST",
    path: "/api/rpc/user_has_active_roles",
    summary: "Check whether a person has a role other than pending.",
    access: "signed-in",
    reads: true,
    rateLimit: rateLimits.read,
    body: userIdOrOneself,
    status: 200,
    response: z.boolean(),
    errors: ["user_not_found"],
  }),
  getUserPermissions: defineRoute({
    method: "POST",
    path: "/api/rpc/get_user_permissions",
    summary: "List a person's permissions, by default the viewer's, as pairs of resource and action.",
    access: "signed-in",
    reads: true,
    rateLimit: rateLimits.read,
    body: userIdOrOneself,
    status: 200,
    response: z.array(permissionPairSchema),
    errors: ["user_not_found"],
  }),
  userHasPermission: defineRoute({
    method: "POST",
    path: "/api/rpc/user_has_permission",
    summary: "Check whether a person has the permission for a resource and action.",
    access: "signed-in",
    reads: true,
    rateLimit: rateLimits.read,
    body: userIdOrOneself.extend({ resource_name: z.string().max(100), action_name: z.string().max(100) }),
    status: 200,
    response: z.boolean(),
    errors: ["user_not_found"],
  }),
};
