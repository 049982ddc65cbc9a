import { procedureRoutes } from "@atoll/contract/identity/routes";
import {
  canAssignRoles,
  canManageUsers,
  canOpenAdmin,
  hasPermission,
  isPending,
  type PermissionHolder,
} from "@atoll/contract/permissions";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import { findAccount } from "./queries.ts";
import type { RequestViewer } from "./request-viewer.ts";

/** The remote procedures. Specification, section 7. */
export function registerProcedures({ routes, db }: SliceContext): void {
  routes.route(procedureRoutes.userHasActiveRoles, async ({ body }, { viewer }) => {
    return !isPending(await accessHolder(viewer, body.user_id));
  });

  routes.route(procedureRoutes.getUserPermissions, async ({ body }, { viewer }) => {
    const holder = await accessHolder(viewer, body.user_id);
    // The permissions of the pending role have no effect until the person is approved.
    return isPending(holder) ? [] : holder.permissions.map(({ resource, action }) => ({ resource, action }));
  });

  routes.route(procedureRoutes.userHasPermission, async ({ body }, { viewer }) => {
    return hasPermission(await accessHolder(viewer, body.user_id), body.resource_name, body.action_name);
  });

  /** Returns the viewer, or another person for viewers who manage accounts or roles. To others, nobody else exists. */
  async function accessHolder(viewer: RequestViewer, userId = viewer.id): Promise<PermissionHolder> {
    if (userId === viewer.id) return viewer;
    const mayKnow = canManageUsers(viewer) || canAssignRoles(viewer) || canOpenAdmin(viewer);
    const account = mayKnow ? await findAccount(db, { id: userId }) : undefined;
    if (!account) throw new AppError("user_not_found");
    return account;
  }
}
